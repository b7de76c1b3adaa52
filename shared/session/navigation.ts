import * as z from 'zod';
import { fileQuerySchema, pathTextSchema } from './project-files.ts';
import { sideSchema } from './side-lines.ts';
import { entityKindSchema } from './structure.ts';
import type { RouteInputs } from './route.ts';

/** A symbol as it is written: one word, of any language. */
const symbolSchema = z
  .string()
  .min(1, 'must not be empty')
  .max(200)
  .regex(/^[^\p{C}\s]+$/u, 'must be one word');

/**
 * Why not everything was searched: enough was found, it took too long, too much is not committed, or one of several
 * repositories cannot be searched.
 */
export const cutReasonSchema = z.enum(['count', 'time', 'files', 'repositories']);
export type CutReason = z.infer<typeof cutReasonSchema>;

/** `GET /api/references`: the path is that of the file in which the symbol was met; what is near it comes first. */
export const referencesQuerySchema = z.object({
  name: symbolSchema,
  side: sideSchema,
  path: z.exactOptional(pathTextSchema),
});

export const referenceSchema = z.object({
  line: z.int().min(1),
  /** The line, shortened around the symbol if it is long. */
  text: z.string(),
});
export type Reference = z.infer<typeof referenceSchema>;

export const fileReferencesSchema = z.object({
  /** Encoded as in the manifest. */
  path: z.string(),
  lines: z.array(referenceSchema),
  /** How many more lines of the file have the symbol, if not all are given. */
  more: z.exactOptional(z.int().min(1)),
});
export type FileReferences = z.infer<typeof fileReferencesSchema>;

/** A line of the answer, which is newline-delimited JSON: a file with the symbol, and the end as the last one. */
export const referencesPartSchema = z.union([
  fileReferencesSchema,
  z.object({ end: z.literal(true), cut: z.exactOptional(cutReasonSchema) }),
]);
export type ReferencesPart = z.infer<typeof referencesPartSchema>;

/** `GET /api/definition`: the path is that of the file in which the symbol was met. */
export const definitionQuerySchema = fileQuerySchema.extend({ name: symbolSchema });
export type DefinitionQuery = z.infer<typeof definitionQuerySchema>;

export const definitionSchema = z.object({
  path: z.string(),
  line: z.int().min(1),
  /** Known if the file was parsed. */
  kind: z.exactOptional(entityKindSchema),
  /** The lines that say what it is: the first, and the rest of its parameters. */
  signature: z.string(),
});
export type Definition = z.infer<typeof definitionSchema>;

export const definitionAnswerSchema = z.object({
  /** The most likely first. */
  definitions: z.array(definitionSchema),
  cut: z.exactOptional(cutReasonSchema),
});
export type DefinitionAnswer = z.infer<typeof definitionAnswerSchema>;

/** `GET /api/symbols` */
export const symbolsQuerySchema = z.object({
  /** A part of the name, in any case. */
  q: symbolSchema.min(2, 'must have at least 2 characters'),
  side: sideSchema,
});
export type SymbolsQuery = z.infer<typeof symbolsQuerySchema>;

const foundSymbolSchema = z.object({
  name: z.string(),
  path: z.string(),
  line: z.int().min(1),
  /** The line that declares it. */
  signature: z.string(),
});
export type FoundSymbol = z.infer<typeof foundSymbolSchema>;

export const symbolsAnswerSchema = z.object({
  /** The best match first. */
  symbols: z.array(foundSymbolSchema),
  cut: z.exactOptional(cutReasonSchema),
});
export type SymbolsAnswer = z.infer<typeof symbolsAnswerSchema>;

export const navigationInputs = {
  getReferences: { query: referencesQuerySchema },
  getDefinition: { query: definitionQuerySchema },
  getSymbols: { query: symbolsQuerySchema },
} as const satisfies RouteInputs;
