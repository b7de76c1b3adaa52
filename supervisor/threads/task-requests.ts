import type { PatchRange } from '../../shared/node/search-diff.ts';
import type { DiffHits } from '../../shared/session/content.ts';
import type { ChangeState } from '../../shared/supervisor/change-state.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type { Side } from '../../shared/session/side-lines.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { InspectedSource } from '../sessions/source.ts';
import type { ChangeSource } from '../version-control/change-source.ts';
import type { WantedChange } from '../version-control/provider.ts';

/** Finds out what a request wants reviewed. */
export interface InspectSourceRequest {
  readonly task: 'inspect-source';
  readonly request: OpenRequest;
}

/** The same for a request that is still JSON in the file `body`; the text that it hands over is put into `content`. */
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

/** How a text is read: markdown, HTML that becomes markdown first, or lines of code or prose as they stand. */
export type DocumentFormat = 'markdown' | 'html' | 'text';

export interface DocumentSource {
  /** Absolute path. */
  readonly path: string;
  /** As the page shows it; its ending tells the format where none is given. */
  readonly name?: string;
  /** Absent: by the ending of the name; without a name what `fetch-document` found, else markdown. */
  readonly format?: DocumentFormat;
}

/** Renders texts into `output`, a RenderedDocument. Several sources stand one below the other, each with its name. */
export interface RenderDocumentRequest {
  readonly task: 'render-document';
  readonly sources: readonly DocumentSource[];
  readonly output: string;
  /** Where the digests of the sources are put, as FileContents; nowhere where absent. */
  readonly contents?: string;
  /** Most bytes of all sources together; 20 MiB where absent. */
  readonly maxBytes?: number;
}
export interface RenderDocumentResult {
  readonly title?: string;
  readonly blocks: number;
}

/** Fetches a document of the web into `output`, as UTF-8. */
export interface FetchDocumentRequest {
  readonly task: 'fetch-document';
  readonly url: string;
  readonly output: string;
  /** Whether addresses of this machine and of private networks may be asked. */
  readonly isPrivateAllowed: boolean;
  /** Certificates (PEM) that are trusted beside Node's own. */
  readonly extraCaFile?: string | undefined;
  readonly maxBytes?: number;
  readonly timeLimitMs?: number;
}
export interface FetchDocumentResult {
  readonly format: DocumentFormat;
  /** Where the redirects led. */
  readonly url: string;
  readonly bytes: number;
}

/** Makes `patch` and `manifest` (a Manifest) of a change. */
export interface PrepareDiffRequest {
  readonly task: 'prepare-diff';
  readonly source: ChangeSource;
  /** Where the file is that the provider wanted copied. */
  readonly input: string;
  readonly patch: string;
  readonly manifest: string;
  /** As `worktree-state` has it. */
  readonly contents?: string;
  /** Files of another version than the first have ids of their own: none stands for two contents. */
  readonly version?: number;
  /** Most bytes of the patch; 256 MiB where absent. */
  readonly maxBytes?: number;
}
export interface PrepareDiffResult {
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

/** Finds out what a change is now. */
export interface RefreshChangeRequest {
  readonly task: 'refresh-change';
  readonly source: ChangeSource;
}
export interface RefreshChangeResult {
  readonly source: ChangeSource;
  readonly commits?: Commits;
}

/** Writes the content of one side of a file of a change to `output`, exactly as it was compared. */
export interface ReadSideRequest {
  readonly task: 'read-side';
  readonly source: ChangeSource;
  /** As `prepare-diff` has left it, and the file of it. */
  readonly manifest: string;
  readonly fileId: string;
  readonly side: Side;
  readonly output: string;
  /** Most bytes of the content; 20 MiB where absent. */
  readonly maxBytes?: number;
}
export interface ReadSideResult {
  readonly bytes: number;
}

/** Makes a patch and a manifest of the same files without what is only whitespace. */
export interface HideWhitespaceRequest {
  readonly task: 'hide-whitespace';
  readonly source: ChangeSource;
  /** As `prepare-diff` has left them. */
  readonly from: { readonly patch: string; readonly manifest: string };
  readonly patch: string;
  readonly manifest: string;
  /** Most bytes of the patch; 256 MiB where absent. */
  readonly maxBytes?: number;
}
export interface HideWhitespaceResult {
  readonly additions: number;
  readonly deletions: number;
}

/** Colours the files of a change that are shown first, into `output`: a DiffColours without its version. */
export interface ColourFilesRequest {
  readonly task: 'colour-files';
  /** As `prepare-diff` has left them. */
  readonly patch: string;
  readonly manifest: string;
  readonly output: string;
}
export interface ColourFilesResult {
  readonly files: number;
}

/** Finds out what is like now that a change was made of, as far as a review can tell. */
export interface WorktreeStateRequest {
  readonly task: 'worktree-state';
  readonly source: ChangeSource;
  /** File in which the contents are remembered from one look to the next. */
  readonly contents: string;
}
export interface WorktreeStateResult {
  /** Another one where something has changed. */
  readonly state: string;
}

/** Finds out what a review would show, without opening one. */
export interface ChangeStateRequest extends WantedChange {
  readonly task: 'change-state';
}

/** Finds out where the patch of a file of a change stands. */
export interface FindPatchRequest {
  readonly task: 'find-patch';
  /** As `prepare-diff` has left it. */
  readonly manifest: string;
  readonly fileId: string;
}
/** Undefined where there is no such file. */
export type FindPatchResult = PatchRange | undefined;

/** Finds a text in all lines of a change. */
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
  readonly 'read-side': { request: ReadSideRequest; result: ReadSideResult };
  readonly 'hide-whitespace': { request: HideWhitespaceRequest; result: HideWhitespaceResult };
  readonly 'colour-files': { request: ColourFilesRequest; result: ColourFilesResult };
  readonly 'change-state': { request: ChangeStateRequest; result: ChangeState };
  readonly 'worktree-state': { request: WorktreeStateRequest; result: WorktreeStateResult };
  readonly 'find-patch': { request: FindPatchRequest; result: FindPatchResult };
  readonly 'search-patch': { request: SearchPatchRequest; result: DiffHits };
  readonly 'prepare-diff': { request: PrepareDiffRequest; result: PrepareDiffResult };
}

/** What the pool is asked to do. Paths are absolute; a task leaves its outputs whole or not at all. */
export type TaskRequest = Tasks[keyof Tasks]['request'];

/** What a request of type `Request` is answered. */
export type TaskResult<Request extends TaskRequest> = Tasks[Request['task']]['result'];
