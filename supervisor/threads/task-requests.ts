import type { PatchRange } from '../../shared/node/search-diff.ts';
import type { DiffHits } from '../../shared/session/content.ts';
import type { ChangeState } from '../../shared/supervisor/control-routes.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type {
  CommitsAnswer,
  RepositoryQuestion,
  ScopeChoice,
  ScopesAnswer,
} from '../../shared/session/scope.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { InspectedSource } from '../sessions/source.ts';
import type { ChangeSource } from '../version-control/change-source.ts';
import type { WantedChange } from '../version-control/provider.ts';

/** Finds out what a request wants to have reviewed. */
export interface InspectSourceRequest {
  readonly task: 'inspect-source';
  readonly request: OpenRequest;
}

/** The same for a request still in the JSON file `body`; the text in it is written to `content`. */
export interface ReadOpeningRequest {
  readonly task: 'read-opening';
  readonly body: string;
  readonly content: string;
}
export interface ReadOpeningResult {
  /** Without its content. */
  readonly request: OpenRequest;
  readonly inspected: InspectedSource;
}

/** How a text is read: as markdown, as HTML converted to markdown, or as plain lines of code or prose. */
export type DocumentFormat = 'markdown' | 'html' | 'text';

export interface DocumentSource {
  /** Absolute path. */
  readonly path: string;
  /** As shown on the page; its extension determines the format if none is given. */
  readonly name?: string;
  /** Default: by the extension of the name; without a name, what `fetch-document` found, else markdown. */
  readonly format?: DocumentFormat;
}

/** Renders texts to `output`, a RenderedDocument. Several sources are concatenated, each under its name. */
export interface RenderDocumentRequest {
  readonly task: 'render-document';
  readonly sources: readonly DocumentSource[];
  readonly output: string;
  /** Where to write the digests of the sources (FileContents), if anywhere. */
  readonly contents?: string;
  /** Limit for all sources together; default 20 MiB. */
  readonly maxBytes?: number;
}
export interface RenderDocumentResult {
  readonly title?: string;
  readonly blocks: number;
}

/** Fetches a web page to `output`, as UTF-8. */
export interface FetchDocumentRequest {
  readonly task: 'fetch-document';
  readonly url: string;
  readonly output: string;
  /** Whether addresses of this machine and private networks are allowed. */
  readonly isPrivateAllowed: boolean;
  /** Extra trusted certificates (PEM). */
  readonly extraCaFile?: string | undefined;
  readonly maxBytes?: number;
  readonly timeLimitMs?: number;
}
export interface FetchDocumentResult {
  readonly format: DocumentFormat;
  /** After redirects. */
  readonly url: string;
  readonly bytes: number;
}

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
export type AskRepositoryResult = ScopesAnswer | CommitsAnswer;

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

/** Fingerprints what a change was made of, as far as a review can see. */
export interface WorktreeStateRequest {
  readonly task: 'worktree-state';
  readonly source: ChangeSource;
  /** File that caches the contents between polls. */
  readonly contents: string;
}
export interface WorktreeStateResult {
  /** Differs whenever something has changed. */
  readonly state: string;
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

interface Tasks {
  readonly 'inspect-source': { request: InspectSourceRequest; result: InspectedSource };
  readonly 'read-opening': { request: ReadOpeningRequest; result: ReadOpeningResult };
  readonly 'render-document': { request: RenderDocumentRequest; result: RenderDocumentResult };
  readonly 'fetch-document': { request: FetchDocumentRequest; result: FetchDocumentResult };
  readonly 'refresh-change': { request: RefreshChangeRequest; result: RefreshChangeResult };
  readonly 'ask-repository': { request: AskRepositoryRequest; result: AskRepositoryResult };
  readonly 'read-side': { request: ReadSideRequest; result: ReadSideResult };
  readonly 'hide-whitespace': { request: HideWhitespaceRequest; result: HideWhitespaceResult };
  readonly 'colour-files': { request: ColourFilesRequest; result: ColourFilesResult };
  readonly 'change-state': { request: ChangeStateRequest; result: ChangeState };
  readonly 'worktree-state': { request: WorktreeStateRequest; result: WorktreeStateResult };
  readonly 'find-patch': { request: FindPatchRequest; result: FindPatchResult };
  readonly 'search-patch': { request: SearchPatchRequest; result: DiffHits };
  readonly 'prepare-diff': { request: PrepareDiffRequest; result: PrepareDiffResult };
}

/** A task. Paths are absolute; outputs are written as a whole or not at all. */
export type TaskRequest = Tasks[keyof Tasks]['request'];

/** The result of a request of type `Request`. */
export type TaskResult<Request extends TaskRequest> = Tasks[Request['task']]['result'];
