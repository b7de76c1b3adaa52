import { expect, it } from 'vitest';
import * as z from 'zod';
import { quickReader } from '../../shared/quick-read.ts';

it.each([
  ['a text of a format', z.email(), 'a@b.ch'],
  ['a text with a format', z.string().regex(/^a/u), 'a'],
  ['a text that is changed', z.string().trim(), ' a '],
  ['a text of two characters at least', z.string().min(2), '😀'],
  ['a text that is coerced', z.coerce.string(), 'a'],
  ['a number with a fraction', z.number(), 1],
  ['a number above another', z.int().gt(1), 1],
  ['a number of a step', z.int().multipleOf(2), 1],
  ['a number at most', z.int().max(2), 3],
  ['a refined text', z.string().refine((text) => text !== 'a'), 'a'],
  ['a default that is an object', z.array(z.string()).default([]), ['a']],
  ['a list', z.array(z.string()), ['a']],
  ['a literal', z.literal('a'), 'a'],
  ['a transformation', z.string().transform((text) => text.length), 'a'],
  ['null', z.nullable(z.string()), null],
  ['an exact optional', z.exactOptional(z.string()), undefined],
  ['what is there and undefined', z.optional(z.string()), undefined],
])('leaves %s to the schema', (_, field, item) => {
  const value: unknown = { field: item };
  expect(quickReader(z.object({ field }))(value)).toBe(undefined);
});

it('leaves refined, strict and loose objects to the schema', () => {
  const fields = { a: z.string() };
  const value = { a: 'a', b: 1 };
  expect(quickReader(z.object(fields))(value)).toEqual({ a: 'a' });
  expect(quickReader(z.strictObject(fields))(value)).toBe(undefined);
  expect(quickReader(z.looseObject(fields))(value)).toBe(undefined);
  expect(quickReader(z.object(fields).refine(() => false))(value)).toBe(undefined);
});

it('leaves anything but objects to the schema, even if all fields are optional', () => {
  const read = quickReader(z.object({ a: z.optional(z.string()) }));
  expect(read({})).toEqual({});
  for (const value of [[], null, undefined, 'a', 1]) expect(read(value)).toBe(undefined);
});
