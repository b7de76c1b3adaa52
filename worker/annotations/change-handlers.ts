import { json } from '../../shared/node/http/reply.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { AnnotationCollection } from './annotation-collection.ts';

/** The routes that change `/api/external-annotations`. Source: contract.md, section 1.4. */
export const changeHandlers = (
  collection: AnnotationCollection,
): SessionHandlers<'addAnnotations' | 'updateAnnotation' | 'removeAnnotations'> => ({
  addAnnotations: async ({ body }) => json(await collection.add(body), 201),
  updateAnnotation: async ({ query, body }) => json(await collection.update(query.id, body)),
  removeAnnotations: async ({ query: { id, source } }) =>
    json(await (id === undefined ? collection.clear(source) : collection.remove(id))),
});
