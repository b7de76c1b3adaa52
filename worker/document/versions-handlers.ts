import { rm } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { file, type Reply } from '../../shared/node/http/reply.ts';
import { comparedVersionsPath, versionsPath } from '../../shared/node/paths.ts';
import { readKeptVersion, versionFiles } from '../../shared/node/version-files.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import { isThere, withSpoolFile } from '../content/spool-file.ts';

type VersionRouteId = 'getVersions' | 'getVersion' | 'compareVersions';

/** The kept versions of a plan or document: listed, read, and compared with each other. */
export const versionsHandlers = ({
  assignment: { files },
  preparation,
  derivations,
}: SessionCore): SessionHandlers<VersionRouteId> => {
  const { spool } = files;
  let last = 0;
  const assertReady = () => {
    if (preparation.current.state !== 'ready')
      throw new GalleyError('not_found', 'What is reviewed is not ready yet.');
  };
  return {
    getVersions: async () => {
      assertReady();
      await derivations.make({ kind: 'versions' });
      return withSpoolFile(versionsPath(spool), whole);
    },
    getVersion: async ({ params }) => {
      const kept = await readKeptVersion(spool);
      const number = Number(params.number);
      const path = kept === undefined ? undefined : versionFiles(kept.folder, number).text;
      if (path === undefined || !(await isThere(path))) throw notKept(number);
      const contentType = 'text/plain; charset=utf-8';
      return withSpoolFile(path, (text) => file(text, { contentType, offset: 0 }));
    },
    compareVersions: async ({ params, query }) => {
      assertReady();
      last += 1;
      const id = last;
      const path = comparedVersionsPath(spool, id);
      const [before, after] = [Number(query.with), Number(params.number)];
      try {
        await derivations.make({ kind: 'compared-versions', before, after, as: query.as, id });
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
