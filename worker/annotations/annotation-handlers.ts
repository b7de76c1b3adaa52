import { once } from 'node:events';
import type { Response } from 'express';
import * as z from 'zod';
import type { Annotation } from '../../shared/annotations/annotation.ts';
import { parseWith } from '../../shared/parse.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Streams } from '../events/streams.ts';
import type { AnnotationCollection } from './annotation-collection.ts';
import { listAnswer } from './snapshot.ts';
import type { AnnotationStore } from './store.ts';

interface AnnotationParts {
  readonly collection: AnnotationCollection;
  readonly store: AnnotationStore;
  readonly streams: Streams;
}

const id = z.string().min(1, 'must not be empty');
const listQuerySchema = z.object({
  since: z.exactOptional(z.string().regex(/^\d{1,15}$/u, 'must be a non-negative integer')),
});
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

/** `/api/external-annotations` and its stream. Source: contract.md, section 1.4. */
export const annotationHandlers = ({
  collection,
  store,
  streams,
}: AnnotationParts): SessionHandlers<
  | 'addAnnotations'
  | 'listAnnotations'
  | 'updateAnnotation'
  | 'removeAnnotations'
  | 'streamAnnotations'
> => ({
  addAnnotations: async ({ body }) => ({ status: 201, body: await collection.add(body) }),

  listAnnotations: async (request, response) => {
    const { since } = parseWith(listQuerySchema, request.query, query);
    const { version } = store;
    if (since !== undefined && Number(since) === version) return { status: 304 };
    const annotations = store.all();
    if (annotations.length <= wholeAtMost) return { status: 200, body: { annotations, version } };
    await sendList(response, annotations, version);
    return undefined;
  },

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

  streamAnnotations: (request, response) => {
    streams.tools.open(request, response);
    return undefined;
  },
});

/** A longer list is sent in pieces, as fast as the client reads. */
const wholeAtMost = 250;

const sendList = async (
  response: Response,
  annotations: readonly Annotation[],
  version: number,
): Promise<void> => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  const closed = once(response, 'close');
  for (const piece of listAnswer(annotations, version)) {
    if (response.destroyed) return;
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
  }
  response.end();
};
