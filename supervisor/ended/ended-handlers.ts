import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { pageConfigSchema, type Config } from '../../shared/config.ts';
import { GalleyError } from '../../shared/errors.ts';
import { makeAssetKey } from '../../shared/node/asset-key.ts';
import { endedFolder } from '../../shared/node/ended-reviews.ts';
import { extendedReply, planReply, sourceReply } from '../../shared/node/http/content-replies.ts';
import { assetReply } from '../../shared/node/http/frame-replies.ts';
import { withFile, file, json, text } from '../../shared/node/http/reply.ts';
import {
  parseInput,
  type ApiRoute,
  type Handler,
  type InputOf,
} from '../../shared/node/http/serve-route.ts';
import {
  changePaths,
  documentPath,
  documentPaths,
  documentSourcePath,
  framePath,
} from '../../shared/node/paths.ts';
import { uploadReply } from '../../shared/node/uploads.ts';
import { release } from '../../shared/node/release.ts';
import { canOf, endedCapabilities } from '../../shared/session/capabilities.ts';
import { documentIndexSchema, type DocumentIndex } from '../../shared/session/documents.ts';
import { endedRoutes, endedSchemas, type EndedRouteId } from '../../shared/session/ended-routes.ts';
import type { EndedReview, SessionInfo } from '../../shared/session/session.ts';
import type { Decisions } from '../sessions/decisions.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import { isThere, type EndedReviews } from './ended-reviews.ts';

export interface EndedContext {
  /** Folder of the built review page, which may change. */
  readonly pageFolder: () => string;
  readonly reviews: EndedReviews;
  readonly decisions: Pick<Decisions, 'has' | 'read'>;
  readonly threads: Pick<ThreadPool, 'run'>;
  readonly config: () => Promise<Config>;
  /** Folder of the images attached to comments, by session. */
  readonly uploadsFolder: string;
}

/** One for all: nothing but the frame itself is served. */
const frameKey = makeAssetKey();

const preparation = { state: 'ready' } as const;

type EndedInput<Id extends EndedRouteId> = InputOf<(typeof endedSchemas)[Id]>;
type EndedHandler<Id extends EndedRouteId> = Handler<EndedInput<Id>>;
type EndedHandlers<Id extends EndedRouteId = EndedRouteId> = {
  readonly [One in Id]: EndedHandler<One>;
};

/** Finds a stored review. @throws GalleyError `not_found` */
type Find = (input: EndedInput<EndedRouteId>) => Promise<EndedReview & { readonly folder: string }>;

/** The routes of ended reviews, served straight from their files. */
export const endedApi = (context: EndedContext): ApiRoute[] => {
  const handlers = endedHandlers(context);
  return endedRoutes.map((route) => ({ route, handler: serve(route.id, handlers) }));
};

const serve = <Id extends EndedRouteId>(id: Id, handlers: Pick<EndedHandlers, Id>): Handler => {
  const handler: EndedHandler<Id> = handlers[id];
  return (input) => handler(parseInput(endedSchemas[id], input));
};

const endedHandlers = (context: EndedContext): EndedHandlers => {
  const { reviews, decisions, config, uploadsFolder } = context;
  const find: Find = async ({ params: { id } }) => {
    const review = await reviews.find(id);
    if (review === undefined) throw notKept();
    return { ...review, folder: endedFolder(reviews.folder, id) };
  };
  return {
    ...documentHandlers(find, context.pageFolder),
    ...changeHandlers(find, context),
    getSession: async (input) => {
      const review = await find(input);
      const isOfMany = (await keptIndex(review.folder, review.version)) !== undefined;
      return json(infoOf(review, isOfMany));
    },
    getUpload: async (input) => {
      const { session } = await find(input);
      return uploadReply(join(uploadsFolder, session.id), input.params.upload);
    },
    getConfig: async () => json(pageConfigSchema.parse(await config())),
    getEndedDecision: async (input) => {
      const { session } = await find(input);
      if (!(await decisions.has(session.id))) throw notKept();
      return text('application/json; charset=utf-8', () => decisions.read(session.id));
    },
  };
};

/** A damaged file counts as missing. @throws GalleyError `not_found` */
const unlessDamaged =
  <Given>(handler: Handler<Given>): Handler<Given> =>
  async (input) => {
    try {
      return await handler(input);
    } catch (error) {
      throw error instanceof SyntaxError || error instanceof z.ZodError ? notKept(error) : error;
    }
  };

