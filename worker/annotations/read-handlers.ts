import { once } from 'node:events';
import type { Response } from 'express';
import type { Annotation } from '../../shared/annotations/annotation.ts';
import { GalleyError } from '../../shared/errors.ts';
import type { Streams } from '../events/streams.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { isOnePiece, listAnswer } from './snapshot.ts';
import type { AnnotationStore } from './store.ts';

interface ReadParts {
  readonly store: AnnotationStore;
  readonly streams: Streams;
}

/** What reads `/api/external-annotations`. Source: contract.md, sections 1.4 and 1.5. */
export const readHandlers = ({
  store,
  streams,
}: ReadParts): SessionHandlers<'listAnnotations' | 'streamAnnotations'> => ({
  listAnnotations: async ({ query }, response) => {
    const { version } = store;
    if (parseSince(query['since']) === version) return { status: 304 };
    const annotations = store.all();
    // A longer list is sent in pieces, as fast as the client reads.
    if (isOnePiece(annotations)) return { status: 200, body: { annotations, version } };
    await sendList(response, annotations, version);
    return undefined;
  },

  streamAnnotations: (request, response) => {
    streams.tools.open(request, response);
    return undefined;
  },
});

/** @throws GalleyError `invalid_request` where it is no non-negative integer */
const parseSince = (since: unknown): number | undefined => {
  if (since === undefined) return undefined;
  if (typeof since === 'string' && /^\d+$/u.test(since)) return Number(since);
  const message = 'must be a non-negative integer';
  throw new GalleyError(
    'invalid_request',
    `The query is not valid at since: ${message}. Correct it and send it again.`,
    { issues: [{ path: 'since', message }] },
  );
};

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
