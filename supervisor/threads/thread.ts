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
  tell({ type: 'started' });
  try {
    const result = await dispatch(request, {
      signal: controller.signal,
      onStart: (pid) => tell({ type: 'process-started', pid }),
      onEnd: (pid) => tell({ type: 'process-ended', pid }),
    });
    return { ok: true, result };
  } catch (error) {
    return failed(error);
  } finally {
    port.close();
  }
};

/** Loads the code of each task on first use. */
const dispatch = async (
  request: TaskRequest,
  context: TaskContext,
): Promise<TaskResult<TaskRequest>> => {
  switch (request.task) {
    case 'inspect-source': {
      const { inspectSource } = await import('./tasks/inspect-source.ts');
      return inspectSource(request.request, context);
    }
    case 'read-opening': {
      const { readOpening } = await import('./tasks/read-opening.ts');
      return readOpening(request, context);
    }
    case 'render-document': {
      const { renderDocument } = await import('./tasks/render-document.ts');
      return renderDocument(request, context);
    }
    case 'fetch-document': {
      const { fetchDocument } = await import('./tasks/fetch-document.ts');
      return fetchDocument(request, context);
    }
    case 'read-side': {
      const { readSide } = await import('./tasks/read-side.ts');
      return readSide(request, context);
    }
    case 'refresh-change': {
      const { refreshChange } = await import('../version-control/providers.ts');
      return refreshChange(request.source, context);
    }
    case 'hide-whitespace': {
      const { hideWhitespace } = await import('./tasks/hide-whitespace.ts');
      return hideWhitespace(request, context);
    }
    case 'colour-files': {
      const { colourFiles } = await import('./tasks/colour-files.ts');
      return colourFiles(request, context);
    }
    case 'change-state': {
      const { readChangeState } = await import('../version-control/providers.ts');
      return readChangeState(request, context);
    }
    case 'worktree-state': {
      const { readWorktreeState } = await import('../version-control/providers.ts');
      return readWorktreeState(request, context);
    }
    case 'find-patch': {
      const { findPatch } = await import('./tasks/search-patch.ts');
      return findPatch(request);
    }
    case 'search-patch': {
      const { searchPatch } = await import('./tasks/search-patch.ts');
      return searchPatch(request, context);
    }
    case 'prepare-diff': {
      const { prepareDiff } = await import('./tasks/prepare-diff.ts');
      return prepareDiff(request, context);
    }
  }
};

const failed = (error: unknown): TaskAnswer =>
  error instanceof GalleyError
    ? { ok: false, refusal: error.toBody() }
    : { ok: false, thrown: error instanceof Error ? error : new Error(String(error)) };

// Piscina calls this export by its name.
export { runTask };
