import { GalleyError } from '../../shared/errors.ts';
import { extendedReply, planReply, sourceReply } from '../../shared/node/http/content-replies.ts';
import { json } from '../../shared/node/http/reply.ts';
import { documentPaths, documentSourcePath } from '../../shared/node/paths.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Documents } from './documents.ts';
import { shownVersion } from './shown-version.ts';

/** The routes of a session of many documents. `assetKey` is of the images that they show. */
export const documentsHandlers = (
  { assignment: { title, mode, origin, source, files }, preparation, version }: SessionCore,
  documents: Documents,
  assetKey: string,
): SessionHandlers<'getPlan' | 'getSource' | 'getDocuments'> => ({
  getPlan: async ({ query }) => {
    const { current } = preparation;
    const facts = { title, mode, origin, source, version: version.current, preparation: current };
    if (current.state !== 'ready') return json({ ...facts, blocks: [] });
    const { file, path } =
      query.file === undefined
        ? await documents.start()
        : { file: query.file, path: await documents.have(query.file) };
    await documents.keep(file);
    const kept = await shownVersion(path);
    // The page knows which ones are HTML.
    const asset = { frame: assetKey, assets: { key: assetKey } };
    return withSpoolFile(path, (handle) =>
      planReply(handle, { ...facts, file, ...kept, ...asset }),
    );
  },
  getSource: async ({ query }) => {
    if (preparation.current.state !== 'ready') throw notReady();
    const file = query.file ?? (await documents.index()).first;
    const path = documentSourcePath(await documents.have(file));
    const text = await withSpoolFile(path, (handle) => sourceReply(handle, file));
    if (text === undefined) throw notReady();
    return text;
  },
  getDocuments: async () => {
    if (preparation.current.state !== 'ready') throw notReady();
    const { current } = version;
    const { index } = documentPaths(files.spool, current);
    return withSpoolFile(index, (handle) => extendedReply(handle, { version: current }));
  },
});

/** A session that shows all it has on one page. */
export const noDocuments = (): SessionHandlers<'getDocuments'> => ({
  getDocuments: () => {
    throw new GalleyError('not_found', 'This review shows all of its documents on one page.');
  },
});

const notReady = (): GalleyError =>
  new GalleyError('not_found', 'The documents are not listed yet. Ask again in a moment.');
