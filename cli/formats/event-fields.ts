import { GalleyError } from '../../shared/errors.ts';
import type { HookEvent } from './format.ts';

const isObject = (value: unknown): value is HookEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the event on a hook's stdin; undefined if stdin is empty.
 * @throws GalleyError `invalid_json`
 */
export const parseEvent = (text: string): HookEvent | undefined => {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GalleyError('invalid_json', "The hook's event on stdin is not JSON.", { cause });
  }
  if (isObject(value)) return value;
  throw new GalleyError('invalid_json', "The hook's event on stdin is not a JSON object.");
};

/** Parses a transcript line; undefined if it is invalid, such as a partial one. */
export const parseLine = (line: string): HookEvent | undefined => {
  try {
    return parseEvent(line);
  } catch {
    return undefined;
  }
};

/** A field with a non-blank string; undefined otherwise. */
export const textOf = (event: HookEvent | undefined, field: string): string | undefined => {
  const value = event?.[field];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** A field with an object; undefined otherwise. */
export const objectOf = (event: HookEvent | undefined, field: string): HookEvent | undefined => {
  const value = event?.[field];
  return isObject(value) ? value : undefined;
};

/** Adds a note for hosts that show `systemMessage` to their user. */
export const withMessage = (answer: object, note: string | undefined): object =>
  note === undefined ? answer : { ...answer, systemMessage: note };

/** The error for an event without the plan it should have. */
export const noPlan = (where: string): GalleyError =>
  new GalleyError(
    'content_empty',
    `The hook's event holds no plan (${where}). Galley may be older than the agent that calls it.`,
  );
