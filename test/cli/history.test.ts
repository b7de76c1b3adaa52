import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decisionOn, keptSubjects } from '../../cli/history/kept-subjects.ts';
import { createApiClient } from '../../shared/node/api-client.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import { makeRoom } from '../../supervisor/sessions/make-room.ts';
import { startGalley, type Galley } from '../helpers/galley.ts';
import { writeSettings } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
afterAll(() => galley.stop());

const present = async (text: string) => {
  await galley.write('plan.md', text);
  const { url } = await galley.open(['plan', 'plan.md']);
  const api = createApiClient(sessionApi, { url });
  await until('it is prepared', async () => {
    const { body } = await api.call('getPlan');
    return body?.preparation.state === 'ready';
  });
  return api;
};

interface Listed {
  readonly history: readonly { readonly id: string }[];
}
/** What `history` lists, without the time that its process takes. */
const kept = () => keptSubjects(galley.context);

it('keeps each version of a plan once, with what the reviewer decided', async () => {
  expect(await galley.run(['history'])).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'No versions are kept.\n',
  });
  const first = '# Move\n\nOne.\nTwo.\n';
  const session = await present(first);
  await present(first);
  await session.call('deny', { body: { feedback: 'Say *why*.' } });
  await present('# Move\n\nOne.\nThree.\nFour.\u001B[31m\n');
  // What is presented again after another version is a new one.
  await present(first);
  await present('# Another\n\nPlan.\n');

  const [other, move] = (await galley.json<Listed>(['history', '--all'])).history;
  expect(other).toMatchObject({ mode: 'plan', key: 'Another', versions: 1 });
  expect(move).toMatchObject({ title: 'Move', key: 'Move', versions: 3 });
  const show = (...args: readonly string[]) =>
    galley.run(['history', 'show', move?.id.slice(0, 8) ?? '', ...args]);
  await until('the decision is kept', async () => {
    const [, subject] = await kept();
    return subject !== undefined && (await decisionOn(subject, 1)) !== undefined;
  });
  const lines = (await show()).stdout.split('\n').map((line) => line.split(/ {2,}/u).slice(0, 4));
  expect(lines.slice(1, 4)).toEqual([
    ['1', 'Move', 'changes requested', '0'],
    ['2', 'Move', '+2 −1', expect.stringMatching(/^20/u)],
    ['3', 'Move', '+1 −2', expect.stringMatching(/^20/u)],
  ]);
  expect((await show('1')).stdout).toBe(first);
  expect((await show('2')).stdout).toBe('# Move\n\nOne.\nThree.\nFour.\n');
  expect((await show('3')).stdout).toBe(first);
  expect((await show('1', '--feedback')).stdout).toContain('Say *why*.');
  expect(await show('2', '--feedback')).toMatchObject({
    code: 1,
    stderr: 'galley: Nothing was decided about version 2.\n',
  });
  expect(JSON.parse((await show('1', '--json')).stdout)).toMatchObject({
    number: 1,
    outcome: 'denied',
    text: first,
  });
  expect((await galley.run(['history', 'show', 'zz'])).stderr).toMatch(/^galley: No versions/u);
});

it('keeps versions of sessions that open at once, and removes the oldest plan first', async () => {
  const texts = Array.from({ length: 6 }, (_, at) => `# Together\n\n${'.'.repeat(at + 1)}\n`);
  const client = await galley.connect();
  await Promise.all(
    texts.map(async (content) => {
      const request = { mode: 'plan', content, key: 'together', cwd: galley.root } as const;
      return client.openSession({ ...request, detached: true }, randomUUID());
    }),
  );
  await until('all are kept', async () => (await kept())[0]?.versions.length === texts.length);
  const [latest, ...others] = await kept();
  expect(others).toHaveLength(2);
  const folder = join(galley.home, 'state', 'history');
  const sizes = readdirSync(join(folder, latest?.id ?? '')).map(
    (name) => statSync(join(folder, latest?.id ?? '', name)).size,
  );
  const maxBytes = sizes.reduce((sum, size) => sum + size, 0);
  await makeRoom(folder, { maxBytes, isKept: () => true });
  expect(readdirSync(folder)).toEqual([latest?.id]);
});

