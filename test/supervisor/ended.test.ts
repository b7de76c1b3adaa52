import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboardToken } from '../../shared/node/dashboard-address.ts';
import { endedPaths } from '../../shared/session/ended-routes.ts';
import { endedReviewSchema } from '../../shared/session/session.ts';
import { sessionPaths } from '../../shared/session/session-paths.ts';
import { openStream } from '../helpers/event-stream.ts';
import { call } from '../helpers/http-call.ts';
import { controlPath, endedPath, sessionPath } from '../helpers/paths.ts';
import { remoteHome } from '../helpers/remote.ts';
import { coldHome, homeWith, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

const patch =
  'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+a needle\n';
const finding = { source: 'lint', text: 'Until when?' };

const kept = (galley: TestSupervisor, id: string) => join(galley.state, 'decisions', id);
const isKept = (galley: TestSupervisor, id: string) =>
  until('it is kept beside its decision', () => existsSync(join(kept(galley, id), 'ended.json')));

const endPlan = async (galley: TestSupervisor, title = 'A plan'): Promise<string> => {
  const { id, url } = await galley.open({
    mode: 'plan',
    title,
    content: `# ${title}`,
    detached: true,
  });
  await call(`${url}${sessionPath('addAnnotations')}`, { method: 'POST', body: finding });
  const annotations = [{ id: 'c', type: 'GLOBAL_COMMENT', kind: 'must', text: 'A comment.' }];
  await call(`${url}${sessionPath('deny')}`, {
    method: 'POST',
    body: { annotations, feedback: 'Not yet.' },
  });
  await isKept(galley, id);
  return id;
};

const endChange = async (galley: TestSupervisor): Promise<string> => {
  const file = join(galley.home, 'a.patch');
  await writeFile(file, patch);
  const { id, url } = await galley.open({ mode: 'review', patch: file, detached: true });
  await call(`${url}${sessionPath('sendFeedback')}`, { method: 'POST', body: { approved: true } });
  await isKept(galley, id);
  return id;
};

/** All that can be asked of an ended review. */
const routes = endedPaths.map(({ path }) => `${path.slice(1)}?q=needle&id=0&whitespace=show`);

/** Where the supervisor sends who wants to look at it. */
const addressOf = async (galley: TestSupervisor, id: string): Promise<string> => {
  const { status, headers } = await call(`${galley.supervisor.url}/ended/${id}/`);
  expect(status).toBe(307);
  return headers.location ?? '';
};

const navigation = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

let galley: TestSupervisor;
let id: string;
let address: string;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
  id = await endPlan(galley);
  address = await addressOf(galley, id);
});
afterAll(() => galley.stop());

