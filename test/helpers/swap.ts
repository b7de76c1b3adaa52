import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Has a path in turn be a file or a folder, and a link that leads elsewhere, each for about as long as a read takes. */
const swapping = `
  const { renameSync, symlinkSync } = require('node:fs');
  const [path, target] = process.argv.slice(1);
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  const rest = () => Atomics.wait(nobody, 0, 0, Math.random() / 2);
  symlinkSync(target, path + '.link');
  for (;;) {
    renameSync(path, path + '.own');
    renameSync(path + '.link', path);
    rest();
    renameSync(path, path + '.link');
    renameSync(path + '.own', path);
    rest();
  }
`;

interface SwapOptions {
  readonly path: string;
  /** Where the link leads. */
  readonly target: string;
  readonly own: string;
  /** How often it must be its own, and how often not. */
  readonly times: number;
  readonly read: () => Promise<string | undefined>;
}

/** Reads over and over while something is swapped. @returns all that was read but its own */
export const readWhileSwapped = async ({
  path,
  target,
  own,
  times,
  read,
}: SwapOptions): Promise<string[]> => {
  const child = spawn(process.execPath, ['-e', swapping, path, target], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const others = new Set<string>();
  try {
    for (const left = { own: times, others: times }; left.own > 0 || left.others > 0;) {
      const text = await read();
      if (text === own) left.own -= 1;
      else {
        left.others -= 1;
        others.add(text ?? 'refused');
      }
    }
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  return [...others];
};
