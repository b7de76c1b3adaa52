import type * as z from 'zod';
import type { ChangedFile } from '../../shared/placement/manifest.ts';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import type { ChangeState } from '../../shared/supervisor/change-state.ts';
import type { TaskContext } from '../threads/task-context.ts';

/**
 * A system that code changes come from. It runs in threads only; what it knows of a change crosses to the supervisor and
 * its files as a value that nobody else reads.
 */
export interface Provider {
  /** In the files of sessions: it never changes. */
  readonly name: string;
  /** Whether a request is for this provider. */
  readonly detect: (wanted: WantedChange) => boolean | Promise<boolean>;
  /** Finds out what is to be compared. @throws GalleyError that says what is wrong with the request */
  readonly resolve: (wanted: WantedChange, context: TaskContext) => Promise<ResolvedChange>;
  /** A change of this provider, from the value of `resolve`. @throws GalleyError where the value is not valid */
  readonly open: (value: unknown) => Change;
}

/** The part of a request that says what to compare. */
export interface WantedChange {
  /** Absolute folder. */
  readonly cwd: string;
  readonly range?: string;
  readonly patch?: string;
}

export interface ResolvedChange {
  readonly value: z.core.util.JSONType;
  /** Absolute path of what is compared, as pages show it. */
  readonly path: string;
  /** A title for a session that was given none. */
  readonly title: string;
  /** Absent: that of the request's folder. */
  readonly project?: string;
  /** The same whenever the same thing is reviewed. */
  readonly key: string;
  readonly commits?: Commits;
  /** A file that is copied into the spool: it may go once the session is open. */
  readonly copied?: string;
}

/** One code change and what can be had of it. What a provider lacks, the page does not offer. */
export interface Change {
  /** What is compared, for people. */
  readonly description: string;
  /** Makes the patch. */
  readonly compare: (options: CompareOptions) => Promise<Comparison>;
  /** Makes the patch without what is only whitespace. Without it, the lines of the patch are compared. */
  readonly compareIgnoringSpace?: (options: PatchOptions) => Promise<void>;
  /** Hands on the content of a side of a file, exactly as it was compared. */
  readonly readSide?: (wanted: WantedSide, take: TakePart, context: TaskContext) => Promise<void>;
  /** What it is like now. `contents` is where digests are remembered from one look to the next. */
  readonly readState?: (contents: string | undefined, context: TaskContext) => Promise<ChangeState>;
  /** What is to be compared if it is opened again; absent for what never changes. */
  readonly refresh?: (context: TaskContext) => Promise<ResolvedChange>;
}

/** Takes a part of a stream; the next one comes when this resolves. */
export type TakePart = (part: Buffer) => Promise<void>;

export interface PatchOptions {
  readonly take: TakePart;
  /** For files that are needed on the way. */
  readonly folder: string;
  readonly context: TaskContext;
}

export interface CompareOptions extends PatchOptions {
  /** Where the file is that `resolve` wanted copied. */
  readonly input: string;
  /** As for `readState`. */
  readonly contents: string | undefined;
}

export interface Comparison {
  /** As `readState` has it, from before the patch was made; absent where nothing changes. */
  readonly state?: string;
  /** The files of the patch with what else is known of them, and those of which the patch says nothing. */
  readonly complete: (files: readonly ChangedFile[]) => Promise<ChangedFile[]>;
}

export interface WantedSide {
  readonly file: ChangedFile;
  readonly side: Side;
  readonly maxBytes: number;
}

/** What a change gives beside its patch. */
export const capabilitiesOf = ({ readSide, refresh }: Change): ProviderCapability[] => [
  // Both are made from the patch.
  'whitespace',
  'search',
  ...(readSide === undefined ? [] : (['context', 'sides'] as const)),
  ...(refresh === undefined ? [] : (['refresh'] as const)),
];
