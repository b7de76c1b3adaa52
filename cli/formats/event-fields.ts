import { GalleyError } from '../../shared/errors.ts';
import type { HookEvent } from './format.ts';

const isObject = (value: unknown): value is HookEvent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The event in a hook's stdin; undefined where nothing came.
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

/** A line of a transcript; undefined where it is none, such as a half-written one. */
export const parseLine = (line: string): HookEvent | undefined => {
  try {
    return parseEvent(line);
  } catch {
    return undefined;
  }
};

/** A field that is a text with something in it; undefined otherwise. */
export const textOf = (event: HookEvent | undefined, field: string): string | undefined => {
  const value = event?.[field];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

/** A field that is an object; undefined otherwise. */
export const objectOf = (event: HookEvent | undefined, field: string): HookEvent | undefined => {
  const value = event?.[field];
  return isObject(value) ? value : undefined;
};

/** The answer of hosts that show a `systemMessage` to their user. */
export const withMessage = (answer: object, note: string | undefined): object =>
  note === undefined ? answer : { ...answer, systemMessage: note };

/** The error of an event that should hold a plan and does not. */
export const noPlan = (where: string): GalleyError =>
  new GalleyError(
    'content_empty',
    `The hook's event holds no plan (${where}). Galley may be older than the agent that calls it.`,
  );
