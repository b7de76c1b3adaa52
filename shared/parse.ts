import type * as z from 'zod';
import { GalleyError, type ErrorCode, type Issue } from './errors.ts';
import { sentenceOf } from './issue-sentences.ts';

/** Maximum number of issues in a response. Source: contract.md, section 2. */
export const maxIssues = 100;

/** `['annotations', 3, 'text']` as `annotations[3].text`. */
const formatPath = (path: readonly PropertyKey[]): string => {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
};

/**
 * The issues of a failed parse, at most 100, with paths into what the client sent; `within` is the path of the parsed
 * value in it.
 */
export const toIssues = (error: z.ZodError, within: readonly PropertyKey[] = []): Issue[] =>
  error.issues
    .slice(0, maxIssues)
    .map((issue) => ({ path: formatPath([...within, ...issue.path]), message: issue.message }));

/** Parses a value; its issues are sentences. */
export const safeParse = <Schema extends z.ZodType>(schema: Schema, value: unknown) =>
  schema.safeParse(value, { error: sentenceOf });

interface ParseOptions {
  /** What is being parsed, for the error message: `the annotation`. */
  readonly what: string;
  readonly code?: ErrorCode;
  /** What to do about it. */
  readonly advice?: string;
}

/**
 * Parses input at a boundary.
 * @throws GalleyError `invalid_request` (or the given code) with every issue
 */
export const parseWith = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { what, code = 'invalid_request', advice = 'Correct it and send it again.' }: ParseOptions,
): z.output<Schema> => {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  const issues = toIssues(result.error);
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  const sentence =
    `${what} is not valid${where}: ${first?.message ?? 'unknown reason'}. ${advice}`.trimEnd();
  throw new GalleyError(code, sentence, { issues });
};
