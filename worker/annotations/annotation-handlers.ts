import { empty, json, text } from '../../shared/node/http/reply.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { AnnotationCollection } from './annotation-collection.ts';
import { isOnePiece, listAnswer } from './snapshot.ts';

/** The routes of `/api/external-annotations`. Source: contract.md, section 1.4. */
export const annotationHandlers = (
  { store }: SessionCore,
  collection: () => Promise<AnnotationCollection>,
): SessionHandlers<
  'listAnnotations' | 'addAnnotations' | 'updateAnnotation' | 'removeAnnotations'
> => ({
  listAnnotations: ({ query: { since } }) => {
    const { version } = store;
    if (since !== undefined && Number(since) === version) return empty(304);
    const annotations = store.all();
    // Longer lists are streamed at the client's pace.
    return isOnePiece(annotations)
      ? json({ annotations, version })
      : text('application/json; charset=utf-8', () => listAnswer(annotations, version));
  },
  addAnnotations: async ({ body }) => json(await (await collection()).add(body), 201),
  updateAnnotation: async ({ query, body }) =>
    json(await (await collection()).update(query.id, body)),
  removeAnnotations: async ({ query: { id, source } }) => {
    const annotations = await collection();
    return json(await (id === undefined ? annotations.clear(source) : annotations.remove(id)));
  },
});
