import { GalleyError } from '../../shared/errors.ts';
import { safeJson } from './json-text.ts';

/** Resolves with what went wrong. */
const write = (stream: NodeJS.WriteStream, text: string): Promise<Error | undefined> =>
  new Promise((resolve) => {
    try {
      stream.write(text, (error) => resolve(error ?? undefined));
    } catch (error) {
      // A file is written at once, and throws.
      resolve(error as Error);
    }
  });

/**
 * Writes the result of a command to stdout; resolves once it is handed over.
 * @throws GalleyError `storage_failed`
 */
export const printResult = async (text: string): Promise<void> => {
  const error = await write(process.stdout, text.endsWith('\n') ? text : `${text}\n`);
  if (error !== undefined && !isReaderGone(error)) throw stdoutError(error);
};

/** A reader such as `head` that has seen enough is no failure. */
const isReaderGone = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE';

/** The error of a result that stdout did not take. */
const stdoutError = (cause: Error): GalleyError => {
  const { code = cause.message } = cause as NodeJS.ErrnoException;
  return new GalleyError('storage_failed', `The result could not be written to stdout (${code}).`, {
    cause,
  });
};

/**
 * Writes one JSON document to stdout.
 * @throws GalleyError `storage_failed`
 */
export const printJson = (value: unknown): Promise<void> =>
  printResult(safeJson(JSON.stringify(value, null, process.stdout.isTTY ? 2 : 0)));

/** Writes what is no result, for people, to stderr. Never rejects: where it cannot be written, nobody can be told. */
export const printNote = async (sentence: string): Promise<void> => {
  await write(process.stderr, `${sentence}\n`);
};

/** Cells of the terminal behind stdout; undefined where there is none. */
export const stdoutWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined;
