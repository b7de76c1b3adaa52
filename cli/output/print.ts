import { GalleyError } from '../../shared/errors.ts';
import type { Decision } from '../../shared/session/decision.ts';
import { plainText, safeJson } from './plain-text.ts';

/** Resolves with the error, if any. */
const write = (stream: NodeJS.WriteStream, text: string): Promise<Error | undefined> =>
  new Promise((resolve) => {
    try {
      stream.write(text, (error) => resolve(error ?? undefined));
    } catch (error) {
      // Writing to a file is synchronous and throws.
      resolve(error as Error);
    }
  });

/**
 * Writes a command's result to stdout; resolves once it is written.
 * @throws GalleyError `storage_failed`
 */
export const printResult = async (text: string): Promise<void> => {
  const error = await write(process.stdout, text.endsWith('\n') ? text : `${text}\n`);
  if (error !== undefined && !isReaderGone(error)) throw stdoutError(error);
};

/** A reader such as `head` that stops early is not an error. */
const isReaderGone = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE';

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

/** Writes a note for people to stderr. Never rejects: there is nobody left to tell. */
export const printNote = async (sentence: string): Promise<void> => {
  await write(process.stderr, `${sentence}\n`);
};

/** Width of the terminal in cells; undefined if stdout is not a terminal. */
export const stdoutWidth = (): number | undefined =>
  process.stdout.isTTY ? process.stdout.columns : undefined;

/** Prints a decision: its markdown, or all of it as JSON. */
export const printDecision = (decision: Decision, isJson: boolean): Promise<void> =>
  isJson ? printJson(decision) : printResult(plainText(decision.markdown));
