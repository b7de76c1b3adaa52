import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import * as z from 'zod';
import { pageConfigSchema, type Config } from '../../shared/config.ts';
import { GalleyError } from '../../shared/errors.ts';
import { endedFolder } from '../../shared/node/ended-reviews.ts';
import { sendManifest, sendPlan } from '../../shared/node/http/send-content.ts';
import { sendFilePart, withFile } from '../../shared/node/http/send-file.ts';
import { sendSource } from '../../shared/node/http/send-source.ts';
import type { Handler } from '../../shared/node/http/serve-route.ts';
import { changePaths, documentPath, documentSourcePath } from '../../shared/node/paths.ts';
import { release } from '../../shared/node/release.ts';
import { parseWith } from '../../shared/parse.ts';
import { canOf, endedCapabilities } from '../../shared/session/capabilities.ts';
import { sourceQuerySchema } from '../../shared/session/content.ts';
import type { EndedRouteId } from '../../shared/session/ended-paths.ts';
import type { EndedReview } from '../../shared/session/ended-review.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import type { Decisions } from '../sessions/decisions.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { EndedReviews } from './ended-reviews.ts';

export interface EndedContext {
  readonly reviews: EndedReviews;
  readonly decisions: Pick<Decisions, 'has' | 'read'>;
  readonly threads: Pick<ThreadPool, 'run'>;
  /** The settings as they are now. */
  readonly config: () => Promise<Config>;
}

const preparation = { state: 'ready' } as const;
const shown = z.exactOptional(z.literal('show', 'is not kept: only the whole change is'));
const diffQuerySchema = z.object({ whitespace: shown });
const fileQuerySchema = z.object({ id: z.string().min(1).max(40), whitespace: shown });
const searchQuerySchema = z.object({
  q: z.string().min(1, 'must not be empty').max(200),
  whitespace: shown,
});
const query = { what: 'The query' };

type Handlers<Id extends EndedRouteId> = Readonly<Record<Id, Handler>>;

/** What is kept of the review that a request is for. @throws GalleyError `not_found` */
type Find = (request: Request) => Promise<EndedReview & { readonly folder: string }>;

/** What answers the routes of ended reviews, straight from their files. @param idOf whose a request is */
export const endedHandlers = (
  context: EndedContext,
  idOf: (request: Request) => string,
): Handlers<EndedRouteId> => {
  const { reviews, decisions, config } = context;
  const find: Find = async (request) => {
    const id = idOf(request);
    const review = await reviews.find(id);
    if (review === undefined) throw notKept();
    return { ...review, folder: endedFolder(reviews.folder, id) };
  };
  return {
    ...documentHandlers(find),
    ...changeHandlers(find, context),
    getSession: async (request) => ({ status: 200, body: infoOf(await find(request)) }),
    getConfig: async () => ({ status: 200, body: pageConfigSchema.parse(await config()) }),
    getEndedDecision: async (request, response) => {
      const { session } = await find(request);
      if (!(await decisions.has(session.id))) throw notKept();
      await sendDecision(response, decisions, session.id);
      return undefined;
    },
  };
};

/** A file that is damaged holds nothing that could be shown. @throws GalleyError `not_found` */
const unlessDamaged =
  (handler: Handler): Handler =>
  async (request, response) => {
    try {
      return await handler(request, response);
    } catch (error) {
      throw error instanceof SyntaxError || error instanceof z.ZodError ? notKept(error) : error;
    }
  };

const documentHandlers = (find: Find): Handlers<'getPlan' | 'getPlanSource'> => ({
  getPlan: unlessDamaged(async (request, response) => {
    const { folder, session, source, version } = await find(request);
    const { title, mode, origin } = session;
    const facts = { title, mode, origin, source, version, preparation };
    const send = (file: FileHandle) => sendPlan(request, response, { file, facts });
    return withFile(documentPath(folder), send, notKept);
  }),
  getPlanSource: unlessDamaged(async (request, response) => {
    const { file: name } = parseWith(sourceQuerySchema, request.query, query);
    const { folder } = await find(request);
    const path = documentSourcePath(documentPath(folder));
    const send = (file: FileHandle) => sendSource(request, response, { file, name });
    if (!(await withFile(path, send, notKept))) throw notKept();
    return undefined;
  }),
});

const changeHandlers = (
  find: Find,
  { threads }: Pick<EndedContext, 'threads'>,
): Handlers<'getDiff' | 'getFilePatch' | 'searchDiff'> => {
  const filesOf = async (request: Request) => {
    const { folder, version } = await find(request);
    return changePaths(folder, version);
  };
  return {
    getDiff: async (request, response) => {
      parseWith(diffQuerySchema, request.query, query);
      const { folder, session, version } = await find(request);
      const facts = { title: session.title, preparation, version };
      const send = (file: FileHandle) => sendManifest(request, response, { file, facts });
      await withFile(changePaths(folder, version).manifest, send, notKept);
      return undefined;
    },
    getFilePatch: async (request, response) => {
      const { id } = parseWith(fileQuerySchema, request.query, query);
      const { manifest, patch } = await filesOf(request);
      const range = await threads.run({ task: 'find-patch', manifest, fileId: id });
      if (range === undefined) throw notKept();
      const part = { contentType: 'text/x-diff; charset=utf-8', ...range };
      const send = (file: FileHandle) => sendFilePart(request, response, { file, part });
      await withFile(patch, send, notKept);
      return undefined;
    },
    searchDiff: async (request, response) => {
      const { q } = parseWith(searchQuerySchema, request.query, query);
      const { manifest, patch } = await filesOf(request);
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const { signal } = gone;
      const search = { task: 'search-patch', manifest, patch, query: q } as const;
      return { status: 200, body: await threads.run(search, { signal }) };
    },
  };
};

const infoOf = ({ session }: EndedReview): SessionInfo => {
  const { id, mode, title, project, origin, openedAt, outcome, round } = session;
  const capabilities = endedCapabilities(mode);
  const can = canOf(capabilities);
  const about = { id, mode, title, project, origin, openedAt };
  const rounds = round === undefined ? {} : { round };
  return { ...about, ...rounds, state: 'exited', release, preparation, capabilities, can, outcome };
};

const sendDecision = async (
  response: Response,
  decisions: EndedContext['decisions'],
  id: string,
): Promise<void> => {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(decisions.read(id), response);
  } catch (error) {
    // A client that goes away in the middle is no failure of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
};

const notKept = (cause?: unknown): GalleyError =>
  new GalleyError(
    'not_found',
    'This is not kept. `galley sessions list --ended` shows the reviews that can be looked at.',
    { cause },
  );
