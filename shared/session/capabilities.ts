import * as z from 'zod';
import type { Mode } from './mode.ts';

/** Capabilities that depend on the source of the content (version control, a patch, files) or on settings. */
export const providerCapabilities = [
  'context',
  'sides',
  'whitespace',
  'refresh',
  'search',
  'scopes',
  'commits',
  'structure',
  'files',
  'navigation',
  'staging',
  'saving',
  'documents',
  'notes',
] as const;

/** Those that write to files, which remote mode has only where it is allowed. */
export const writingCapabilities: ReadonlySet<string> = new Set<ProviderCapability>([
  'staging',
  'saving',
  'notes',
]);
export const providerCapabilitySchema = z.enum(providerCapabilities);
export type ProviderCapability = z.infer<typeof providerCapabilitySchema>;

/** Available in every session until it is decided. */
const ofAll = [
  'close',
  'undo',
  'comments',
  'suggestions',
  'triage',
  'drafts',
  'uploads',
  'settings',
  'skills',
  'events',
] as const;

/** What a session can do; described in `docs/session-contract.md`. */
export const capabilitySchema = z.enum([
  ...providerCapabilities,
  ...ofAll,
  'document',
  'changes',
  'approve',
  'deny',
  'feedback',
  'viewed',
  'colours',
  'rounds',
  'editing',
  'versions',
  'links',
  'sharing',
]);
export type Capability = z.infer<typeof capabilitySchema>;

const ofMode: Readonly<Record<Mode, readonly Capability[]>> = {
  plan: [
    'document',
    'search',
    'rounds',
    'versions',
    'editing',
    'links',
    'sharing',
    'approve',
    'deny',
  ],
  document: ['document', 'search', 'rounds', 'versions', 'editing', 'links', 'sharing', 'feedback'],
  review: ['changes', 'viewed', 'colours', 'rounds', 'feedback'],
};

/** The capabilities of a running session, from its mode and its provider. */
export const capabilitiesOf = (
  mode: Mode,
  provided: readonly ProviderCapability[],
): readonly Capability[] => [...new Set([...provided, ...ofMode[mode], ...ofAll])];

/** The older form that `GET /api/session` has had from the start. */
export const canOf = (capabilities: readonly Capability[]) => ({
  approve: capabilities.includes('approve'),
  deny: capabilities.includes('deny'),
  feedback: capabilities.includes('feedback'),
  ai: false,
});

/** The capabilities of an ended review, which is read-only. */
export const endedCapabilities = (mode: Mode, isOfMany = false): readonly Capability[] => [
  mode === 'review' ? 'changes' : 'document',
  'search',
  ...(isOfMany ? (['documents'] as const) : []),
];
