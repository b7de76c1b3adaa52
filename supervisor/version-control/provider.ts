import type * as z from 'zod';
import type { ChangedFile } from '../../shared/placement/manifest.ts';
import type { RepositoryNote } from '../../shared/placement/repository-note.ts';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { CutReason } from '../../shared/session/navigation.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type {
  Commit,
  NamedScope,
  Scope,
  ScopeChoice,
  ScopesAnswer,
} from '../../shared/session/scope.ts';
import type { StagingAction } from '../../shared/session/staging-action.ts';
import type {
  Applied,
  ProjectChange,
  SelectedLines,
  Suggestion,
} from '../../shared/session/staging.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import type { ChangeState } from '../../shared/supervisor/control-routes.ts';
import type { TaskContext } from '../threads/task-context.ts';
import type { Content } from './read-contents.ts';
import type { StateParts } from './state-parts.ts';

/**
 * A version control system. Providers run in threads only; what they know about a change is passed to the supervisor
 * and stored as an opaque value.
 */
export interface Provider {
  /** Stored with sessions, so it must never change. */
  readonly name: string;
  /** What the root of each of its repositories holds, if it has any. */
  readonly marker?: string;
  /** Whether this provider handles the request. */
  readonly detect: (wanted: WantedChange) => boolean | Promise<boolean>;
  /** Resolves what to compare. @throws GalleyError that explains what is wrong with the request */
  readonly resolve: (wanted: WantedChange, context: TaskContext) => Promise<ResolvedChange>;
  /**
   * The files below a folder that are not ignored, relative to it, or those of the given paths; may have some that are not
   * there. Undefined if the folder is in no repository of its kind.
   */
  readonly listFiles?: (
    folder: string,
    context: TaskContext,
    only?: readonly string[],
  ) => Promise<readonly string[] | undefined>;
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
  /** Whether it is one of several repositories, whose branches do not matter. */
  readonly isPart?: true;
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
  /**
   * The line of work that this is part of, if the key does not name it: a review of the same on another one is not
   * another round. It must survive a rebase.
   */
  readonly branch?: string;
  /** Identifies the repository, whichever of its work trees and folders is named, and whatever is compared. */
  readonly repository?: string;
  /** Those of a folder, which have `repository` when they are reviewed alone. */
  readonly repositories?: readonly RepositoryBelow[];
  readonly commits?: Commits;
  /** What of its repository is compared. */
  readonly scope?: Scope;
  /** A file to copy into the spool; the original may disappear once the session is open. */
  readonly copied?: string;
}

/** One of several repositories. */
export interface RepositoryBelow {
  /** Relative to what is reviewed, as `pathText`. */
  readonly folder: string;
  readonly repository: string;
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
  /** The same of many at once, if that is faster. */
  readonly readSides?: (wanted: readonly WantedSide[], context: TaskContext) => Promise<Content[]>;
  /** Fingerprints the current state. `contents` is a file that caches digests between polls. */
  readonly readState?: (
    contents: string | undefined,
    context: TaskContext,
  ) => Promise<CurrentState>;
  /** Resolves the change again for a refresh; absent if it can never change. */
  readonly refresh?: (context: TaskContext) => Promise<ResolvedChange>;
  /** Changes the project: what is staged, and the work tree; absent if it never does. */
  readonly writer?: ChangeWriter;
  /** What else of the same repository can be compared; absent if there is nothing else. */
  readonly repository?: ChangeRepository;
  /** What else can be chosen, if that can do more. */
  readonly instead?: Change;
}

/** The state of what is compared. */
export interface CurrentState extends ChangeState {
  /** Absent if it is not known what it was made of. */
  readonly parts?: StateParts;
}

/** The repository behind a change, or several. */
export interface ChangeRepository {
  /** One of several, by its folder. @throws GalleyError `not_found` if there is no such */
  readonly only?: (folder: string) => Pick<ChangeRepository, 'scopes' | 'choose' | 'commits'>;
  readonly scopes: (context: TaskContext) => Promise<ScopesAnswer>;
  /** @throws GalleyError that explains what is wrong with the choice */
  readonly choose: (choice: ScopeChoice, context: TaskContext) => Promise<ResolvedChange>;
  /** The commits that lead to the current one, newest first. */
  readonly commits: (page: CommitsPage, context: TaskContext) => Promise<readonly Commit[]>;
  /** The paths of all files of the new side: tracked, or untracked and not ignored. May have duplicates. */
  readonly paths: (context: TaskContext) => Promise<readonly string[]>;
  /** Reads one of them, or one of the old side. @throws GalleyError `not_found` for any other path */
  readonly readFile: (wanted: WantedFile, context: TaskContext) => Promise<ProjectFile>;
  /** Finds the lines with a word, or a part of one, in all files of a side. @returns why it was not all of them, if so */
  readonly findWord?: (wanted: WantedWord, context: TaskContext) => Promise<CutReason | undefined>;
}

