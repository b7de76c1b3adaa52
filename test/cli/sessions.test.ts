import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionView } from '../../shared/session/session.ts';
import { decide, startGalley, type Galley } from '../helpers/galley.ts';
import { call } from '../helpers/http-call.ts';
import { sessionPath } from '../helpers/paths.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# A plan\n');
});
afterAll(() => galley.stop());

const unknown = '000000000000';

describe('without a supervisor', () => {
  it('queries start none', async () => {
    expect(await galley.run(['sessions', 'list'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No reviews are open.\n',
    });
    expect(await galley.json(['sessions', 'list'])).toEqual({ sessions: [] });
    expect(await galley.json(['sessions', 'list', '--ended'])).toEqual({ sessions: [] });
    expect(await galley.json(['supervisor', 'status'])).toEqual({ running: false });
    expect(await galley.run(['supervisor', 'status'])).toMatchObject({
      code: 0,
      stdout: 'No supervisor is running.\n',
    });
    expect(await galley.run(['supervisor', 'stop'])).toMatchObject({ code: 0 });
    expect(await galley.run(['sessions', 'close', '--all'])).toMatchObject({ code: 0 });
    for (const args of [
      ['sessions', 'show', unknown],
      ['sessions', 'close', unknown],
    ])
      expect(await galley.run(args)).toMatchObject({ code: 1, stdout: '' });
    expect(existsSync(join(galley.home, 'run', 'registry.json'))).toBe(false);
  });
});

const isPrepared = (url: string): Promise<void> =>
  until('there is something to look at', async () => {
    const { json } = await call(`${url}${sessionPath('getPlan')}`);
    return (json as { blocks: unknown[] }).blocks.length > 0;
  });

describe('an open review', () => {
  let session: SessionView;
  beforeAll(async () => {
    session = await galley.open(['plan', 'plan.md', '--title', 'A \u001B[31mred\u001B[0m title']);
  });

  it("is listed without the registry's secrets", async () => {
    const [listed] = await galley.listed();
    expect(listed).toMatchObject({ id: session.id, mode: 'plan', state: 'running' });
    expect(listed).not.toHaveProperty('nonce');
    expect(listed).not.toHaveProperty('counts');
    const { stdout } = await galley.run(['sessions', 'list']);
    expect(stdout).toMatch(/^ID +MODE +TITLE +PROJECT +AGE +URL\n/u);
    expect(stdout).toContain('A red title');
    expect(stdout).toContain(session.url);
  });

  it('is shown', async () => {
    expect(await galley.json(['sessions', 'show', session.id])).toMatchObject({ id: session.id });
    const { stdout } = await galley.run(['sessions', 'show', session.id]);
    expect(stdout).toMatch(/^title +A red title$/mu);
    expect(stdout).not.toContain('\u001B');
  });

  it('shows a held decision', async () => {
    const { id, url } = await galley.open(['plan', 'plan.md']);
    await decide(url, 'deny', { undoSeconds: 50 });
    const held = expect.objectContaining({ outcome: 'denied' });
    await until('it is in the registry', () =>
      galley.sessions().some((listed) => listed.held !== undefined),
    );
    expect(await galley.listed()).toContainEqual(expect.objectContaining({ id, held }));
    expect((await galley.run(['sessions', 'list'])).stdout).toMatch(
      new RegExp(`^${id} .* ${url} \\(changes requested, released in \\d+ s\\)$`, 'mu'),
    );
    expect((await galley.run(['sessions', 'show', id])).stdout).toMatch(
      /^decision +changes requested, can be undone until 2\S+Z$/mu,
    );
    expect(await galley.json(['sessions', 'close', id])).toMatchObject({
      closed: [{ id, outcome: 'denied' }],
    });
  });

  it('has its findings printed in full, as has its decision', async () => {
    const { id, url } = await galley.open(['plan', 'plan.md']);
    await isPrepared(url);
    const finding = {
      source: 'vale',
      rule: 'Weasel',
      severity: 'warning',
      url: 'https://example.org/weasel',
      type: 'COMMENT',
      originalText: 'A plan',
      text: 'Vague:\n\u001B[31msay when\u001B[0m.',
    };
    const other = { source: 'spelling', filePath: 'a.md', text: 'Dismissed.' };
    const body = { annotations: [finding, other] };
    const added = await call(`${url}${sessionPath('addAnnotations')}`, { method: 'POST', body });
    const [, dismissed = ''] = (added.json as { ids: string[] }).ids;
    const show = ['sessions', 'show', id, '--findings'];
    const whole =
      '1. warning · vale, Weasel · line 1, "A plan"\n   Vague:\n   say when.\n   https://example.org/weasel\n';
    expect((await galley.run(show)).stdout).toBe(`${whole}\n2. spelling · a.md\n   Dismissed.\n`);
    expect(await galley.json(show)).toMatchObject({ id, findings: [finding, other] });
    await decide(url, 'approve', { withFindings: false, dismissed: [dismissed] });
    expect(await galley.run(show)).toMatchObject({ code: 0, stdout: whole });
    expect(await galley.json(show)).toMatchObject({ id, findings: [finding] });
    expect(await galley.run(['sessions', 'show', id])).toMatchObject({ code: 0 });
  });

  it('is no longer listed once its process is gone, even if still in the registry', async () => {
    const victim = await galley.open(['plan', 'plan.md']);
    const { supervisor } = await galley.registry();
    process.kill(supervisor.pid, 'SIGKILL');
    process.kill(victim.pid, 'SIGKILL');
    await until('the supervisor is gone', async () => !(await galley.isSupervised()));
    expect((await galley.registry()).sessions.map(({ id }) => id)).toContain(victim.id);
    expect((await galley.listed()).map(({ id }) => id)).not.toContain(victim.id);
    await galley.run(['supervisor', 'start']);
    expect((await galley.listed()).map(({ id }) => id)).toEqual([session.id]);
    await galley.close(session.id);
  });
});

describe('a review that is shared', () => {
  it('says what the file is, and what comes of the comments in it', async () => {
    await galley.write('report.html', '<h1>Report</h1><p>Costs are falling.</p>');
    const { id, url } = await galley.open(['document', 'report.html']);
    await until('it is prepared', async () =>
      (await call(`${url}${sessionPath('getPlan')}`)).text.includes('"frame":'),
    );
    const file = join(galley.root, 'shared.html');
    const shared = await galley.run(['share', id, file]);
    expect(shared).toEqual({
      code: 0,
      stdout: `${file}\n`,
      stderr:
        'The HTML is shared as its text, without its layout.\nSend it to colleagues. `galley import FILE` reads what comes back.\n',
    });
    const html = await readFile(file, 'utf8');
    const importing = async (...colleagues: object[]) => {
      const listed = `"colleagues":${JSON.stringify(colleagues)}`;
      await writeFile(
        file,
        html.replace('"colleagues":[]', () => listed),
      );
      return galley.run(['import', file, '--no-browser']);
    };
    const by = (author: string, of: number, more: object) => ({
      id: `${of}1111111-1111-4111-8111-111111111111`,
      author,
      changedAt: `2026-11-25T1${of}:00:00.000Z`,
      kind: 'question',
      text: 'Why?',
      ...more,
    });
    const ada = by('Ada', 1, { quote: { text: 'falling' } });
    const bob = by('Bob', 2, { quote: { text: 'rising' } });
    const eve = by('Eve', 1, {});
    const said = (sentence: string) => ({
      code: 0,
      stderr: `Imported into "report.html": ${sentence}\n`,
    });
    expect(await importing()).toMatchObject(said('there are no comments in the file.'));
    expect(await importing(ada, bob)).toMatchObject(
      said('2 comments added, 1 about text that is not there any more.'),
    );
    const later = { ...ada, text: 'Since when?', changedAt: '2026-11-26T10:00:00.000Z' };
    expect(await importing(later, bob)).toMatchObject(said('1 comment changed, 1 known already.'));
    expect(await importing(eve)).toMatchObject(
      said('1 comment left out, because another comment or finding has the same id.'),
    );
    const gone = { id: bob.id, author: 'Bob', changedAt: later.changedAt, isDeleted: true };
    expect(await importing(gone)).toMatchObject(said('1 comment removed.'));
    await galley.close(id);
    const { code, stdout, stderr } = await importing(ada);
    expect([code, stderr]).toEqual([
      0,
      'The review that it came from is not open, so its text was opened as "report.html": 1 comment added.\n',
    ]);
    await galley.close(stdout.split(' ')[0] ?? '');
    await galley.write('change.diff', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n');
    const change = await galley.open(['review', '--patch', 'change.diff']);
    const intoChange = ['import', file, '--session', change.id];
    expect(await galley.run(intoChange)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a code change'),
    });
    await galley.close(change.id);
  });
});

describe('an ended review', () => {
  const ended = ['sessions', 'list', '--ended'];

  it('can be waited for, and its decision read and shown again', async () => {
    const { id, url } = await galley.open(['plan', 'plan.md']);
    await isPrepared(url);
    const waiting = galley.start(['sessions', 'wait', id, '--json']);
    await decide(url, 'deny', { feedback: 'No.' });
    const { code, stdout } = await waiting.ended;
    expect(code).toBe(10);
    expect(JSON.parse(stdout)).toMatchObject({ id, outcome: 'denied', feedback: 'No.' });
    expect(await galley.run(['sessions', 'wait', id, '--json'])).toMatchObject({
      code: 10,
      stdout,
    });
    expect(await galley.json(['sessions', 'show', id])).toMatchObject({
      id,
      state: 'exited',
      outcome: 'denied',
    });
    let kept: { id: string }[] = [];
    await until('it is listed among those that are kept', async () => {
      kept = (await galley.json<{ sessions: { id: string }[] }>(ended)).sessions;
      // Before those of the tests above, which are kept as well.
      return kept[0]?.id === id;
    });
    expect(kept[0]).toMatchObject({
      id,
      state: 'exited',
      outcome: 'denied',
      title: 'A plan',
      origin: 'cli',
    });
    const { stdout: table } = await galley.run(ended);
    expect(table).toMatch(/^ID +MODE +OUTCOME +TITLE +ROUND +PROJECT +AGENT +ENDED$/mu);
    expect(table).toMatch(new RegExp(`^${id} +plan +changes requested +.* ago$`, 'mu'));
    const { url: place } = await galley.json<{ url: string }>(['sessions', 'open', id]);
    expect((await call(place)).status).toBe(307);
  });

  it('is closed by its id among unknown ones', async () => {
    const { id } = await galley.open(['plan', 'plan.md']);
    const { code, stdout, stderr } = await galley.run(['sessions', 'close', unknown, id]);
    expect(code).toBe(1);
    expect(stdout).toBe(`The review ${id} has ended: closed.\n`);
    expect(stderr).toContain(`There is no review ${unknown}`);
  });

  it('is closed with all others', async () => {
    const opened = [
      await galley.open(['plan', 'plan.md']),
      await galley.open(['document', 'plan.md']),
    ];
    const { closed } = await galley.json<{ closed: { id: string }[] }>(
      'sessions close --all'.split(' '),
    );
    const ids = closed.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(opened.map(({ id }) => id)));
    expect(await galley.listed()).toEqual([]);
  });

  it.each([['show'], ['wait'], ['logs'], ['open']])(
    '%s of an unknown id is an error',
    async (word) => {
      for (const id of [unknown, '../../etc/passwd']) {
        const { code, stdout, stderr } = await galley.run(['sessions', word, id]);
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
        expect(stderr).toMatch(/^galley: There is no /u);
      }
    },
  );
});

