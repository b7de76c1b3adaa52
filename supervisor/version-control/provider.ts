import type * as z from 'zod';
import type { ChangedFile } from '../../shared/placement/manifest.ts';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type {
  CommitsAnswer,
  CommitsQuery,
  NamedScope,
  Scope,
  ScopeChoice,
  ScopesAnswer,
} from '../../shared/session/scope.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import type { ChangeState } from '../../shared/supervisor/control-routes.ts';
import type { TaskContext } from '../threads/task-context.ts';

/**
 * A version control system. Providers run in threads only; what they know about a change is passed to the supervisor
 * and stored as an opaque value.
 */
export interface Provider {
  /** Stored with sessions, so it must never change. */
  readonly name: string;
  /** Whether this provider handles the request. */
  readonly detect: (wanted: WantedChange) => boolean | Promise<boolean>;
  /** Resolves what to compare. @throws GalleyError that explains what is wrong with the request */
  readonly resolve: (wanted: WantedChange, context: TaskContext) => Promise<ResolvedChange>;
  /** Opens a change from the value of `resolve`. @throws GalleyError if the value is invalid */
  readonly open: (value: unknown) => Change;
}

/** The part of a request that tells what to compare. */
export interface WantedChange {
  /** Absolute path. */
  readonly cwd: string;
  readonly range?: string;
  readonly scope?: NamedScope;
  readonly patch?: string;
  /** The name of the version control system, in place of the detected one. */
  readonly vcs?: string;
}

export interface ResolvedChange {
  readonly value: z.core.util.JSONType;
  /** Absolute path of what is compared, as shown on pages. */
  readonly path: string;
  /** Title for sessions without one. */
  readonly title: string;
  /** Default: the project of the request's folder. */
  readonly project?: string;
  /** Identifies what is reviewed, across sessions. */
  readonly key: string;
  readonly commits?: Commits;
  /** What of its repository is compared. */
  readonly scope?: Scope;
  /** A file to copy into the spool; the original may disappear once the session is open. */
  readonly copied?: string;
}

/** A code change and the operations it supports; the page does not offer missing ones. */
export interface Change {
  /** What is compared, for display. */
  readonly description: string;
  /** What of its repository is compared. */
  readonly scope?: Scope;
  /** Writes the patch. */
  readonly compare: (options: CompareOptions) => Promise<Comparison>;
  /** Writes the patch ignoring whitespace. If missing, the lines of the patch are compared instead. */
  readonly compareIgnoringSpace?: (options: PatchOptions) => Promise<void>;
  /** Streams the content of one side of a file, exactly as compared. */
  readonly readSide?: (wanted: WantedSide, take: TakePart, context: TaskContext) => Promise<void>;
  /** Fingerprints the current state. `contents` is a file that caches digests between polls. */
  readonly readState?: (contents: string | undefined, context: TaskContext) => Promise<ChangeState>;
  /** Resolves the change again for a refresh; absent if it can never change. */
  readonly refresh?: (context: TaskContext) => Promise<ResolvedChange>;
  /** What else of the same repository can be compared; absent if there is nothing else. */
  readonly repository?: ChangeRepository;
}

/** The repository behind a change. */
export interface ChangeRepository {
  readonly scopes: (context: TaskContext) => Promise<ScopesAnswer>;
  /** @throws GalleyError that explains what is wrong with the choice */
  readonly choose: (choice: ScopeChoice, context: TaskContext) => Promise<ResolvedChange>;
  readonly commits: (query: CommitsQuery, context: TaskContext) => Promise<CommitsAnswer>;
}

/** Receives a chunk; the next one waits until this resolves. */
export type TakePart = (part: Buffer) => Promise<void>;

export interface PatchOptions {
  readonly take: TakePart;
  /** For temporary files. */
  readonly folder: string;
  readonly context: TaskContext;
}

export interface CompareOptions extends PatchOptions {
  /** The copy of the file named by `ResolvedChange.copied`. */
  readonly input: string;
  /** As in `readState`. */
  readonly contents: string | undefined;
}

export interface Comparison {
  /** From `readState`, taken before the patch was made; absent if it can never change. */
  readonly state?: string;
  /** Adds what else is known about the files, and files that the patch does not mention. */
  readonly complete: (files: readonly ChangedFile[]) => Promise<ChangedFile[]>;
}

export interface WantedSide {
  readonly file: ChangedFile;
  readonly side: Side;
  readonly maxBytes: number;
}

/** The capabilities that a change offers in addition to its patch. */
export const capabilitiesOf = ({ readSide, refresh, repository }: Change): ProviderCapability[] => [
  // Both are computed from the patch.
  'whitespace',
  'search',
  ...(readSide === undefined ? [] : (['context', 'sides'] as const)),
  ...(refresh === undefined ? [] : (['refresh'] as const)),
  ...(repository === undefined ? [] : (['scopes', 'commits'] as const)),
];
