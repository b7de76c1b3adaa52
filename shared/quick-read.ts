import * as z from 'zod';

/** The value as the schema would give it, or undefined where the schema has to be asked. */
export type QuickRead = (value: unknown) => Record<string, unknown> | undefined;

interface Field {
  readonly name: string;
  readonly isValid: (value: unknown) => boolean;
  /** What stands in the place of an absent value; undefined for none. */
  readonly default: unknown;
  readonly isRequired: boolean;
}

/**
 * Reads the objects that are obviously valid for a schema of flat fields, several times as fast as the schema does;
 * about all others, and every error, the schema has to be asked. What is valid is read off the schema itself: a field
 * of a kind that is not known here is never obvious.
 */
export const quickReader = (schema: z.ZodObject): QuickRead => {
  if (schema.def.catchall !== undefined || schema.def.checks !== undefined) return () => undefined;
  const fields = Object.entries(schema.shape).map(([name, field]) => describe(name, field));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const given = value as Readonly<Record<string, unknown>>;
    const read: Record<string, unknown> = {};
    for (const field of fields) {
      const { name } = field;
      const item = given[name];
      if (item !== undefined) {
        if (!field.isValid(item)) return undefined;
        read[name] = item;
      } else if (field.default !== undefined) read[name] = field.default;
      // That it is there, and undefined, is for the schema to judge.
      else if (field.isRequired || name in given) return undefined;
    }
    return read;
  };
};

const describe = (name: string, schema: z.core.$ZodType): Field => {
  if (schema instanceof z.ZodDefault) {
    const { innerType, defaultValue } = schema.def;
    // A default that is an object would be shared by all.
    const isPlain = typeof defaultValue === 'string';
    return {
      name,
      isValid: isPlain ? check(innerType) : never,
      default: isPlain ? defaultValue : undefined,
      isRequired: true,
    };
  }
  if (schema instanceof z.ZodOptional)
    return { name, isValid: check(schema.def.innerType), default: undefined, isRequired: false };
  return { name, isValid: check(schema), default: undefined, isRequired: true };
};

const never = (): boolean => false;

const check = (schema: z.core.$ZodType): ((value: unknown) => boolean) => {
  if (schema instanceof z.ZodString) return checkText(schema);
  if (schema instanceof z.ZodNumber) return checkWhole(schema);
  // The schema trims an address: one that has nothing to trim is as it would give it.
  if (schema instanceof z.ZodURL) return (value) => schema.safeParse(value).data === value;
  if (schema instanceof z.ZodEnum) {
    const { options } = schema;
    return (value) => (options as readonly unknown[]).includes(value);
  }
  return never;
};

type CheckDef = z.core.$ZodCheckDef & { readonly inclusive?: boolean };

const hasOnly = (schema: z.ZodType, isKnown: (check: CheckDef) => boolean): boolean =>
  (schema.def.checks ?? []).every(({ _zod: { def } }) => isKnown(def));

const isLength = ({ check: kind }: CheckDef): boolean =>
  kind === 'min_length' || kind === 'max_length';

/** The schema counts characters, of which a text has no more than UTF-16 units, and one at least if it has a unit. */
const checkText = (schema: z.ZodString): ((value: unknown) => boolean) => {
  const least = schema.minLength ?? 0;
  const most = schema.maxLength ?? Number.POSITIVE_INFINITY;
  if (!hasOnly(schema, isLength) || least > 1 || schema.def.coerce === true) return never;
  return (value) => typeof value === 'string' && value.length >= least && value.length <= most;
};

const isAtLeast = ({ check: kind, inclusive }: CheckDef): boolean =>
  kind === 'greater_than' && inclusive === true;

const checkWhole = (schema: z.ZodNumber): ((value: unknown) => boolean) => {
  const least = schema.minValue ?? Number.NEGATIVE_INFINITY;
  if (!hasOnly(schema, isAtLeast) || schema.format !== 'safeint') return never;
  return (value) => Number.isSafeInteger(value) && (value as number) >= least;
};