describe('an id that is a path', () => {
  it('reaches no file', async () => {
    await galley.write('home/state/evil.log', '{"msg":"secret"}\n');
    await galley.write('home/state/evil.json', await decisionText());
    for (const word of ['logs', 'show', 'wait', 'open']) {
      const { code, stdout, stderr } = await galley.run(['sessions', word, '../evil']);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^galley: There is no /u);
    }
  });

  const decisionText = async (): Promise<string> => {
    const { id, url } = await galley.open(['plan', 'plan.md']);
    await decide(url, 'approve');
    return (await galley.run(['sessions', 'wait', id, '--json'])).stdout;
  };
});

describe('the log of a review', () => {
  it('is shown, and followed until the review ends', async () => {
    const { id } = await galley.open(['plan', 'plan.md']);
    const following = galley.start(['sessions', 'logs', id, '-f', '--json']);
    await until('the log has a line', () => following.stdout().includes('\n'));
    await galley.close(id);
    const { code, stdout } = await following.ended;
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ component: 'worker', session: id });
    const shown = await galley.run(['sessions', 'logs', id]);
    expect(shown.stdout.split('\n').length).toBe(stdout.split('\n').length);
    expect(shown.stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} INFO +worker /u);
  });
});

describe('a supervisor that hangs', () => {
  it('is distinguished from none, and killed by force', async () => {
    await galley.open(['plan', 'plan.md']);
    const { supervisor } = await galley.registry();
    process.kill(supervisor.pid, 'SIGSTOP');
    const failing = [
      ['sessions', 'list'],
      ['supervisor', 'status'],
      ['supervisor', 'stop'],
    ];
    // All of them wait for it.
    const [doctor, ...results] = await Promise.all([
      galley.run(['doctor']),
      ...failing.map((args) => galley.run([...args, '--json'])),
    ]);
    for (const { code, stdout, stderr } of results) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(JSON.parse(stderr)).toMatchObject({ code: 'supervisor_unreachable' });
    }
    expect(doctor.stdout).toMatch(/^fail +supervisor /mu);
    expect(await galley.run(['supervisor', 'stop', '--force'])).toMatchObject({ code: 0 });
    expect(await galley.json(['supervisor', 'status'])).toEqual({ running: false });
  });
});

describe('an unreadable registry', () => {
  it('is not taken for an empty list while its supervisor is stopped', async () => {
    const { pid } = await galley.json<{ pid: number }>(['supervisor', 'start']);
    process.kill(pid, 'SIGSTOP');
    await galley.write('home/run/registry.json', '{"half');
    const { code, stdout, stderr } = await galley.run(['sessions', 'list']);
    process.kill(pid, 'SIGCONT');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: Cannot tell which sessions are running: .*it is not JSON/u);
    expect(await galley.json(['supervisor', 'stop'])).toEqual({ stopped: true });
  });
});

describe('stopping the supervisor', () => {
  it('is refused while a review is open', async () => {
    const { id } = await galley.open(['plan', 'plan.md']);
    const { code, stderr } = await galley.run(['supervisor', 'stop']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^galley: 1 session runs/u);
    const waiting = galley.start(['sessions', 'wait', id, '--json']);
    await until('it is waited for', () => galley.sessions().length === 1);
    expect(await galley.json(['supervisor', 'stop', '--force'])).toEqual({ stopped: true });
    expect((await waiting.ended).code).toBe(11);
  });
});
