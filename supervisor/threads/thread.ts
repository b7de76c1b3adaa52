import { EventEmitter, once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { GalleyError } from '../../shared/errors.ts';
import type { TaskContext } from './task-context.ts';
import type { FromThread, TaskAnswer, ToThread } from './task-messages.ts';
import type { TaskRequest, TaskResult } from './task-requests.ts';

interface Call {
  readonly request: TaskRequest;
  readonly port: MessagePort;
}

/** The entry of a thread: runs one task and returns its result or error as a value. */
const runTask = async ({ request, port }: Call): Promise<TaskAnswer> => {
  const controller = new AbortController();
  const tell = (message: FromThread): void => port.postMessage(message);
  port.on('message', (message: ToThread) => {
    if (message === 'abort') controller.abort();
  });
  const running = new Set<number>();
  const ends = new EventEmitter();
  tell({ type: 'started' });
  try {
    const result = await dispatch(request, {
      signal: controller.signal,
      onStart: (pid) => {
        running.add(pid);
        tell({ type: 'process-started', pid });
      },
      onEnd: (pid) => {
        running.delete(pid);
        tell({ type: 'process-ended', pid });
        ends.emit('end');
      },
    });
    return { ok: true, result };
  } catch (error) {
    return failed(error);
  } finally {
    // A thread without a task sleeps: what still runs for this one would never be stopped.
    controller.abort();
    while (running.size > 0) await once(ends, 'end');
    port.close();
  }
};

/** Loads the code of each task on first use. */
const dispatch = async (
  request: TaskRequest,
  context: TaskContext,
): Promise<TaskResult<TaskRequest>> => {
  switch (request.task) {
    case 'inspect-source':
      return (await import('./tasks/inspect-source.ts')).inspectSource(request.request, context);
    case 'read-opening':
      return (await import('./tasks/read-opening.ts')).readOpening(request, context);
    case 'render-beginning':
    case 'render-document':
    case 'keep-document':
    case 'list-documents':
    case 'render-listed':
    case 'documents-state':
    case 'fetch-document':
    case 'compare-documents':
    case 'check-links':
    case 'read-linked-file':
    case 'save-source':
    case 'list-versions':
    case 'compare-versions':
    case 'share-document':
      return dispatchDocuments(request, context);
    case 'read-side':
      return (await import('./tasks/read-side.ts')).readSide(request, context);
    case 'read-file':
      return (await import('./tasks/read-file.ts')).readFile(request, context);
    case 'find-references':
      return (await import('./tasks/find-references.ts')).findReferences(request, context);
    case 'refresh-change':
      return (await import('../version-control/providers.ts')).refreshChange(request, context);
    case 'ask-repository':
      return (await import('../version-control/providers.ts')).askRepository(request, context);
    case 'write-project':
      return (await import('./tasks/write-project.ts')).writeProject(request, context);
    case 'hide-whitespace':
      return (await import('./tasks/hide-whitespace.ts')).hideWhitespace(request, context);
    case 'colour-files':
      return (await import('./tasks/colour-files.ts')).colourFiles(request, context);
    case 'read-structure':
      return (await import('./tasks/read-structure.ts')).readStructure(request, context);
    case 'join-structure':
      return (await import('./tasks/join-structure.ts')).joinStructure(request);
    case 'compare-rounds':
      return (await import('./tasks/compare-rounds.ts')).compareRounds(request, context);
    case 'read-skills':
      return (await import('./tasks/read-skills.ts')).readSkills(request, context);
    case 'change-state':
      return (await import('../version-control/providers.ts')).readChangeState(request, context);
    case 'worktree-state':
      return (await import('../version-control/providers.ts')).readWorktreeState(request, context);
    case 'find-patch':
      return (await import('./tasks/search-patch.ts')).findPatch(request);
    case 'search-patch':
      return (await import('./tasks/search-patch.ts')).searchPatch(request, context);
    case 'prepare-diff':
      return (await import('./tasks/prepare-diff.ts')).prepareDiff(request, context);
  }
};

/** The tasks of plans and documents. */
const dispatchDocuments = async (
  request: Extract<TaskRequest, { readonly task: DocumentTask }>,
  context: TaskContext,
): Promise<TaskResult<TaskRequest>> => {
  switch (request.task) {
    case 'render-beginning':
      return (await import('./tasks/render-beginning.ts')).renderBeginning(request);
    case 'render-document':
      return (await import('./tasks/render-document.ts')).renderDocument(request, context);
    case 'keep-document':
      return (await import('./tasks/keep-document.ts')).keepDocument(request);
    case 'list-documents':
      return (await import('./tasks/list-documents.ts')).listDocumentsOf(request, context);
    case 'render-listed':
      return (await import('./tasks/list-documents.ts')).renderListed(request);
    case 'documents-state':
      return (await import('./tasks/documents-state.ts')).readDocumentsState(request, context);
    case 'fetch-document':
      return (await import('./tasks/fetch-document.ts')).fetchDocument(request, context);
    case 'compare-documents':
      return (await import('./tasks/compare-documents.ts')).compareDocuments(request);
    case 'check-links':
      return (await import('./tasks/check-links.ts')).checkLinks(request, context);
    case 'read-linked-file':
      return (await import('./tasks/read-linked-file.ts')).readLinkedFile(request, context);
    case 'save-source':
      return (await import('./tasks/save-source.ts')).saveSource(request);
    case 'list-versions':
      return (await import('./tasks/list-versions.ts')).listVersions(request, context);
    case 'compare-versions':
      return (await import('./tasks/compare-versions.ts')).compareVersions(request);
    case 'share-document':
      return (await import('./tasks/share-document.ts')).shareDocument(request);
  }
};

type DocumentTask =
  | 'render-beginning'
  | 'render-document'
  | 'keep-document'
  | 'list-documents'
  | 'render-listed'
  | 'documents-state'
  | 'fetch-document'
  | 'compare-documents'
  | 'check-links'
  | 'read-linked-file'
  | 'save-source'
  | 'list-versions'
  | 'compare-versions'
  | 'share-document';

const failed = (error: unknown): TaskAnswer =>
  error instanceof GalleyError
    ? { ok: false, refusal: error.toBody() }
    : { ok: false, thrown: error instanceof Error ? error : new Error(String(error)) };

// Piscina calls this export by its name.
export { runTask };
