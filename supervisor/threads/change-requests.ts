import type { LastRoundPaths } from '../../shared/node/paths.ts';
import type { PatchRange } from '../../shared/node/search-diff.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type {
  CommitsAnswer,
  RepositoryQuestion,
  ScopeChoice,
  ScopesAnswer,
} from '../../shared/session/scope.ts';
import type { DefinitionAnswer, SymbolsAnswer } from '../../shared/session/navigation.ts';
import type { FileAnswer, FilesAnswer } from '../../shared/session/project-files.ts';
import type {
  Applied,
  ProjectChange,
  ProjectChanges,
  ProjectRequest,
} from '../../shared/session/staging.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import type { SourceChange } from '../../shared/session/source-change.ts';
import type { ChangeSource } from '../version-control/change-source.ts';
import type { WantedChange } from '../version-control/provider.ts';

/** Writes `patch` and `manifest` of a comparison in a repository, or of a patch file. */
export interface PrepareDiffRequest {
  readonly task: 'prepare-diff';
  readonly source: ChangeSource;
  /** The copy of the file that the provider wanted copied. */
  readonly input: string;
  readonly patch: string;
  readonly manifest: string;
  /** As in `worktree-state`. */
  readonly contents?: string;
  readonly made?: string;
  /** Versions after the first get file ids of their own, so that an id never stands for two contents. */
  readonly version?: number;
  /** Limit of the patch; default 256 MiB. */
  readonly maxBytes?: number;
}
export interface PrepareDiffResult {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** Resolves a change again, to its current state, or to something else of the same repository. */
export interface RefreshChangeRequest {
  readonly task: 'refresh-change';
  readonly source: ChangeSource;
  readonly choice?: ScopeChoice;
}
export interface RefreshChangeResult {
  readonly source: ChangeSource;
  readonly commits?: Commits;
}

/** Asks the repository behind a change. */
export interface AskRepositoryRequest {
  readonly task: 'ask-repository';
  readonly source: ChangeSource;
  readonly question: RepositoryQuestion;
}
export type AskRepositoryResult =
  | ScopesAnswer
  | CommitsAnswer
  | FilesAnswer
  | DefinitionAnswer
  | SymbolsAnswer;

/** Stages, unstages or discards something of a change, undoes that, or lists what can be undone. */
export interface WriteProjectRequest {
  readonly task: 'write-project';
  readonly source: ChangeSource;
  /** As written by `prepare-diff`. */
  readonly manifest: string;
  readonly patch: string;
  /** Folder of what undoes changes. */
  readonly kept: string;
  readonly request: ProjectRequest;
}
export type WriteProjectResult = ProjectChange | ProjectChanges | Applied;

/** Writes one side of a changed file to `output`, exactly as it was compared. */
export interface ReadSideRequest {
  readonly task: 'read-side';
  readonly source: ChangeSource;
  /** As written by `prepare-diff`. */
  readonly manifest: string;
  readonly fileId: string;
  readonly side: Side;
  readonly output: string;
  /** Limit of the content; default 20 MiB. */
  readonly maxBytes?: number;
}
export interface ReadSideResult {
  readonly bytes: number;
}

/** Writes a file of the project, changed or not, to `output`: a FileAnswer. */
export interface ReadFileRequest {
  readonly task: 'read-file';
  readonly source: ChangeSource;
  readonly path: string;
  readonly side: Side;
  readonly output: string;
  /** Limit of a text; default 8 MiB. */
  readonly maxBytes?: number;
}
export interface ReadFileResult {
  readonly kind: FileAnswer['kind'];
}

/** Writes the lines of a side with a symbol to `output` while they are found: ReferencesParts. */
export interface FindReferencesRequest {
  readonly task: 'find-references';
  readonly source: ChangeSource;
  readonly name: string;
  readonly side: Side;
  /** The file in which it was met. */
  readonly near?: string;
  /** Read while it grows. */
  readonly output: string;
  /** Limit of the lines; default 5000. */
  readonly maxCount?: number;
}
export interface FindReferencesResult {
  readonly lines: number;
}

/** Writes a patch and a manifest of the same files without whitespace-only changes. */
export interface HideWhitespaceRequest {
  readonly task: 'hide-whitespace';
  readonly source: ChangeSource;
  /** As written by `prepare-diff`. */
  readonly from: { readonly patch: string; readonly manifest: string };
  readonly patch: string;
  readonly manifest: string;
  /** Limit of the patch; default 256 MiB. */
  readonly maxBytes?: number;
}
export interface HideWhitespaceResult {
  readonly additions: number;
  readonly deletions: number;
}

/** Highlights the first files of a change to `output`: DiffColours without its version. */
export interface ColourFilesRequest {
  readonly task: 'colour-files';
  /** As written by `prepare-diff`. */
  readonly patch: string;
  readonly manifest: string;
  readonly output: string;
}
export interface ColourFilesResult {
  readonly files: number;
}

/** Compares the functions, classes, types … of a part of the files on both sides, for `join-structure`. */
export interface ReadStructureRequest {
  readonly task: 'read-structure';
  readonly source: ChangeSource;
  /** As written by `prepare-diff`. */
  readonly manifest: string;
  /** Which of how many parts. */
  readonly part: number;
  readonly of: number;
  readonly output: string;
}

/** Writes a Structure from all parts: what was renamed or moved is found in any file. */
export interface JoinStructureRequest {
  readonly task: 'join-structure';
  readonly manifest: string;
  readonly parts: readonly string[];
  readonly output: string;
}
export interface StructureResult {
  readonly entries: number;
}

/** Compares a change with the last round of its review: writes a RoundsFile, and the interdiffs of its files. */
export interface CompareRoundsRequest {
  readonly task: 'compare-rounds';
  readonly source: ChangeSource;
  /** As written by `prepare-diff`. */
  readonly manifest: string;
  readonly patch: string;
  /** What is kept of the last round, if anything. */
  readonly last: LastRoundPaths;
  readonly rounds: string;
  readonly interdiff: string;
}
export interface CompareRoundsResult {
  readonly files: number;
}

/** Fingerprints what a change was made of, as far as a review can see. */
export interface WorktreeStateRequest {
  readonly task: 'worktree-state';
  readonly source: ChangeSource;
  /** File that caches the contents between polls. */
  readonly contents: string;
  /** File with what the state was made of when the change was read. */
  readonly made?: string;
}
export interface WorktreeStateResult {
  /** Differs whenever something has changed. */
  readonly state: string;
  readonly changed?: SourceChange;
}

/** Fingerprints what a review would show, without opening one. */
export interface ChangeStateRequest extends WantedChange {
  readonly task: 'change-state';
}

/** Finds the byte range of a file's patch. */
export interface FindPatchRequest {
  readonly task: 'find-patch';
  /** As written by `prepare-diff`. */
  readonly manifest: string;
  readonly fileId: string;
}
/** Undefined if there is no such file. */
export type FindPatchResult = PatchRange | undefined;

/** Searches all lines of a change. */
export interface SearchPatchRequest {
  readonly task: 'search-patch';
  readonly manifest: string;
  readonly patch: string;
  readonly query: string;
}
