import fc from 'fast-check';
import type * as z from 'zod';
import { jsonSchemaOf, propertiesOf, type JsonSchema } from './json-schema.ts';

/** Generators for properties by name, at any depth. */
export type ByName = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values of a schema, valid except for refinements. */
export const fromSchema = (schema: z.ZodType, byName: ByName = {}): fc.Arbitrary<unknown> =>
  valuesOf(jsonSchemaOf(schema), byName);

const valuesOf = (schema: JsonSchema, byName: ByName): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => valuesOf(one, byName)));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, byName);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, byName), {
        minLength: schema.minItems ?? 0,
        maxLength: 5,
      });
    case 'string':
      return stringsOf(schema);
    case 'integer':
      return integersOf(schema);
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
};

const objectsOf = (schema: JsonSchema, byName: ByName): fc.Arbitrary<unknown> => {
  const { required = [], additionalProperties, propertyNames } = schema;
  const fields = Object.fromEntries(
    propertiesOf(schema).map(([name, one]) => [name, byName[name] ?? valuesOf(one, byName)]),
  );
  if (typeof additionalProperties === 'object' && Object.keys(fields).length === 0)
    return fc.dictionary(stringsOf(propertyNames ?? {}), valuesOf(additionalProperties, byName), {
      maxKeys: 5,
    });
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
};

/** Longer limits have their own tests; here they would measure when memory is released, not whether. */
const longest = 65_536;

const stringsOf = ({ minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> => {
  const usual = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) };
  // Up to the limit, and one over.
  const limit = Math.min(maxLength, longest);
  return fc.oneof(
    { weight: 6, arbitrary: fc.string(usual) },
    { weight: 3, arbitrary: fc.string({ ...usual, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('a'.repeat(limit), 'a'.repeat(limit + 1)) },
  );
};

const integersOf = ({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> => {
  const min = Math.max(minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return fc
    .oneof(
      fc.integer({ min: 0, max: 20 }).map((step) => Math.max(min, 0) + step),
      fc.maxSafeInteger(),
    )
    .map((value) => Math.min(max, Math.max(min, value)));
};
