import { empty, json, text } from '../../shared/node/http/reply.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { isOnePiece, listAnswer } from './snapshot.ts';
import type { AnnotationStore } from './store.ts';

interface ReadParts {
  readonly store: AnnotationStore;
}

/** The routes that read `/api/external-annotations`. Source: contract.md, section 1.4. */
export const readHandlers = ({ store }: ReadParts): SessionHandlers<'listAnnotations'> => ({
  listAnnotations: ({ query: { since } }) => {
    const { version } = store;
    if (since !== undefined && Number(since) === version) return empty(304);
    const annotations = store.all();
    // Longer lists are streamed at the client's pace.
    return isOnePiece(annotations)
      ? json({ annotations, version })
      : text('application/json; charset=utf-8', () => listAnswer(annotations, version));
  },
});
