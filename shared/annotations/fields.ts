import * as z from 'zod';
import type { Limits } from './limits.ts';

/**
 * A field that a client may omit. Typed as zod's `exactOptional`, which creates and drops an issue for each absent
 * field: half the time of a batch. The difference is only `undefined`, which JSON does not have.
 */
export const optionalField = <Schema extends z.ZodType>(
  schema: Schema,
): z.ZodExactOptional<Schema> => z.optional(schema) as unknown as z.ZodExactOptional<Schema>;

/** A path from a client, up to the longest possible path with every byte quoted. */
export const filePathInput = ({ filePathLength: most }: Limits): z.ZodString =>
  z
    .string()
    .max(4 * most + 2)
    .refine((path) => path.length <= most || pathLength(path) <= most, {
      error: `must not be longer than ${most}`,
    });

/** The same for the fast path, which leaves longer ones to the schema. */
export const quickFilePath = ({ filePathLength: most }: Limits): z.ZodString =>
  z.string().max(most);

/** In characters, or in bytes if the path is quoted as git does. */
const pathLength = (path: string): number => {
  const isQuoted = path.startsWith('"') && path.endsWith('"');
  return Array.from(
    isQuoted ? path.slice(1, -1).replaceAll(/\\(?:[0-3][0-7]{2}|[^])/gu, '?') : path,
  ).length;
};

const severitySchema = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof severitySchema>;

/** Names of the fields that say which rule a finding comes from. Source: contract.md, sections 1.1 and 1.2. */
export const aboutRule = ['severity', 'rule', 'url'] as const;

const maxUrlLength = 2000;

/** A URL that the page may link to: only http and https. */
const url = z.url({ protocol: /^https?$/u, error: 'must be an http or https address' });

/** As sent by clients. */
export const ruleFields = (limits: Limits) => ({
  severity: optionalField(severitySchema),
  rule: optionalField(z.string().max(limits.nameLength)),
  url: optionalField(url.max(maxUrlLength)),
});

/** As stored and returned. */
export const storedRuleFields = {
  severity: z.exactOptional(severitySchema),
  rule: z.exactOptional(z.string()),
  url: z.exactOptional(z.string()),
};
