import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import { alternate } from '../kit/alternate.ts';
import type { OwnSupervisor } from '../kit/own-supervisor.ts';
import { manyDocuments, writeManyDocuments } from '../kit/many-documents.ts';
import { median, spreadOf } from '../kit/percentile.ts';
import type { Row } from '../kit/row.ts';
import { until } from '../kit/until.ts';

/** The least that listing takes. */
const readAll = async (folder: string): Promise<number> => {
  const startedMs = performance.now();
  for (const part of await readdir(folder))
    for (const name of await readdir(join(folder, part))) await stat(join(folder, part, name));
  return performance.now() - startedMs;
};

/** From the request to the control API to the list; the session is closed again. */
const list = async ({ control }: OwnSupervisor, folder: string): Promise<number> => {
  await control.settled();
  const startedMs = performance.now();
  const { id, url } = await control.open({
    mode: 'document',
    cwd: folder,
    path: folder,
    detached: true,
  });
  const documents = await until(
    async () => {
      const { statusCode, body } = await request(urlOf(url, sessionTargets.getDocuments));
      const answer = (await body.json()) as { readonly documents?: readonly unknown[] };
      return statusCode === 200 ? answer.documents : undefined;
    },
    { what: 'the list', intervalMs: 5 },
  );
  const ms = performance.now() - startedMs;
  if (documents.length !== manyDocuments) throw new Error(`${documents.length} are listed.`);
  await control.close(id);
  return ms;
};

export const folderList: Row = {
  id: 'folder-list',
  title: 'a folder of 5,000 documents',
  how: 'From the request to the control API, with warm workers, until `GET /api/documents` of the session has been answered with all of them. Floor: reading the folders and `stat` of each file, one after the other, in turns.',
  measure: async (bench) => {
    const supervisor = await bench.supervisor();
    const folder = join(supervisor.home.folder, 'documents');
    await writeManyDocuments(folder);
    const { product, floor } = await alternate(bench.count(15, 4), {
      floor: () => readAll(folder),
      product: () => list(supervisor, folder),
    });
    await supervisor.stop();
    return [
      {
        name: 'a folder of 5,000 documents, request to its list: p50',
        unit: 'ms',
        measured: median(product),
        spread: spreadOf(product),
        floor: median(floor),
        bound: { kind: 'at-most', limit: 1000 },
        samples: product.length,
      },
    ];
  },
};