it('a page that was left open makes no new version of what it shows', async () => {
  const folder = join(galley.root, 'left-open');
  await mkdir(folder);
  await writeFile(join(folder, 'page.html'), '<p>Page.</p>');
  /** Opens a review of a text; its page, which shows the text, later. */
  const open = async (text: string) => {
    await writeFile(join(folder, 'a.md'), text);
    const { url } = await galley.open(['document', 'left-open']);
    const api = createApiClient(sessionApi, { url });
    await until('it is prepared', async () => {
      const { body } = await api.call('getSession');
      return body.preparation.state === 'ready';
    });
    return async () => {
      const query = { file: 'a.md' };
      expect((await api.call('getPlan', { query })).body?.blocks?.at(-1)?.text).toBe(
        text.slice(5, -1),
      );
      return (await api.call('getVersions', { query })).body;
    };
  };
  const [first, left] = [await open('# A\n\nOne.\n'), await open('# A\n\nOne.\n')];
  expect(await first()).toMatchObject({ shown: 1 });
  expect(await (await open('# A\n\nTwo.\n'))()).toMatchObject({ shown: 2 });
  expect(await left()).toMatchObject({ shown: 1 });
});

describe('is removed as the settings say,', () => {
  const dayMs = 24 * 60 * 60 * 1000;
  let home: Galley;
  beforeAll(async () => {
    home = await startGalley({ warmWorkers: 0, keepHistoryDays: 2 });
  });
  afterAll(() => home.stop());
  const show = async (title: string, text = 'Words.'): Promise<string> => {
    await home.write('plan.md', `# ${title}\n\n${text}\n`);
    const { id, url } = await home.open(['plan', 'plan.md']);
    const api = createApiClient(sessionApi, { url });
    await until('it is prepared', async () => {
      const { body } = await api.call('getPlan');
      return body?.preparation.state === 'ready';
    });
    await home.close(id);
    return (await keptSubjects(home.context)).find(({ last }) => last.title === title)?.id ?? '';
  };
  /** The supervisor looks when it starts. */
  const restart = () => home.run(['supervisor', 'restart']);
  const titles = async (): Promise<string[]> =>
    (await keptSubjects(home.context)).map(({ last }) => last.title);
  const age = async (id: string, ageMs: number): Promise<void> => {
    const at = new Date(Date.now() - ageMs);
    await utimes(join(home.home, 'state', 'history', id), at, at);
  };

  it('by its age', async () => {
    await age(await show('Old'), 2.1 * dayMs);
    await age(await show('Young'), 1.9 * dayMs);
    await restart();
    await expect.poll(titles).toEqual(['Young']);
  });

  it('by the space that all of it takes, the oldest first', async () => {
    await writeSettings(home.home, { warmWorkers: 0, keepHistoryMiB: 1 });
    const large = 'Some words. '.repeat(60_000);
    await age(await show('First', large), 2000);
    await show('Second', large);
    await restart();
    await expect.poll(titles).toEqual(['Second']);
  });

  it('and not kept at all where there is to be none', async () => {
    await writeSettings(home.home, { warmWorkers: 0, keepHistoryMiB: 0 });
    expect(await show('None')).toBe('');
    expect(await titles()).not.toContain('None');
  });
});

