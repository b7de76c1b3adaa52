import { connect } from 'node:net';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openStream } from '../helpers/event-stream.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { openSession, type TestSession } from '../helpers/worker.ts';

const worker = entry('worker');
const base = sessionPath('listAnnotations');
const valid = { source: 'lint', text: 'too vague' };
const post = (session: TestSession, body: unknown) => session.call(base, { method: 'POST', body });

it('a stream starts with a snapshot and then sends each change once, in order', async () => {
  const session = await openSession(worker, 'plan');
  await post(session, valid);
  const stream = await openStream(`${session.url}${base}/stream`);
  expect(stream.response.headers['content-type']).toMatch(/^text\/event-stream/u);
  const first = await stream.next();
  expect(first).toMatchObject({ id: '1', data: { type: 'snapshot', version: 1 } });
  expect(first.name).toBeUndefined();
  const { ids } = (await post(session, { annotations: [valid, { ...valid, source: 'other' }] }))
    .json as { ids: [string, string] };
  await session.call(`${base}?id=${ids[0]}`, { method: 'PATCH', body: { text: 'new' } });
  await session.call(`${base}?id=${ids[0]}`, { method: 'PATCH', body: { text: 'new' } });
  await session.call(`${base}?id=${ids[0]}`, { method: 'DELETE' });
  await session.call(`${base}?source=other`, { method: 'DELETE' });
  await session.call(base, { method: 'DELETE' });
  await session.call(base, { method: 'DELETE' });
  await post(session, valid);
  await until('all events', () => stream.events.length === 7);
  expect(stream.events.slice(1).map(({ data }) => [data.type, data.version])).toEqual([
    ['add', 2],
    ['update', 3],
    ['remove', 4],
    ['clear', 5],
    ['clear', 6],
    ['add', 7],
  ]);
  expect(stream.events.map(({ id, data }) => id === String(data.version))).not.toContain(false);
  expect(stream.events[3]?.data).toMatchObject({ ids: [ids[0]] });
  expect(stream.events[4]?.data).toMatchObject({ source: 'other' });
  expect(stream.events[5]?.data).not.toHaveProperty('source');
  stream.close();
});

it('the page’s stream has annotations, preparation, drafts and settings', async () => {
  const session = await openSession(worker, 'plan', { preparation: { state: 'preparing' } });
  const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  const tools = await openStream(`${session.url}${base}/stream`);
  expect((await page.next()).data.type).toBe('snapshot');
  expect((await page.next()).data).toEqual({
    type: 'session',
    preparation: { state: 'preparing' },
  });
  session.send({ type: 'prepared', preparation: { state: 'ready' } });
  expect((await page.next()).data).toEqual({ type: 'session', preparation: { state: 'ready' } });
  await post(session, valid);
  expect((await page.next()).data).toMatchObject({ type: 'add', version: 1 });
  await session.call(sessionPath('saveDraft'), {
    method: 'PUT',
    body: { generation: 3, comments: [] },
  });
  expect((await page.next()).data).toEqual({ type: 'draft', generation: 3 });
  await session.call(sessionPath('changeConfig'), { method: 'POST', body: { theme: 'dark' } });
  expect((await page.next()).data).toMatchObject({ type: 'config', config: { theme: 'dark' } });
  await expect.poll(() => tools.events.map(({ data }) => data.type)).toEqual(['snapshot', 'add']);
  page.close();
  tools.close();
});

it('a connecting page gets the newest draft’s generation, as it may have loaded an older one', async () => {
  const session = await openSession(worker, 'plan');
  await session.call(sessionPath('saveDraft'), {
    method: 'PUT',
    body: { generation: 3, comments: [] },
  });
  const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  expect((await page.next()).data.type).toBe('snapshot');
  expect((await page.next()).data.type).toBe('session');
  expect((await page.next()).data).toEqual({ type: 'draft', generation: 3 });
  page.close();
});

it('both kinds of stream share one limit, and a page takes the place of the oldest tool', async () => {
  const session = await openSession(worker, 'plan', { limits: { streams: 2 } });
  const first = await openStream(`${session.url}${base}/stream`);
  const second = await openStream(`${session.url}${base}/stream`);
  const refused = { status: 503, json: { code: 'too_many_streams' } };
  expect(await session.call(`${base}/stream`)).toMatchObject(refused);
  // Asking about the stream takes no place.
  await session.call(sessionPath('streamEvents'), { method: 'HEAD' });
  expect([first, second].map(({ response }) => response.destroyed)).toEqual([false, false]);
  const page = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  expect(page.response.statusCode).toBe(200);
  await until('the oldest is disconnected', () => first.response.destroyed);
  expect(second.response.destroyed).toBe(false);
  const other = await openStream(`${session.url}${sessionPath('streamEvents')}`);
  await until('so is the next', () => second.response.destroyed);
  for (const path of [sessionPath('streamEvents'), `${base}/stream`])
    expect(await session.call(path)).toMatchObject(refused);
  page.close();
  await until('a place is free', async () => {
    const again = await openStream(`${session.url}${base}/stream`);
    again.close();
    return again.response.statusCode === 200;
  });
  other.close();
});

/** Resident memory of a process, in bytes. */
const residentBytes = async (pid: number | undefined): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/u.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

it.runIf(process.platform === 'linux')(
  'a stalled reader costs bounded memory and gets a new snapshot when it resumes',
  { timeout: 120_000 },
  async () => {
    const session = await openSession(worker, 'plan');
    const socket = connect(session.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    socket.write(`GET ${base}/stream HTTP/1.0\r\nHost: 127.0.0.1:${session.port}\r\n\r\n`);
    await until('the stream is open', () => text.includes('snapshot'));
    socket.pause();
    // Three bytes per character: an event of 180 kB.
    const text180kB = '→'.repeat(60_000);
    const { json } = await post(session, { ...valid, text: text180kB });
    const [id] = (json as { ids: [string] }).ids;
    const change = async (round: number) =>
      session.call(`${base}?id=${id}`, {
        method: 'PATCH',
        body: { text: `${round} ${text180kB}` },
      });
    for (let round = 0; round < 50; round += 1) await change(round);
    const before = await residentBytes(session.child.pid);
    // 90 MB of events, none of them queued for the stalled reader; uncollected garbage is less.
    for (let round = 0; round < 500; round += 1) await change(round);
    const after = await residentBytes(session.child.pid);
    expect(after - before).toBeLessThan(60 * 1024 * 1024);
    text = '';
    socket.resume();
    await until('a new snapshot', () => text.includes('"type":"snapshot","version":551'));
    await change(-1);
    await until('events again', () => text.includes('"type":"update","version":552'));
    expect(text).not.toContain('"version":550,');
    socket.destroy();
  },
);