/** A word of a side, and who is told of each file that has it. */
export interface WantedWord {
  readonly word: string;
  /** The file in which it was met; of several repositories, that file's is searched first. */
  readonly near?: string;
  /** Whether it may be a part of a word, in any case. */
  readonly isPart?: true;
  readonly side: Side;
  /** @returns false if that is enough */
  readonly onFile: (found: FileLines) => Promise<boolean>;
}

export interface FileLines {
  readonly path: string;
  /** Whether it is of another repository than the file in which the word was met. */
  readonly isElsewhere?: true;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

export interface CommitsPage {
  /** Text in the message, whatever the case. */
  readonly q?: string;
  readonly skip: number;
  readonly limit: number;
}

export interface WantedFile {
  readonly path: string;
  readonly side: Side;
  readonly maxBytes: number;
}

/** A file of a project. The content of a symbolic link is its target. */
export type ProjectFile =
  | {
      readonly kind: 'file' | 'symlink';
      readonly bytes: number;
      /** Absent if it is too large. */
      readonly content?: Buffer;
      readonly hasConflict?: true;
    }
  | { readonly kind: 'submodule'; readonly commit?: string }
  /** Several versions, and none of them is the file. */
  | { readonly kind: 'conflict' };

/** What is written to the project behind a change. What undoes it is kept. */
export interface ChangeWriter {
  /** What `stage` does with files of this change. */
  readonly actions: readonly StagingAction[];
  /** @throws GalleyError that explains why it is refused; nothing was changed then */
  readonly stage: (
    wanted: WantedStaging,
    kept: string,
    context: TaskContext,
  ) => Promise<ProjectChange>;
  /** Applies what can be applied exactly. @throws GalleyError as the writing does */
  readonly apply: (
    wanted: WantedSuggestions,
    kept: string,
    context: TaskContext,
  ) => Promise<Applied>;
  /** @throws GalleyError `not_found` if it is not kept any more, or as `stage` does */
  readonly undo: (id: string, kept: string, context: TaskContext) => Promise<ProjectChange>;
  /** Latest first. @param kept the folder where they are kept */
  readonly list: (kept: string) => Promise<readonly ProjectChange[]>;
}

/** A file of the change, or lines of it, and what to do with them. */
export interface WantedStaging {
  readonly action: StagingAction;
  readonly file: ChangedFile;
  /** The file's part of the patch, as Latin-1. */
  readonly patch: string;
  readonly lines?: readonly SelectedLines[] | undefined;
}

/** Suggestions, and the files that are shown. */
export interface WantedSuggestions {
  readonly suggestions: readonly Suggestion[];
  readonly files: readonly ChangedFile[];
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
  /** What to know of the repository. */
  readonly notes?: readonly RepositoryNote[];
  /** From `readState`, taken before the patch was made; absent if it can never change. */
  readonly state?: string;
  readonly parts?: StateParts;
  /** Adds what else is known about the files, and files that the patch does not mention. */
  readonly complete: (files: readonly ChangedFile[]) => Promise<ChangedFile[]>;
}

export interface WantedSide {
  readonly file: ChangedFile;
  readonly side: Side;
  readonly maxBytes: number;
}

/** The capabilities that a change offers in addition to its patch. */
export const capabilitiesOf = (change: Change): ProviderCapability[] => [
  ...new Set([change, change.instead ?? change].flatMap(ownCapabilities)),
];

/** Those that only what else can be chosen offers. */
export const lackingOf = (change: Change): ProviderCapability[] => {
  const own = new Set(ownCapabilities(change));
  return capabilitiesOf(change).filter((one) => !own.has(one));
};

const ownCapabilities = ({
  readSide,
  refresh,
  repository,
  writer,
}: Change): ProviderCapability[] => [
  // Both are computed from the patch.
  'whitespace',
  'search',
  ...(readSide === undefined ? [] : (['context', 'sides', 'structure'] as const)),
  ...(refresh === undefined ? [] : (['refresh'] as const)),
  ...(repository === undefined ? [] : (['scopes', 'commits'] as const)),
  // They are files of the two sides.
  ...(repository === undefined || readSide === undefined ? [] : (['files'] as const)),
  ...(repository?.findWord === undefined ? [] : (['navigation'] as const)),
  ...(writer === undefined ? [] : (['staging'] as const)),
];
