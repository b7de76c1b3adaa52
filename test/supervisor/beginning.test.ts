import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { planAnswerSchema } from '../../shared/session/content.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import type { OpenRequest, SessionView } from '../../shared/session/session.ts';
import { longText, stopAfterBeginning } from '../helpers/long-document.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

/** As few as take long enough to stop in between. */
const text = longText(400);

let galley: SharedSupervisor;
let path: string;
beforeAll(async () => {
  galley = await shareSupervisor();
  path = join(galley.folder, 'long.md');
  await writeFile(path, text);
});
afterAll(() => galley.stop());

const planOf = async ({ url }: SessionView) =>
  planAnswerSchema.parse((await createApiClient(sessionApi, { url }).call('getPlan')).body);

it.each([
  ['plan', { mode: 'plan', content: text }],
  ['document', { mode: 'document' }],
] as const)('a long %s can be read while the rest of it is rendered', async (_, request) => {
  const what = request.mode === 'plan' ? request : { ...request, path };
  const body = { cwd: galley.folder, detached: true, ...what } as OpenRequest;
  const session = (await galley.client.call('openSession', { body })).body as SessionView;
  const goOn = await stopAfterBeginning(session.url, galley.supervisor.pid);
  const beginning = await planOf(session);
  expect(beginning.preparation).toEqual({ state: 'preparing', hasBeginning: true });
  expect(beginning.blocks[1]?.text).toBe('Some words of section 0, and more.');
  goOn();
  await until('all of it is ready', async () => {
    const { preparation } = await planOf(session);
    return preparation.state === 'ready';
  });
  const { blocks } = await planOf(session);
  expect(blocks).toHaveLength(1600);
  expect(blocks.slice(0, beginning.blocks.length)).toEqual(beginning.blocks);
});