describe('an ended review', () => {
  it('moves beside its decision as a whole, and leaves nothing else behind', async () => {
    await until('no spool is left', async () => {
      return (await readdir(join(galley.state, 'sessions'))).length === 0;
    });
    await until('what nobody needs is gone', async () => {
      const names = await readdir(kept(galley, id));
      return names.sort().join() === 'document.json,document.json.source,ended.json';
    });
  });

  it('answers what its session did, with what was decided', async () => {
    const ask = async (path: string) => (await call(address + path)).json;
    expect(await ask(endedPath('getSession'))).toMatchObject({
      id,
      state: 'exited',
      outcome: 'denied',
      capabilities: ['document', 'search'],
      can: { approve: false, deny: false, feedback: false },
    });
    expect(await ask(endedPath('getPlan'))).toMatchObject({
      title: 'A plan',
      preparation: { state: 'ready' },
      blocks: [{ kind: 'heading', text: 'A plan' }],
    });
    expect((await call(`${address}${endedPath('getSource')}`)).json).toMatchObject({
      text: '# A plan',
    });
    expect(await ask(endedPath('getConfig'))).toMatchObject({ theme: 'system' });
    expect(await ask(endedPath('getEndedDecision'))).toMatchObject({
      outcome: 'denied',
      feedback: 'Not yet.',
      comments: [{ text: 'A comment.' }],
      annotations: [{ text: 'Until when?' }],
    });
  });

  it('shows a code change by its patches, and searches them', async () => {
    const place = await addressOf(galley, await endChange(galley));
    expect((await call(`${place}${endedPath('getDiff')}`)).json).toMatchObject({
      title: 'a.patch',
      files: [{ id: '0', path: 'a.txt' }],
    });
    expect((await call(`${place}${endedPath('getFilePatch')}?id=0&whitespace=show`)).text).toBe(
      patch,
    );
    expect((await call(`${place}${endedPath('searchDiff')}?q=needle`)).json).toMatchObject({
      total: 1,
    });
    for (const query of [
      'file?id=1',
      'file?id=../0',
      'file?id=0&whitespace=hide',
      'side?id=0&side=new',
    ])
      expect([400, 404]).toContain((await call(`${place}${endedPath('getDiff')}/${query}`)).status);
  });

  it('of many documents shows those that were opened, and lists all', async () => {
    const folder = join(galley.home, 'many');
    await mkdir(folder);
    await writeFile(join(folder, 'README.md'), '# Start');
    for (let at = 0; at < 25; at += 1) await writeFile(join(folder, `${at}.md`), `# Page ${at}`);
    await writeFile(join(folder, 'page.html'), '<title>Page</title><p>As it is.');
    const session = await galley.open({ mode: 'document', path: folder, detached: true });
    for (const file of ['7.md', 'page.html'])
      expect((await call(`${session.url}${sessionPath('getPlan')}?file=${file}`)).status).toBe(200);
    await call(`${session.url}${sessionPath('sendFeedback')}`, {
      method: 'POST',
      body: { feedback: 'No.' },
    });
    await isKept(galley, session.id);
    const place = await addressOf(galley, session.id);
    const ask = (path: string) => call(place + path);
    expect((await ask(endedPath('getSession'))).json).toMatchObject({
      outcome: 'feedback',
      capabilities: expect.arrayContaining(['documents']) as string[],
    });
    const { json } = await ask(endedPath('getDocuments'));
    expect(json).toMatchObject({ first: 'README.md' });
    expect((json as { documents: unknown[] }).documents).toHaveLength(27);
    for (const [file, title] of [
      ['', 'Start'],
      ['?file=README.md', 'Start'],
      ['?file=7.md', 'Page 7'],
    ] as const) {
      const plan = await ask(`${endedPath('getPlan')}${file}`);
      expect(plan.json).toMatchObject({ blocks: [{ text: title }] });
      const source = await ask(`${endedPath('getSource')}${file}`);
      expect(source.json).toMatchObject({ text: `# ${title}` });
    }
    const frameOf = (file: string) => ask(`${endedPath('getFrame')}?file=${file}`);
    expect((await frameOf('page.html')).json).toMatchObject({ title: 'Page', isMapped: true });
    expect((await frameOf('7.md')).status).toBe(404);
    // Nobody has looked at these.
    for (const file of ['8.md', 'none.md', '../README.md', '%00'])
      for (const path of ['getPlan', 'getSource'] as const)
        expect((await ask(`${endedPath(path)}?file=${file}`)).status).toBe(404);
    expect((await ask(`${endedPath('getPlan')}?file=8.md`)).json).toMatchObject({
      code: 'not_found',
    });
  });

  it('is not kept where there is nothing to look at', async () => {
    const missing = { mode: 'document', url: 'http://127.0.0.1:1/a.md', detached: true };
    const session = await galley.open(missing);
    await galley.api(controlPath('closeSession', { params: { id: session.id } }), {
      method: 'DELETE',
    });
    await until('its decision is there', () =>
      existsSync(join(galley.state, 'decisions', `${session.id}.json`)),
    );
    expect(existsSync(kept(galley, session.id))).toBe(false);
    const place = await addressOf(galley, session.id);
    const page = await call(place);
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('not kept');
    expect((await call(`${place}${endedPath('getSession')}`)).status).toBe(404);
  });

  it('is not kept where the settings allow for less, and has its decision', async () => {
    const home = await homeWith({ keepEndedMiB: 0, warmWorkers: 0 });
    const frugal = await startSupervisor(home);
    const session = await frugal.open({ mode: 'plan', content: '# A plan', detached: true });
    await call(`${session.url}${sessionPath('deny')}`, { method: 'POST', body: {} });
    await until('its spool is gone', () => !existsSync(join(home.state, 'sessions', session.id)));
    expect(existsSync(kept(frugal, session.id))).toBe(false);
    const { json } = await frugal.api(controlPath('getDecision', { params: { id: session.id } }));
    expect(json).toMatchObject({ outcome: 'denied' });
    await frugal.stop();
  });

  it('is there for a supervisor that comes later, whoever saw it end and moved it', async () => {
    const home = await coldHome();
    const first = await startSupervisor(home);
    const seen = await endPlan(first, 'Seen');
    const half = await endPlan(first, 'Half');
    const lost = await first.open({ mode: 'plan', content: '# Lost', detached: true });
    first.child.kill('SIGKILL');
    process.kill(lost.pid, 'SIGKILL');
    await first.exited;
    // One as it stood before the rename.
    const spool = join(home.state, 'sessions', half);
    await rename(kept(first, half), spool);
    const label = { id: half, mode: 'plan', title: 'Half', project: '', source: { kind: 'text' } };
    await writeFile(join(spool, 'session.json'), JSON.stringify(label));
    const text = await readFile(join(spool, 'ended.json'), 'utf8');
    const { session } = endedReviewSchema.parse(JSON.parse(text));
    const opened = { record: { ...session, nonce: 'x' }, bootId: 'y' };
    await writeFile(join(spool, 'opened.json'), JSON.stringify(opened));
    const withoutDecision = join(home.state, 'decisions', '0'.repeat(12));
    await mkdir(withoutDecision, { mode: 0o700 });
    const next = await startSupervisor(home);
    for (const id of [lost.id, half]) await isKept(next, id);
    expect(existsSync(spool)).toBe(false);
    const headers = { authorization: `Bearer ${next.supervisor.token}` };
    await until('all are listed', async () => {
      const stream = await openStream(
        `${next.supervisor.url}${controlPath('streamEvents')}`,
        headers,
      );
      const { data } = await stream.next();
      stream.close();
      const { ended } = data as unknown as {
        ended: { id: string; isKept: boolean; outcome: string }[];
      };
      const listed = ended.map(({ id: known, outcome }) => `${known} ${outcome}`);
      const expected = [`${seen} denied`, `${half} denied`, `${lost.id} undecided`];
      return listed.sort().join() === expected.sort().join() && ended.every(({ isKept: is }) => is);
    });
    expect(
      (await call(`${await addressOf(next, lost.id)}${endedPath('getPlan')}`)).json,
    ).toMatchObject({
      blocks: [{ text: 'Lost' }],
    });
    expect(
      (await call(`${await addressOf(next, half)}${endedPath('getSession')}`)).json,
    ).toMatchObject({
      outcome: 'denied',
    });
    await until('a folder without a decision is cleared up', () => !existsSync(withoutDecision));
    await next.stop();
  });
});

