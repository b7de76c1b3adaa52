import { expect, it } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../shared/config.ts';
import { safeParse, toIssues } from '../../shared/parse.ts';

const issuesOf = (schema: z.ZodType, value: unknown): readonly string[] => {
  const { error } = safeParse(schema, value);
  return error === undefined
    ? []
    : toIssues(error).map(({ path, message }) => `${path} ${message}`.trim());
};

it.each([
  [{ a: z.string() }, {}, 'a is required'],
  [{ a: z.string() }, { a: 1 }, 'a must be a string'],
  [{ a: z.int() }, { a: 1.5 }, 'a must be a whole number'],
  [{ a: z.boolean() }, { a: 'yes' }, 'a must be true or false'],
  [{ a: z.array(z.string()) }, { a: {} }, 'a must be a list'],
  [{ a: z.record(z.string(), z.string()) }, { a: [] }, 'a must be an object'],
  [{ a: z.enum(['x', 'y', 'z']) }, { a: 'w' }, 'a must be "x", "y" or "z"'],
  [{ a: z.literal(2) }, { a: 1 }, 'a must be 2'],
  [{ a: z.number().min(0) }, { a: -1 }, 'a must be at least 0'],
  [{ a: z.number().max(60) }, { a: 61 }, 'a must be at most 60'],
  [{ a: z.number().gt(0) }, { a: 0 }, 'a must be more than 0'],
  [{ a: z.string().min(1) }, { a: '' }, 'a must not be empty'],
  [{ a: z.string().min(8) }, { a: 'x' }, 'a must have at least 8 characters'],
  [{ a: z.string().max(2) }, { a: 'xyz' }, 'a must have at most 2 characters'],
  [{ a: z.array(z.int()).max(1) }, { a: [1, 2] }, 'a must have at most 1 items'],
  [{ a: z.url() }, { a: 'x' }, 'a must be an address'],
  [{ a: z.string().regex(/x/u) }, { a: 'y' }, 'a has the wrong form'],
  [{ a: z.union([z.boolean(), z.literal('auto')]) }, { a: 1 }, 'a must be true or false or "auto"'],
  [{ a: z.union([z.int(), z.object({ b: z.int() })]) }, { a: { b: 'x' } }, 'a has the wrong form'],
  [{}, { b: 1, c: 2 }, 'has unknown fields: "b", "c"'],
  [{ a: z.string('must be a name') }, { a: 1 }, 'a must be a name'],
])('%$: what is wrong is a sentence', (shape, value, expected) => {
  expect(issuesOf(z.strictObject(shape), value)).toEqual([expected]);
});

it('a body that is missing must be an object', () => {
  expect(issuesOf(z.object({}), undefined)).toEqual(['must be an object']);
});

it('settings say what they may be', () => {
  expect(issuesOf(configSchema, { undoSeconds: -1, theme: 'blue', remote: 3 })).toEqual([
    'theme must be "system", "light" or "dark"',
    'undoSeconds must be at least 0',
    'remote must be true or false or "auto"',
  ]);
});
