import { GalleyError, type ErrorBody } from '../../shared/errors.ts';
import { plainText, safeJson } from './plain-text.ts';
import { printNote } from './print.ts';

/** Wraps any error in a GalleyError, so that it has a code, a message and an exit code. */
export const toGalleyError = (error: unknown): GalleyError => {
  if (error instanceof GalleyError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new GalleyError('internal', `Something went wrong inside Galley: ${message}.`, {
    cause: error,
  });
};

const issueLines = ({ issues = [] }: ErrorBody): string =>
  issues.length < 2
    ? ''
    : issues.map(({ path, message }) => `\n  ${path === '' ? '' : `${path}: `}${message}`).join('');

/**
 * Prints an error to stderr: a message, or with `--json` the error's body.
 * @returns the exit code
 */
export const reportError = async (error: unknown, isJson: boolean): Promise<number> => {
  const failure = toGalleyError(error);
  const body = failure.toBody();
  const text = isJson
    ? safeJson(JSON.stringify(body))
    : plainText(`galley: ${body.error}${issueLines(body)}`);
  await printNote(text);
  return failure.exitCode;
};
