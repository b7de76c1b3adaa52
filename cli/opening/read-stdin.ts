import { GalleyError } from '../../shared/errors.ts';
import { printNote } from '../output/print.ts';
import { maxStdinBytes } from '../../shared/limits.ts';

/**
 * Reads all of stdin.
 * @throws GalleyError `content_too_large`
 */
export const readStdinBytes = async (): Promise<Buffer> => {
  if (process.stdin.isTTY) await printNote('Reading from the terminal; end with Ctrl-D.');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin) {
    const buffer = part as Buffer;
    bytes += buffer.length;
    if (bytes > maxStdinBytes)
      throw new GalleyError(
        'content_too_large',
        `stdin is larger than ${maxStdinBytes / 1024 / 1024} MiB. Write it to a file and give its path.`,
      );
    parts.push(buffer);
  }
  return Buffer.concat(parts);
};

/**
 * Reads all of stdin as text.
 * @throws GalleyError `content_too_large`, `not_a_text`
 */
export const readStdin = async (): Promise<string> => {
  const bytes = await readStdinBytes();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new GalleyError('not_a_text', 'stdin is not UTF-8 text.', { cause });
  }
};

/** Stands for stdin internally: yargs takes a lone `-` for an option without a name. */
export const stdinName = '/dev/stdin';

/** Replaces `-` in a command line. */
export const nameStdin = (argv: readonly string[]): string[] =>
  argv.map((word) => (word === '-' ? stdinName : word));
