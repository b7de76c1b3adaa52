import { rm } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { file, type Reply } from '../../shared/node/http/reply.ts';
import { comparedVersionsPath, versionsPath } from '../../shared/node/paths.ts';
import { readKeptVersions } from '../../shared/node/kept-versions.ts';
import { versionFiles } from '../../shared/node/version-files.ts';
import type { KeptVersion } from '../../shared/session/kept-version.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { isThere, withSpoolFile } from '../content/spool-file.ts';
import { Mutex } from '../mutex.ts';
import type { FindShown } from './shown-document.ts';

type VersionRouteId = 'getVersions' | 'getVersion' | 'compareVersions';

/** The kept versions of a plan or document: listed, read, and compared with each other. */
export const versionsHandlers = (
  { assignment: { files }, preparation, derivations }: SessionCore,
  find: FindShown,
): SessionHandlers<VersionRouteId> => {
  const { spool } = files;
  const listing = new Mutex();
  let last = 0;
  /** The version that is shown of a text; nothing if none is kept. */
  const keptOf = async (name: string | undefined): Promise<{ readonly kept?: KeptVersion }> => {
    if (preparation.current.state !== 'ready')
      throw new GalleyError('not_found', 'What is reviewed is not ready yet.');
    const { document, file } = await find(name);
    const all = await readKeptVersions(document);
    // Of a single text, the name makes no difference.
    const kept = all.find((one) => one.file === undefined || (file ?? one.file) === one.file);
    if (kept === undefined && all.length > 0)
      throw new GalleyError('not_found', `There is no document ${file ?? ''} here.`);
    return kept === undefined ? {} : { kept };
  };
  return {
    // One after the other, since all of them are listed in the same file.
    getVersions: ({ query }) =>
      listing.run(async () => {
        await derivations.make({ kind: 'versions', ...(await keptOf(query.file)) });
        return withSpoolFile(versionsPath(spool), whole);
      }),
    getVersion: async ({ params, query }) => {
      const { kept } = await keptOf(query.file);
      const number = Number(params.number);
      const path = kept === undefined ? undefined : versionFiles(kept.folder, number).text;
      if (path === undefined || !(await isThere(path))) throw notKept(number);
      const contentType = 'text/plain; charset=utf-8';
      return withSpoolFile(path, (text) => file(text, { contentType, offset: 0 }));
    },
    compareVersions: async ({ params, query }) => {
      const of = await keptOf(query.file);
      last += 1;
      const id = last;
      const path = comparedVersionsPath(spool, id);
      const pair = { before: Number(query.with), after: Number(params.number) };
      try {
        await derivations.make({ kind: 'compared-versions', ...of, ...pair, as: query.as, id });
        // An open file can be read after its removal.
        return await withSpoolFile(path, whole);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
};

const whole = (content: Parameters<typeof file>[0]): Reply =>
  file(content, { contentType: 'application/json; charset=utf-8', offset: 0 });

const notKept = (number: number): GalleyError =>
  new GalleyError(
    'not_found',
    `Version ${number} is not kept. ${sessionTargets.getVersions} lists those that are.`,
  );