describe('what is kept', () => {
  it.each([
    ['a plan', endPlan],
    ['a code change', endChange],
  ] as const)('of %s is asked for without a failure, whole, damaged or gone', async (_, end) => {
    const ended = await end(galley);
    const place = await addressOf(galley, ended);
    const statuses = () =>
      Promise.all(routes.map(async (route) => (await call(place + route)).status));
    for (const status of await statuses()) expect([200, 400, 404]).toContain(status);
    const folder = kept(galley, ended);
    const files = (await readdir(folder)).filter((name) => name !== 'ended.json');
    expect(files.length).toBeGreaterThan(1);
    for (const name of [...files, 'ended.json']) {
      const whole = await readFile(join(folder, name));
      for (const damaged of ['', '{', '[1]\n', '{"blocks":1}', `"${whole.toString('latin1')}`]) {
        await writeFile(join(folder, name), damaged);
        for (const status of await statuses()) expect([200, 400, 404]).toContain(status);
      }
      await rm(join(folder, name));
      for (const status of await statuses()) expect([200, 400, 404]).toContain(status);
      await writeFile(join(folder, name), whole);
    }
    expect((await statuses()).filter((status) => status === 200).length).toBeGreaterThan(3);
    await rm(join(galley.state, 'decisions', `${ended}.json`));
    expect((await call(`${place}${endedPath('getEndedDecision')}`)).status).toBe(404);
  });
});

