import type { LastRoundPaths } from '../../shared/node/paths.ts';
import type { ComparedAs } from '../../shared/session/versions.ts';
import type { KeptVersion, Subject } from '../../shared/session/kept-version.ts';
import type { LinkedFile, Reference } from '../../shared/session/links.ts';
import type { Source } from '../sessions/source.ts';

/** How a text is read: as markdown, as HTML converted to markdown, or as plain lines of code or prose. */
export type DocumentFormat = 'markdown' | 'html' | 'text';

export interface DocumentSource {
  /** Absolute path; below `within`, if that is given. */
  readonly path: string;
  /** The folder that the file must be in, without a link on the way. */
  readonly within?: string;
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
  /** Keeps the texts as versions. */
  readonly version?: WantedVersion;
}
export interface RenderDocumentResult {
  readonly title?: string;
  readonly blocks: number;
  /** Why the versions could not be kept. */
  readonly versionError?: string;
}

/** Renders the first blocks of a text to `output`, a RenderedDocument, if it is a long one. */
export interface RenderBeginningRequest {
  readonly task: 'render-beginning';
  readonly source: DocumentSource;
  readonly output: string;
  readonly maxBytes: number;
}
export interface RenderBeginningResult {
  readonly hasBeginning: boolean;
}

/** Keeps one of many documents, which is rendered, as a version. */
export interface KeepDocumentRequest {
  readonly task: 'keep-document';
  readonly rendered: string;
  readonly name: string;
  /** Of the file; absolute. */
  readonly path: string;
  /** Undefined if versions are not kept. */
  readonly version: WantedVersion | undefined;
  /** The folder of the versions that were shown last. */
  readonly shown: string;
}
export interface KeepDocumentResult {
  readonly versions: number;
}

/** Lists many documents as a version of the spool's, and renders the first one, also to `output`. */
export interface ListDocumentsRequest {
  readonly task: 'list-documents';
  readonly source: DocumentsSource;
  readonly spool: string;
  readonly version: number;
  /** Where a RenderedDocument of the first document goes. */
  readonly output: string;
}
export interface ListDocumentsResult {
  readonly documents: number;
}

/** Renders one of many documents, as listed in a version. */
export interface RenderListedRequest {
  readonly task: 'render-listed';
  readonly source: DocumentsSource;
  readonly spool: string;
  readonly version: number;
  readonly name: string;
  readonly position: number;
}
export interface RenderListedResult {
  readonly blocks: number;
}

/** Whether documents have changed since they were rendered, or others have come. */
export interface DocumentsStateRequest {
  readonly task: 'documents-state';
  readonly source: FilesSource | DocumentsSource;
  readonly spool: string;
  readonly version: number;
}
export interface DocumentsStateResult {
  readonly state: 'unchanged' | 'changed';
}

type FilesSource = Extract<Source, { kind: 'files' }>;
type DocumentsSource = Extract<Source, { kind: 'documents' }>;

/** What versions are of, and which session presents them. */
export interface WantedVersion extends Omit<Subject, 'format' | 'key' | 'file'> {
  /** Folder of all versions. */
  readonly history: string;
  /** Default: the first heading; of several texts, the path of each. */
  readonly key: string | undefined;
  /** Stands for the key and the title where there is no heading. */
  readonly name: string;
  readonly session: string;
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

/** Compares a plan or document with the last round of its review: writes a RoundsFile. */
export interface CompareDocumentsRequest {
  readonly task: 'compare-documents';
  /** As written by `render-document`. */
  readonly document: string;
  /** What is kept of the last round, if anything. */
  readonly last: Pick<
    LastRoundPaths,
    'document' | 'documents' | 'decision' | 'earlier' | 'settled'
  >;
  /** If each of several documents has a page of its own: their version, in which they are rendered as needed. */
  readonly listed?: Pick<ListDocumentsRequest, 'source' | 'spool' | 'version'>;
  /** A file with the agent's replies; without it, they are looked for in the document. */
  readonly replies: string;
  readonly rounds: string;
}
export interface CompareDocumentsResult {
  readonly changes: number;
}

/** Writes a VersionsAnswer: the kept versions of a text. */
export interface ListVersionsRequest {
  readonly task: 'list-versions';
  /** The version that the session shows; undefined if none is kept. */
  readonly kept: KeptVersion | undefined;
  readonly output: string;
}
export interface ListVersionsResult {
  readonly versions: number;
}

/** Compares two of these versions: writes a ComparedVersions. */
export interface CompareVersionsRequest {
  readonly task: 'compare-versions';
  /** Folder of the versions. */
  readonly folder: string;
  readonly before: number;
  readonly after: number;
  readonly as: ComparedAs;
  /** The text, whose format the versions have. */
  readonly source: DocumentSource;
  readonly output: string;
}

/** Makes the file that a `ShareRequest` describes. */
export interface ShareDocumentRequest {
  readonly task: 'share-document';
  /** Where the ShareRequest is. */
  readonly request: string;
  readonly output: string;
}
export interface ShareDocumentResult {
  readonly bytes: number;
}

/** Finds out which references of texts lead to files of the project around a folder. */
export interface CheckLinksRequest {
  readonly task: 'check-links';
  /** The folder of the review. */
  readonly cwd: string;
  readonly isRemote: boolean;
  /** `document` is the absolute path of the text that has it. */
  readonly references: readonly Reference[];
  /** The file of the project that all of them are in, instead. */
  readonly file?: string;
}

/** Writes such a file to `output`, a LinkedFile. */
export interface ReadLinkedFileRequest {
  readonly task: 'read-linked-file';
  readonly cwd: string;
  readonly isRemote: boolean;
  /** Below the project's folder. */
  readonly path: string;
  readonly output: string;
}
export interface ReadLinkedFileResult {
  readonly kind: LinkedFile['kind'];
}

/** Writes an edited text to its file. */
export interface SaveSourceRequest {
  readonly task: 'save-source';
  /** Folder that the file must be in. */
  readonly root: string;
  /** Of the file, relative to it. */
  readonly path: string;
  /** Of the bytes that were edited. */
  readonly hash: string;
  /** Where the text is. */
  readonly text: string;
  /** Where to keep what was there before the first edit. */
  readonly base: string;
  /** As people know it. */
  readonly shownPath: string;
}
