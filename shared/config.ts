import * as z from 'zod';
import { commentKindSchema } from './annotations/comment.ts';
import { limitsSchema } from './annotations/limits.ts';
import { defaultQuickLabels } from './quick-labels.ts';
import { undoSecondsSchema } from './session/held.ts';

const quickLabelSchema = z.strictObject({
  label: z.string().min(1).max(40),
  text: z.exactOptional(z.string().min(1).max(1000)),
  kind: z.exactOptional(commentKindSchema),
});

/** The settings that a review page may read and change (`/api/config`). */
export const pageConfigShape = {
  /** Colours of the pages. */
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Language of the pages; `auto` for the browser's. */
  language: z.enum(['auto', 'en', 'de']).default('auto'),
  /** How a code change is shown: both sides beside each other, or one below the other; `auto` by the room there is. */
  diffView: z.enum(['auto', 'split', 'unified']).default('auto'),
  /** Whether long lines of code are wrapped. */
  wrapLines: z.boolean().default(true),
  /** Width of the list of comments and findings, in pixels. */
  panelWidth: z.int().min(240).max(1200).default(336),
  /** Whether the list of comments and findings stands beside the content from the start. */
  panelPinned: z.boolean().default(false),
  /** Comments that selected text offers, the first five also by the keys 1 to 5; the default ones in the page's language. */
  quickLabels: z
    .array(quickLabelSchema)
    .max(12)
    .default(() => [...defaultQuickLabels]),
  /** Seconds in which a decision can be undone before the agent gets it; 0 for none. */
  undoSeconds: undoSecondsSchema.default(5),
  /** Keys of commands: the command's name to a key such as `j` or `Mod+Enter`. */
  keys: z.record(z.string().min(1).max(60), z.string().min(1).max(40)).default({}),
} as const;

/** The content of `config.json`; each key has a default, unknown keys are refused. */
export const configSchema = z.strictObject({
  ...pageConfigShape,
  /** Command that opens a browser; empty for the system's own, `none` for never. */
  browser: z.string().max(1000).default(''),
  /** Workers kept started and waiting, so that a session opens at once. */
  warmWorkers: z.int().min(0).max(16).default(2),
  /** Minutes without a session after which the supervisor exits; 0 for never. One that is kept up never does. */
  idleExitMinutes: z.number().min(0).max(100_000).default(180),
  /** Seconds that a session outlives the process that asked for it, unless it is detached. */
  graceSeconds: z.number().min(0).max(86_400).default(60),
  /** Minutes that a session goes on without a supervisor; the next one adopts it. */
  orphanMinutes: z.number().min(0).max(100_000).default(30),
  /** Port of the supervisor's control API on loopback; 0 for any free one. */
  supervisorPort: z.int().min(0).max(65_535).default(0),
  /** Whether the reviews can be reached from other machines; `auto`: in SSH sessions and development containers. */
  remote: z.union([z.boolean(), z.literal('auto')]).default('auto'),
  /** Port of the gateway in remote mode, on all interfaces; 0 for any free one. */
  gatewayPort: z.int().min(0).max(65_535).default(19_440),
  /** Whether documents may be fetched from private and loopback addresses. */
  allowPrivateUrls: z.boolean().default(false),
  /** Days after which logs, ended reviews, and drafts that nobody came back for, are removed. */
  keepDays: z.int().min(1).max(3650).default(30),
  /** MiB that what is kept of ended reviews may take; the oldest goes first, and no decision ever. 0 keeps nothing. */
  keepEndedMiB: z.int().min(0).max(1_000_000).default(1024),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  limits: limitsSchema.prefault({}),
});
export type Config = z.output<typeof configSchema>;

export const defaultConfig: Config = configSchema.parse({});

/** A change of settings: any of the keys, `null` to go back to the default. */
const changeOf = (shape: Readonly<Record<string, z.ZodType>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).map(([key, schema]) => [
        key,
        z.exactOptional(z.nullable(schema instanceof z.ZodDefault ? schema.unwrap() : schema)),
      ]),
    ),
  );

export const pageConfigSchema = z.object(pageConfigShape);
export type PageConfig = z.output<typeof pageConfigSchema>;

/** The body of `POST /api/config`: only what a page may change. */
export const pageConfigPatchSchema = changeOf(pageConfigShape);
