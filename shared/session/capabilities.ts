import * as z from 'zod';
import type { Mode } from './mode.ts';

/** What depends on where the content came from: version control, a patch, files. */
export const providerCapabilities = [
  'context',
  'sides',
  'whitespace',
  'refresh',
  'search',
] as const;
export const providerCapabilitySchema = z.enum(providerCapabilities);
export type ProviderCapability = z.infer<typeof providerCapabilitySchema>;

/** What a session can do; `docs/session-contract.md` says what each means. */
export const capabilitySchema = z.enum([
  ...providerCapabilities,
  'document',
  'changes',
  'approve',
  'deny',
  'feedback',
  'close',
  'undo',
  'comments',
  'suggestions',
  'triage',
  'drafts',
  'viewed',
  'colours',
  'settings',
  'events',
]);
export type Capability = z.infer<typeof capabilitySchema>;

/** As long as it is not decided. */
const ofAll = [
  'close',
  'undo',
  'comments',
  'suggestions',
  'triage',
  'drafts',
  'settings',
  'events',
] as const satisfies readonly Capability[];

const ofMode: Readonly<Record<Mode, readonly Capability[]>> = {
  plan: ['document', 'search', 'approve', 'deny'],
  document: ['document', 'search', 'feedback'],
  review: ['changes', 'viewed', 'colours', 'feedback'],
};

/** What a running session can do, made of its mode and of what its content's provider gives. */
export const capabilitiesOf = (
  mode: Mode,
  provided: readonly ProviderCapability[],
): readonly Capability[] => [...new Set([...provided, ...ofMode[mode], ...ofAll])];

/** The same as `GET /api/session` has had it from the beginning. */
export const canOf = (capabilities: readonly Capability[]) => ({
  approve: capabilities.includes('approve'),
  deny: capabilities.includes('deny'),
  feedback: capabilities.includes('feedback'),
  ai: false,
});

/** What an ended review can do: it is read from what is kept of it, and nothing changes. */
export const endedCapabilities = (mode: Mode): readonly Capability[] => [
  mode === 'review' ? 'changes' : 'document',
  'search',
];
