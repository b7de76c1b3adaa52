import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Upload } from '../../../shared/session/upload.ts';
import { Decisions } from '../../../supervisor/sessions/decisions.ts';
import { sweepUploads } from '../../../supervisor/sessions/uploads.ts';
import { call } from '../../helpers/http-call.ts';
import { png } from '../../helpers/images.ts';
import { controlPath, sessionPath } from '../../helpers/paths.ts';
import { coldHome, startSupervisor, type TestSupervisor } from '../../helpers/supervisor.ts';
import { until } from '../../helpers/until.ts';

let galley: TestSupervisor;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
});
afterAll(() => galley.stop());

type Opened = Awaited<ReturnType<TestSupervisor['open']>>;
const open = () =>
  galley.open({ mode: 'plan', content: '# A plan', key: 'with images', detached: true });
const upload = async ({ url }: Opened, size: number): Promise<Upload> => {
  const sent = { method: 'POST', raw: png(size, size) };
  return (await call(`${url}${sessionPath('addUpload')}`, sent)).json as Upload;
};
const isShown = async (url: string, { id }: Upload): Promise<boolean> => {
  const path = sessionPath('getUpload', { params: { upload: id } });
  return (await call(`${url}${path}`)).headers['content-type'] === 'image/png';
};
const commentWith = (attachment: Upload) => ({
  id: 'c',
  type: 'GLOBAL_COMMENT',
  kind: 'must',
  text: 'As here.',
  attachments: [attachment],
});
const folder = () => join(galley.state, 'uploads');
const sweep = (isRunning: (id: string) => boolean) =>
  sweepUploads({
    paths: { uploadsFolder: folder(), draftsFolder: join(galley.state, 'drafts') },
    decisions: new Decisions(join(galley.state, 'decisions')),
    inUse: { hasSession: isRunning },
  });

test('images survive a crash with the draft that names them, and then go with the decision', async () => {
  const lost = await open();
  const [named, unnamed] = [await upload(lost, 5), await upload(lost, 6)];
  const draft = { generation: 1, comments: [commentWith(named)], version: 2, editors: [] };
  await call(`${lost.url}${sessionPath('saveDraft')}`, { method: 'PUT', body: draft });
  process.kill(lost.pid, 'SIGKILL');
  await until('it is reaped', async () =>
    (await galley.registry()).sessions.every(({ id }) => id !== lost.id),
  );
  await sweep(() => false);
  expect(await readdir(join(folder(), lost.id))).toHaveLength(2);

  const next = await open();
  expect(await isShown(next.url, named)).toBe(true);
  const body = { annotations: [commentWith(named)] };
  await call(`${next.url}${sessionPath('deny')}`, { method: 'POST', body });
  const decision = await galley.api(
    controlPath('getDecision', { params: { id: next.id }, query: { wait: 10 } }),
  );
  const path = join(folder(), next.id, `${named.id}.png`);
  expect(decision.json).toMatchObject({
    comments: [{ attachments: [{ path }] }],
    markdown: expect.stringContaining(path),
  });
  await expect.poll(() => readdir(join(folder(), next.id))).toEqual([`${named.id}.png`]);

  const ended = await call(`${galley.supervisor.url}/ended/${next.id}/`);
  const page = String(ended.headers.location).replace(/\/$/u, '');
  expect(await isShown(page, named)).toBe(true);
  expect(await isShown(page, unnamed)).toBe(false);
  // Nobody has the draft of the lost session any more, so its decision names nothing.
  await sweep(() => false);
  expect(await readdir(folder())).toEqual([next.id]);
  await access(path);

  await rm(join(galley.state, 'decisions', `${next.id}.json`));
  await sweep((id) => id === next.id);
  await access(path);
  await sweep(() => false);
  expect(await readdir(folder())).toEqual([]);
});
