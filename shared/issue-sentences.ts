import type * as z from 'zod';

type Raw = z.core.$ZodRawIssue;

/** What is wrong with a value, to be read after its path: `must be a number`. Schemas may say it in words of their own. */
export const sentenceOf = (issue: Raw): string => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && (issue.path ?? []).length > 0
        ? 'is required'
        : `must be ${types[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map((value) => quoted(value)))}`;
    case 'too_small':
      return sizeOf(issue, { limit: issue.minimum, bound: 'at least', beyond: 'more than' });
    case 'too_big':
      return sizeOf(issue, { limit: issue.maximum, bound: 'at most', beyond: 'less than' });
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong form';
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.map(quoted).join(', ')}`;
    case 'invalid_union':
      return unionSentence(issue.errors);
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'is not valid';
  }
};

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  url: 'must be an address',
  uuid: 'must be a UUID',
  datetime: 'must be a date and time, such as 2026-01-31T12:00:00Z',
};

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'items' };

interface Size {
  readonly limit: number | bigint;
  readonly bound: string;
  readonly beyond: string;
}

const sizeOf = (
  { origin, inclusive }: Extract<Raw, { code: 'too_small' | 'too_big' }>,
  { limit, bound, beyond }: Size,
): string => {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive === false ? beyond : bound} ${limit}`;
  return bound === 'at least' && Number(limit) === 1
    ? 'must not be empty'
    : `must have ${bound} ${limit} ${unit}`;
};

const quoted = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const must = 'must be ';

/** Names the alternatives if each is a plain value. */
const unionSentence = (errors: readonly (readonly z.core.$ZodIssue[])[]): string => {
  const wanted = errors.map(([issue, ...more]) =>
    issue !== undefined && more.length === 0 && issue.path.length === 0 ? issue.message : '',
  );
  return wanted.length > 0 && wanted.every((message) => message.startsWith(must))
    ? must + alternatives([...new Set(wanted.map((message) => message.slice(must.length)))])
    : 'has the wrong form';
};
