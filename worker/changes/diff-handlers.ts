import { sessionTargets } from '../../shared/session/session-targets.ts';
import { GalleyError } from '../../shared/errors.ts';
import { extendedReply } from '../../shared/node/http/content-replies.ts';
import { file, json } from '../../shared/node/http/reply.ts';
import { changePaths, noWhitespacePaths } from '../../shared/node/paths.ts';
import { searchDiff } from '../../shared/node/search-diff.ts';
import type { DiffAnswer } from '../../shared/session/content.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { readDiffIndex, type DiffIndex } from './diff-index.ts';
import { withSpoolFile, CachedFile } from '../content/spool-file.ts';

const nothing = { description: '', files: [], additions: 0, deletions: 0 };

/** Serves the manifest of a review and each file's patch straight from the spool. */
export const diffHandlers = (
  core: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionHandlers<'getDiff' | 'getFilePatch' | 'searchDiff'> => {
  const { preparation } = core;
  const { title } = core.assignment;
  const change = changeFiles(core, diff);
  const searches = new Mutex();
  return {
    getDiff: async ({ query: { whitespace } }) => {
      const { current } = preparation;
      // A new version may arrive during the lookup.
      const version = core.version.current;
      const facts = { title, preparation: current, version };
      if (current.state !== 'ready') {
        const body: DiffAnswer = { ...facts, ...nothing };
        return json(body);
      }
      const { manifest } = await change(whitespace, version);
      return withSpoolFile(manifest, (handle) => extendedReply(handle, facts));
    },

    getFilePatch: async ({ query: { id, whitespace } }) => {
      if (preparation.current.state !== 'ready') throw noFile();
      const { index } = await change(whitespace, core.version.current);
      const { patch, patches } = await index.use();
      const range = patches.get(id);
      if (range === undefined) throw noFile();
      const part = { contentType: 'text/x-diff; charset=utf-8', ...range };
      return withSpoolFile(patch, (handle) => file(handle, part));
    },

    searchDiff: async ({ query: { q, whitespace }, signal }) => {
      if (preparation.current.state !== 'ready') return json({ hits: [], total: 0 });
      const isOver = () => signal.aborted;
      // One search at a time bounds the memory.
      const body = await searches.run(async () => {
        const { index } = await change(whitespace, core.version.current);
        const { patch, patches } = await index.use();
        return withSpoolFile(patch, (handle) => searchDiff(handle, { patches, query: q, isOver }));
      });
      return json(body);
    },
  };
};

/** The files of the change as compared, or with whitespace ignored; that variant is made on demand. */
const changeFiles = (
  { assignment: { files }, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
) => {
  let reduced: { readonly version: number; readonly index: CachedFile<DiffIndex> } | undefined;
  return async (whitespace: 'show' | 'hide' = 'show', version: number) => {
    const paths = changePaths(files.spool, version);
    if (whitespace === 'show') return { manifest: paths.manifest, index: diff };
    if ((await diff.use()).source === undefined)
      throw new GalleyError('not_found', 'This change has no version without whitespace.');
    const own = { ...paths, ...noWhitespacePaths(paths.folder) };
    await derivations.have({ kind: 'no-whitespace', version }, own.manifest);
    if (reduced?.version !== version)
      reduced = { version, index: new CachedFile(() => readDiffIndex(own)) };
    return { manifest: own.manifest, index: reduced.index };
  };
};

const noFile = (): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no changed file with this id. ${sessionTargets.getDiff} lists them.`,
  );