const documentHandlers = (
  find: Find,
  pageFolder: () => string,
): EndedHandlers<'getPlan' | 'getSource' | 'getDocuments' | 'getFrame' | 'getAsset'> => ({
  getPlan: unlessDamaged(async (input) => {
    const { folder, session, source, version } = await find(input);
    const { title, mode, origin } = session;
    const facts = { title, mode, origin, source, version, preparation };
    const { path, file: name } = await keptDocument(folder, version, input.query.file);
    const of = name === undefined ? facts : { ...facts, file: name };
    // Of many documents, the page knows which ones are HTML.
    const isFramed = name !== undefined || (await isThere(framePath(path)));
    const frame = isFramed ? { frame: frameKey } : {};
    return withFile(path, (handle) => planReply(handle, { ...of, ...frame }), notKept);
  }),
  getFrame: async (input) => {
    const { folder, version } = await find(input);
    const path = framePath((await keptDocument(folder, version, input.query.file)).path);
    const part = { contentType: 'application/json; charset=utf-8', offset: 0 };
    return withFile(path, (handle) => file(handle, part), notKept);
  },
  // The document's folder may have changed since: its images are not part of what is kept.
  getAsset: async (input) => {
    await find(input);
    const { params: given, query } = input;
    const isQuirky = query.quirks !== undefined;
    return assetReply({ key: frameKey, given, isQuirky, page: pageFolder(), folder: undefined });
  },
  getSource: unlessDamaged(async (input) => {
    const { folder, version } = await find(input);
    const { path } = await keptDocument(folder, version, input.query.file);
    const name = input.query.file;
    const source = await withFile(
      documentSourcePath(path),
      (handle) => sourceReply(handle, name),
      notKept,
    );
    if (source === undefined) throw notKept();
    return source;
  }),
  getDocuments: unlessDamaged(async (input) => {
    const { folder, version } = await find(input);
    const index = await keptIndex(folder, version);
    if (index === undefined) throw notKept();
    return json({ version, first: index.first, documents: index.documents });
  }),
});

/** What a session of many documents had; undefined for all others. */
const keptIndex = async (folder: string, version: number): Promise<DocumentIndex | undefined> => {
  const { index } = documentPaths(folder, version);
  const text = await readFile(index, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : documentIndexSchema.parse(JSON.parse(text));
};

/** Where a document is; of many, those that were opened are kept. */
const keptDocument = async (
  folder: string,
  version: number,
  name: string | undefined,
): Promise<{ readonly path: string; readonly file?: string }> => {
  const index = await keptIndex(folder, version);
  if (index === undefined) return { path: documentPath(folder) };
  const file = name ?? index.first;
  const position = index.documents.findIndex((one) => one.name === file);
  return { path: documentPaths(folder, version).rendered(position), file };
};

const changeHandlers = (
  find: Find,
  { threads }: Pick<EndedContext, 'threads'>,
): EndedHandlers<'getDiff' | 'getFilePatch' | 'searchDiff'> => {
  return {
    getDiff: async (input) => {
      const { folder, session, version } = await find(input);
      const facts = { title: session.title, preparation, version };
      const { manifest } = changePaths(folder, version);
      return withFile(manifest, (handle) => extendedReply(handle, facts), notKept);
    },
    getFilePatch: async (input) => {
      const { folder, version } = await find(input);
      const { manifest, patch } = changePaths(folder, version);
      const range = await threads.run({ task: 'find-patch', manifest, fileId: input.query.id });
      if (range === undefined) throw notKept();
      const part = { contentType: 'text/x-diff; charset=utf-8', ...range };
      return withFile(patch, (handle) => file(handle, part), notKept);
    },
    searchDiff: async (input) => {
      const { folder, version } = await find(input);
      const { manifest, patch } = changePaths(folder, version);
      const search = { task: 'search-patch', manifest, patch, query: input.query.q } as const;
      return json(await threads.run(search, { signal: input.signal }));
    },
  };
};

const infoOf = ({ session }: EndedReview, isOfMany: boolean): SessionInfo => {
  const { id, mode, title, project, origin, openedAt, outcome, round } = session;
  const capabilities = endedCapabilities(mode, isOfMany);
  const can = canOf(capabilities);
  const about = { id, mode, title, project, origin, openedAt };
  const rounds = round === undefined ? {} : { round };
  return { ...about, ...rounds, state: 'exited', release, preparation, capabilities, can, outcome };
};

const notKept = (cause?: unknown): GalleyError =>
  new GalleyError(
    'not_found',
    'This is not kept. `galley sessions list --ended` shows the reviews that can be looked at.',
    { cause },
  );
