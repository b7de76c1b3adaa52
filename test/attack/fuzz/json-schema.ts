import * as z from 'zod';

/** The subset of JSON Schema that the contracts use. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  /** Refuses every value. */
  readonly not?: object;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The properties of an object that may have a value. */
export const propertiesOf = ({ properties = {} }: JsonSchema): [string, JsonSchema][] =>
  Object.entries(properties).filter(([, { not }]) => not === undefined);

/** The input of a schema as JSON Schema, which can be walked. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