describe('the server of ended reviews', () => {
  it('has an origin of its own, without a key and without the control API', async () => {
    expect(new URL(address).origin).not.toBe(galley.supervisor.url);
    const { token, nonce } = galley.supervisor;
    const page = await call(address, { headers: navigation });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/u,
    );
    for (const secret of [token, nonce, dashboardToken(token)])
      for (const path of [
        '',
        endedPath('getSession'),
        endedPath('getEndedDecision'),
        endedPath('getPlan'),
      ])
        expect((await call(address + path)).text).not.toContain(secret);
    const headers = { authorization: `Bearer ${token}` };
    for (const path of [
      controlPath('listSessions').slice(1),
      controlPath('getStatus').slice(1),
      controlPath('getMetrics').slice(1),
      'dashboard/',
      `dashboard${controlPath('getStatus')}`,
    ])
      for (const base of [address, `${new URL(address).origin}/`])
        expect((await call(base + path, { headers })).status).toBe(404);
  });

  it('changes nothing: of the routes of a session it has those that read', async () => {
    for (const { method, path } of sessionPaths) {
      if (method === 'GET') continue;
      const { status } = await call(`${address.slice(0, -1)}${path}`, { method, body: {} });
      expect([404, 405]).toContain(status);
    }
    expect((await call(address, { method: 'POST', body: {} })).status).toBe(405);
    expect((await call(`${address}${endedPath('getSession')}`)).json).toMatchObject({
      outcome: 'denied',
    });
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['the dashboard, on another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ['another origin', { origin: 'http://127.0.0.1:1' }],
    ['a frame', { ...navigation, 'sec-fetch-dest': 'iframe' }],
    ['a rebound name', { host: 'evil.example' }],
  ])('refuses %s', async (_, headers) => {
    for (const path of ['', endedPath('getPlan'), endedPath('getEndedDecision')])
      expect((await call(address + path, { headers })).status).toBe(403);
  });

  it('shows nothing of its API to who is navigated there from elsewhere', async () => {
    expect(
      (await call(`${address}${endedPath('getEndedDecision')}`, { headers: navigation })).status,
    ).toBe(403);
  });

  it.each([
    '../../config',
    '..%2f..%2fconfig',
    '%2e%2e',
    '0123456789AB',
    '0123456789abc',
    `${'0'.repeat(11)}.`,
    '',
  ])('takes %j for no id', async (path) => {
    const { origin } = new URL(address);
    for (const target of [`${origin}/${path}/`, `${origin}/${path}${sessionPath('getSession')}`])
      expect((await call(target)).status).toBe(404);
    expect((await call(`${galley.supervisor.url}/ended/${path}/`)).status).toBe(404);
  });

  it('serves no other file of the folder', async () => {
    for (const path of ['ended.json', 'document.json', '..%2fended.json', 'api/../ended.json'])
      expect((await call(address + path)).status).toBe(404);
  });
});

describe('in remote mode', () => {
  it('ended reviews stand where they stood, below the gateway', async () => {
    const remote = await startSupervisor(await remoteHome(), { env: { GALLEY_REMOTE: '1' } });
    const ended = await endPlan(remote);
    const base = `http://127.0.0.1:${remote.supervisor.gateway?.port}/s/${ended}`;
    await until(
      'the gateway has it',
      async () => (await call(`${base}${sessionPath('getSession')}`)).status === 200,
    );
    expect((await call(base)).headers.location).toBe(`/s/${ended}/`);
    expect((await call(`${base}/`, { headers: navigation })).status).toBe(200);
    expect((await call(`${base}${sessionPath('getSession')}`)).json).toMatchObject({
      state: 'exited',
    });
    expect((await call(`${base}${sessionPath('deny')}`, { method: 'POST', body: {} })).status).toBe(
      404,
    );
    expect((await call(`${base}${controlPath('listSessions')}`)).status).toBe(404);
    expect((await call(`${base}${sessionPath('getPlan')}`, { headers: navigation })).status).toBe(
      403,
    );
    await remote.stop();
  });
});
