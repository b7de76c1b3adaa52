import type { DiffHits } from '../../shared/session/content.ts';
import type { ChangeState } from '../../shared/supervisor/control-routes.ts';
import type { SaveResult } from '../../shared/session/source.ts';
import type { LinksAnswer } from '../../shared/session/links.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { InspectedSource } from '../sessions/source.ts';
import type {
  PrepareDiffRequest,
  PrepareDiffResult,
  RefreshChangeRequest,
  RefreshChangeResult,
  AskRepositoryRequest,
  AskRepositoryResult,
  WriteProjectRequest,
  WriteProjectResult,
  ReadSideRequest,
  ReadSideResult,
  ReadFileRequest,
  ReadFileResult,
  FindReferencesRequest,
  FindReferencesResult,
  HideWhitespaceRequest,
  HideWhitespaceResult,
  ColourFilesRequest,
  ColourFilesResult,
  ReadStructureRequest,
  JoinStructureRequest,
  StructureResult,
  CompareRoundsRequest,
  CompareRoundsResult,
  WorktreeStateRequest,
  WorktreeStateResult,
  ChangeStateRequest,
  FindPatchRequest,
  FindPatchResult,
  SearchPatchRequest,
} from './change-requests.ts';
import type {
  CheckLinksRequest,
  CompareDocumentsRequest,
  CompareDocumentsResult,
  CompareVersionsRequest,
  DocumentsStateRequest,
  DocumentsStateResult,
  FetchDocumentRequest,
  FetchDocumentResult,
  KeepDocumentRequest,
  KeepDocumentResult,
  ListDocumentsRequest,
  ListDocumentsResult,
  ListVersionsRequest,
  ListVersionsResult,
  ReadLinkedFileRequest,
  ReadLinkedFileResult,
  RenderBeginningRequest,
  RenderBeginningResult,
  RenderDocumentRequest,
  RenderDocumentResult,
  RenderListedRequest,
  RenderListedResult,
  SaveSourceRequest,
  ShareDocumentRequest,
  ShareDocumentResult,
} from './document-requests.ts';

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

/** Writes a SkillsAnswer: the instructions for agents in the project around a folder, and in the home folder. */
export interface ReadSkillsRequest {
  readonly task: 'read-skills';
  readonly cwd: string;
  readonly output: string;
}
export interface ReadSkillsResult {
  readonly skills: number;
}

interface Tasks {
  readonly 'inspect-source': { request: InspectSourceRequest; result: InspectedSource };
  readonly 'read-opening': { request: ReadOpeningRequest; result: ReadOpeningResult };
  readonly 'render-document': { request: RenderDocumentRequest; result: RenderDocumentResult };
  readonly 'keep-document': { request: KeepDocumentRequest; result: KeepDocumentResult };
  readonly 'render-beginning': { request: RenderBeginningRequest; result: RenderBeginningResult };
  readonly 'list-documents': { request: ListDocumentsRequest; result: ListDocumentsResult };
  readonly 'render-listed': { request: RenderListedRequest; result: RenderListedResult };
  readonly 'documents-state': { request: DocumentsStateRequest; result: DocumentsStateResult };
  readonly 'fetch-document': { request: FetchDocumentRequest; result: FetchDocumentResult };
  readonly 'refresh-change': { request: RefreshChangeRequest; result: RefreshChangeResult };
  readonly 'ask-repository': { request: AskRepositoryRequest; result: AskRepositoryResult };
  readonly 'write-project': { request: WriteProjectRequest; result: WriteProjectResult };
  readonly 'read-side': { request: ReadSideRequest; result: ReadSideResult };
  readonly 'read-file': { request: ReadFileRequest; result: ReadFileResult };
  readonly 'find-references': { request: FindReferencesRequest; result: FindReferencesResult };
  readonly 'hide-whitespace': { request: HideWhitespaceRequest; result: HideWhitespaceResult };
  readonly 'colour-files': { request: ColourFilesRequest; result: ColourFilesResult };
  readonly 'read-structure': { request: ReadStructureRequest; result: StructureResult };
  readonly 'join-structure': { request: JoinStructureRequest; result: StructureResult };
  readonly 'compare-rounds': { request: CompareRoundsRequest; result: CompareRoundsResult };
  readonly 'compare-documents': {
    request: CompareDocumentsRequest;
    result: CompareDocumentsResult;
  };
  readonly 'read-skills': { request: ReadSkillsRequest; result: ReadSkillsResult };
  readonly 'check-links': { request: CheckLinksRequest; result: LinksAnswer };
  readonly 'read-linked-file': { request: ReadLinkedFileRequest; result: ReadLinkedFileResult };
  readonly 'save-source': { request: SaveSourceRequest; result: SaveResult };
  readonly 'list-versions': { request: ListVersionsRequest; result: ListVersionsResult };
  readonly 'compare-versions': {
    request: CompareVersionsRequest;
    result: CompareDocumentsResult;
  };
  readonly 'share-document': { request: ShareDocumentRequest; result: ShareDocumentResult };
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
