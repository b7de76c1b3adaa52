import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../../helpers/processes.ts';

const preload = fileURLToPath(new URL('shifted-clock.cjs', import.meta.url));

/** A clock for processes started with `env`; `name` distinguishes several in one folder. */
export const shiftedClock = async (folder: string, shiftMs: number, name = 'clock') => {
  const file = join(folder, name);
  await writeFile(file, String(shiftMs));
  return {
    env: { NODE_OPTIONS: `--require ${preload}`, SHIFTED_CLOCK: file },
    /** Sets the clock of a process and its children. */
    jump: async (pid: number, newShiftMs: number): Promise<void> => {
      await writeFile(file, String(newShiftMs));
      for (const each of [pid, ...childrenOf(pid)]) process.kill(each, 'SIGUSR2');
    },
  };
};
