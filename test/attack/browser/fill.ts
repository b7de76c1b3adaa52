import type * as z from 'zod';
import { jsonSchemaOf, propertiesOf, type JsonSchema } from '../fuzz/json-schema.ts';

/** Replacements for properties by name; undefined omits one. */
export type Fixed = Readonly<Record<string, unknown>>;

/**
 * Values of a schema with all fields set, every text being `text` as far as it fits, covering each alternative once.
 * Values that a refinement rejects are omitted.
 */
export const filled = (schema: z.ZodType, text: string, fixed: Fixed = {}): unknown[] =>
  variants(jsonSchemaOf(schema), text, fixed).filter((value) => schema.safeParse(value).success);

const variants = (schema: JsonSchema, text: string, fixed: Fixed): unknown[] => {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return [...schema.enum];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => variants(choice, text, fixed));
  switch (schema.type) {
    case 'object':
      return objects(schema, text, fixed);
    case 'array':
      return [variants(schema.items ?? {}, text, fixed)];
    case 'string':
      // Fields with a format cannot contain other text.
      if (schema.format === 'uuid') return ['5f0c2d1e-0000-4000-8000-000000000000'];
      if (schema.format === 'uri')
        return [`https://evil.example/${text}`.slice(0, schema.maxLength)];
      return [text.slice(0, schema.maxLength)];
    case 'integer':
    case 'number':
      return [Math.max(schema.minimum ?? 1, 1)];
    case 'boolean':
      return [true];
    default:
      return [null];
  }
};

const objects = (schema: JsonSchema, text: string, fixed: Fixed): unknown[] => {
  const { additionalProperties, propertyNames } = schema;
  const properties = propertiesOf(schema);
  if (typeof additionalProperties === 'object' && properties.length === 0)
    return variants(additionalProperties, text, fixed).map((value) => ({
      [text.slice(0, propertyNames?.maxLength)]: value,
    }));
  const fields = properties.map(
    ([name, field]) =>
      [name, name in fixed ? [fixed[name]] : variants(field, text, fixed)] as const,
  );
  const first = Object.fromEntries(
    fields.map(([name, [value]]) => [name, value]).filter(([, value]) => value !== undefined),
  ) as Record<string, unknown>;
  // One field at a time takes its other values.
  const others = fields.flatMap(([name, [, ...rest]]) =>
    rest.map((value) => ({ ...first, [name]: value })),
  );
  return [first, ...others];
};
