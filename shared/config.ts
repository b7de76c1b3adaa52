import * as z from 'zod';
import { commentKindSchema } from './annotations/comment-kind-schema.ts';
import { limitsSchema } from './annotations/limits.ts';
import { defaultQuickLabels } from './quick-labels.ts';
import { undoSecondsSchema } from './session/outcome.ts';
import type { RouteInputs } from './session/route.ts';

const quickLabelSchema = z.strictObject({
  label: z.string().min(1).max(40),
  text: z.exactOptional(z.string().min(1).max(1000)),
  kind: z.exactOptional(commentKindSchema),
});

/** The settings that a review page can read and change (`/api/config`). */
const pageConfigShape = {
  /** Colour theme of the pages. */
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Language of the pages; `auto` follows the browser. */
  language: z.enum(['auto', 'en', 'de']).default('auto'),
  /** Diff layout: side by side or unified; `auto` depends on the available width. */
  diffView: z.enum(['auto', 'split', 'unified']).default('auto'),
  /** Whether long lines of code are wrapped. */
  wrapLines: z.boolean().default(true),
  /** Order of the files of a change: by path, or code with the most changed functions and types first. */
  fileOrder: z.enum(['path', 'structure']).default('path'),
  /** Whether hunks that change only imports are folded. */
  foldImports: z.boolean().default(true),
  /** Whether hunks that change only formatting are folded, and of imports those that only a grammar can tell. */
  foldTrivial: z.boolean().default(false),
  /** Width of the list of comments and findings, in pixels. */
  panelWidth: z.int().min(240).max(1200).default(336),
  /** Whether that list is initially open beside the content. */
  panelPinned: z.boolean().default(false),
  /**
   * Comments offered for selected text, the first five also on keys 1 to 5; the defaults are in the page's language.
   */
  quickLabels: z
    .array(quickLabelSchema)
    .max(12)
    .default(() => [...defaultQuickLabels]),
  /** Seconds during which a decision can be undone before the agent gets it; 0 disables undo. */
  undoSeconds: undoSecondsSchema.default(5),
  /** Key bindings: command name to a key such as `j` or `Mod+Enter`. */
  keys: z.record(z.string().min(1).max(60), z.string().min(1).max(40)).default({}),
} as const;

/** The schema of `config.json`. Every key has a default; unknown keys are errors. */
export const configSchema = z.strictObject({
  ...pageConfigShape,
  /** Command that opens a browser; empty for the system's default, `none` to open nothing. */
  browser: z.string().max(1000).default(''),
  /** Number of idle workers kept ready, so that sessions open at once; with 0, nothing is started before it is needed. */
  warmWorkers: z.int().min(0).max(16).default(2),
  /** Minutes without a session before the supervisor exits; 0 for never. Not applied with `supervisor run --leave`. */
  idleExitMinutes: z.number().min(0).max(100_000).default(180),
  /** Seconds that a session outlives the process that opened it, unless it is detached. */
  graceSeconds: z.number().min(0).max(86_400).default(60),
  /** Minutes that a session continues without a supervisor, waiting to be adopted. */
  orphanMinutes: z.number().min(0).max(100_000).default(30),
  /** Port of the control API on loopback; 0 for any free port. */
  supervisorPort: z.int().min(0).max(65_535).default(0),
  /** Whether reviews can be reached from other machines; `auto` means in SSH sessions and development containers. */
  remote: z.union([z.boolean(), z.literal('auto')]).default('auto'),
  /** Port of the gateway in remote mode, on all interfaces; 0 for any free port. */
  gatewayPort: z.int().min(0).max(65_535).default(19_440),
  /** Whether reviewers may write to files and stage changes in remote mode, where anyone who can connect is one. */
  allowRemoteWrites: z.boolean().default(false),
  /** Folder in which reviewers may save plans and documents as notes, absolute; empty for none. */
  notesFolder: z
    .string()
    .max(4096)
    .regex(/^(?:\/.*)?$/u, 'must be the absolute path of a folder, or empty')
    .default(''),
  /** Whether documents may be fetched from private and loopback addresses. */
  allowPrivateUrls: z.boolean().default(false),
  /** Days after which logs, ended reviews and abandoned drafts are removed. */
  keepDays: z.int().min(1).max(3650).default(30),
  /** Maximum MiB of content kept for ended reviews; the oldest is removed first, decisions never. 0 keeps none. */
  keepEndedMiB: z.int().min(0).max(1_000_000).default(1024),
  /** Days after which versions of plans and documents are removed. */
  keepHistoryDays: z.int().min(1).max(36_500).default(365),
  /** Maximum MiB of those versions; the plan or document presented longest ago goes first. 0 keeps none. */
  keepHistoryMiB: z.int().min(0).max(1_000_000).default(256),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  limits: limitsSchema.prefault({}),
});
export type Config = z.output<typeof configSchema>;

export const defaultConfig: Config = configSchema.parse({});

/** A change of settings: any of the keys; `null` restores the default. */
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

/** The body of `POST /api/config`: only what pages may change. */
export const pageConfigPatchSchema = changeOf(pageConfigShape);

export const configInputs = {
  changeConfig: { body: pageConfigPatchSchema, bodyName: 'The change of settings' },
} as const satisfies RouteInputs;