describe('of several documents', () => {
  const opened = async (cwd: string, ...args: readonly string[]) => {
    const { url } = await galley.open(['document', ...args], { cwd });
    const api = createApiClient(sessionApi, { url });
    const plan = async (file?: string) => (await api.call('getPlan', { query: { file } })).body;
    await until('it is prepared', async () => (await plan())?.preparation.state === 'ready');
    return { api, plan };
  };
  const writer = async (name: string) => {
    const folder = join(galley.root, name);
    return {
      folder,
      write: async (path: string, text: string) => {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      },
    };
  };
  const keptIn = async (folder: string) => (await kept()).filter(({ cwd }) => cwd === folder);

  it('on one page, each is kept by its path, with the decision', async () => {
    const { folder, write } = await writer('together');
    await write('a.md', '# Same title\n\nOne.\n');
    await write('sub/a.md', '# Same title\n\nTwo.\n');
    const first = await opened(folder, 'a.md', 'sub/a.md');
    expect((await first.plan())?.kept).toEqual({});
    await first.api.call('sendFeedback', {
      body: { annotations: [{ id: 'one', type: 'COMMENT', text: 'Why?', file: 'sub/a.md' }] },
    });
    await write('sub/a.md', '# Same title\n\nTwo.\nThree.\n');
    await write('new.md', '# Another\n');
    // Whether they are named one by one, or by their folder.
    const { api, plan } = await opened(folder, '.');
    expect((await plan())?.kept).toEqual({ lines: { added: 1, removed: 0 } });
    const versions = async (file?: string) =>
      (await api.call('getVersions', { query: { file } })).body;
    expect(await versions()).toMatchObject({ file: 'a.md', shown: 1, versions: [{ number: 1 }] });
    await until('the decision is kept', async () =>
      Boolean((await versions('sub/a.md'))?.versions[0]?.decision),
    );
    expect(await versions('sub/a.md')).toMatchObject({
      file: 'sub/a.md',
      shown: 2,
      versions: [{ decision: { outcome: 'feedback' } }, { lines: { added: 1, removed: 0 } }],
    });
    const query = { file: 'sub/a.md' };
    expect((await api.call('getVersion', { params: { number: '1' }, query })).body).toBe(
      '# Same title\n\nTwo.\n',
    );
    const compared = await api.call('compareVersions', {
      params: { number: '2' },
      query: { ...query, with: '1' },
    });
    expect(compared.body.blocks).toMatchObject([{ state: 'same' }, { state: 'changed' }]);
    await expect(versions('gone.md')).rejects.toMatchObject({ code: 'not_found' });

    const { history: found } = await galley.json<{ history: { file: string; id: string }[] }>(
      ['history'],
      { cwd: folder },
    );
    expect(found.map(({ file }) => file).toSorted()).toEqual(['a.md', 'new.md', 'sub/a.md']);
    const table = (await galley.run(['history'], { cwd: folder })).stdout;
    expect(table).toMatch(/TITLE +FILE .*\n.* sub\/a\.md /u);
    const { id = '' } = found.find(({ file }) => file === 'sub/a.md') ?? {};
    expect((await galley.run(['history', 'show', id])).stdout).toMatch(/feedback sent +1 /u);
    const { id: other = '' } = found.find(({ file }) => file === 'a.md') ?? {};
    expect((await galley.run(['history', 'show', other])).stdout).toMatch(/feedback sent +0 /u);
  });

  it('in a folder, those are kept that were opened', async () => {
    const { folder, write } = await writer('one-by-one');
    for (let at = 1; at <= 25; at += 1) await write(`docs/page-${at}.md`, `# Page\n\nNo. ${at}.\n`);
    const { api, plan } = await opened(folder, 'docs');
    // A finding has one rendered that nobody opens.
    await api.call('addAnnotations', {
      body: {
        source: 'lint',
        type: 'COMMENT',
        originalText: 'No. 9.',
        text: 'Why?',
        filePath: 'page-9.md',
      },
    });
    const placements = async () =>
      (await api.call('listAnnotations', { query: {} })).body?.annotations.map(
        ({ placement }) => placement,
      );
    await until('it is placed', async () => (await placements())?.[0] === 'exact');
    expect((await plan('page-7.md'))?.kept).toEqual({ number: 1 });
    await plan('page-7.md');
    await plan('page-8.md');
    expect((await keptIn(folder)).map(({ file }) => file)).toEqual([
      'docs/page-8.md',
      'docs/page-7.md',
      'docs/page-1.md',
    ]);

    await write('docs/page-7.md', '# Page\n\nNo. 7.\nMore.\n');
    await api.call('refresh', { body: {} });
    expect((await plan('page-7.md'))?.kept).toEqual({
      number: 2,
      lines: { added: 1, removed: 0 },
    });
    const query = { file: 'page-7.md' };
    const versions = async () => (await api.call('getVersions', { query })).body;
    expect((await versions())?.shown).toBe(2);
    await api.call('sendFeedback', { body: { approved: true } });
    const again = await opened(folder, 'docs');
    expect((await again.plan('page-7.md'))?.kept?.number).toBe(2);
    const isApproved = async (file: string, number: number) => {
      const found = (await keptIn(folder)).find((one) => one.file === file);
      return found !== undefined && (await decisionOn(found, number))?.outcome === 'approved';
    };
    await until('the decision is kept', () => isApproved('docs/page-7.md', 2));
    // One that nobody opened again after the refresh, too.
    await until('its decision is kept, too', () => isApproved('docs/page-8.md', 1));
    const key = ['--key', 'mine'];
    await (await opened(folder, 'docs', ...key)).plan('page-7.md');
    expect((await keptIn(folder)).filter(({ file }) => file === 'docs/page-7.md')).toHaveLength(2);
  });
});
