import * as z from 'zod';
import { parseWith } from '../../shared/parse.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { AnnotationCollection } from './annotation-collection.ts';

const id = z.string().min(1, 'must not be empty');
const updateQuerySchema = z.object({ id });
/** Strict, since a name that is misspelt would clear everything. */
const removeQuerySchema = z
  .strictObject({ id: z.exactOptional(id), source: z.exactOptional(id) })
  .refine((query) => query.id === undefined || query.source === undefined, {
    path: ['id'],
    message: 'cannot be given together with source',
  });
const patchSchema = z.record(z.string(), z.unknown(), 'must be an object of the fields to change');

const query = { what: 'The query' };

/** What changes `/api/external-annotations`. Source: contract.md, section 1.4. */
export const changeHandlers = (
  collection: AnnotationCollection,
): SessionHandlers<'addAnnotations' | 'updateAnnotation' | 'removeAnnotations'> => ({
  addAnnotations: async ({ body }) => ({ status: 201, body: await collection.add(body) }),

  updateAnnotation: async (request) => {
    const { id } = parseWith(updateQuerySchema, request.query, query);
    const patch = parseWith(patchSchema, request.body, { what: 'The patch' });
    return { status: 200, body: await collection.update(id, patch) };
  },

  removeAnnotations: async (request) => {
    const { id, source } = parseWith(removeQuerySchema, request.query, query);
    const body = await (id === undefined ? collection.clear(source) : collection.remove(id));
    return { status: 200, body };
  },
});
