import * as z from 'zod';
import type { Limits } from './limits.ts';
import { optionalField } from './optional-field.ts';

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
