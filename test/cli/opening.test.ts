import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Decision } from '../../shared/session/decision.ts';
import { decide, startGalley, type Galley } from '../helpers/galley.ts';
import { call } from '../helpers/http-call.ts';
import { JjRepository, noJj } from '../helpers/jj.ts';
import { sessionPath } from '../helpers/paths.ts';
import { describeWhere } from '../helpers/programs.ts';
import { Repository } from '../helpers/repository.ts';
import { until } from '../helpers/until.ts';

const patch = `diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1 +1 @@
-one
+two
`;

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
  await galley.write('plan.md', '# Move the parser\n\nFirst this, then that.\n');
});
afterAll(() => galley.stop());

describe('a waiting command', () => {
  it('prints the decision on stdout and everything else on stderr', async () => {
    const command = galley.start(['plan', 'plan.md']);
    await decide(await command.url(), 'approve');
    const { code, stdout, stderr } = await command.ended;
    expect(code).toBe(0);
    expect(stdout).toBe(
      'Approved: the plan "Move the parser" (`plan.md`).\n\nGo on with the plan.\n',
    );
    expect(stderr).toMatch(/^Review the plan "Move the parser" at http:\/\/127\.0\.0\.1:\d+\n$/u);
  });

  it('names the compared commits, even if they have moved since', async () => {
    const repository = new Repository();
    try {
      repository.write('a.txt', 'one\n');
      repository.commit('first');
      repository.write('a.txt', 'two\n');
      const command = galley.start(['review'], { cwd: repository.path });
      const url = await command.url();
      const before = repository.git('rev-parse', 'HEAD').trim();
      repository.write('b.txt', 'three\n');
      repository.git('add', 'b.txt');
      repository.git('commit', '--quiet', '--message', 'second');
      const post = (path: string, body: object) => call(url + path, { method: 'POST', body });
      const preview = () => post(sessionPath('previewDecision'), { outcome: 'approved' });
      const at = (id: string) => `(uncommitted changes on ${id.slice(0, 12)})`;
      await expect.poll(preview).toMatchObject({
        json: { text: expect.stringContaining(at(before)) },
      });
      await until(
        'it is read again',
        async () => (await post(sessionPath('refresh'), {})).status === 200,
      );
      await decide(url, 'sendFeedback', { feedback: 'Test it.' });
      const { stdout } = await command.ended;
      expect(stdout).toContain(at(repository.git('rev-parse', 'HEAD').trim()));
      expect(stdout).toContain('ask for another review with `galley review`.');
    } finally {
      repository.remove();
    }
  });

  it("prints one document with --json, and exits with the outcome's code", async () => {
    const command = galley.start(['plan', 'plan.md', '--json', '--title', 'Mine']);
    await decide(await command.url(), 'deny', { feedback: 'Not so.' });
    const { code, stdout } = await command.ended;
    expect(code).toBe(10);
    const decision = JSON.parse(stdout) as Decision;
    expect(decision).toMatchObject({ title: 'Mine', outcome: 'denied', feedback: 'Not so.' });
  });

  it('reads a document from stdin', async () => {
    const command = galley.start(['document', '-'], { input: '# From stdin\n' });
    await decide(await command.url(), 'exit');
    expect((await command.ended).code).toBe(11);
    expect(command.stderr()).toContain('From stdin');
  });

  it('reads a patch from stdin and leaves no copy behind', async () => {
    const command = galley.start(['review', '--patch', '-'], { input: patch });
    const url = await command.url();
    expect(
      readdirSync(join(galley.home, 'state')).filter((name) => name.includes('stdin')),
    ).toEqual([]);
    await decide(url, 'sendFeedback', { approved: true });
    expect((await command.ended).code).toBe(0);
  });

  it('reads a patch from stdin verbatim, even if it is not UTF-8', async () => {
    const name = 'caf\u00e9';
    const text = `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-th\u00e9\n+${name}\n`;
    const input = Buffer.from(text, 'latin1');
    const command = galley.start(['review', '--patch', '-'], { input });
    const url = await command.url();
    await expect
      .poll(async () => (await call(`${url}${sessionPath('getDiff')}`)).json)
      .toMatchObject({ files: [{ path: String.raw`"caf\351"`, bytes: input.length }] });
    await decide(url, 'sendFeedback', { approved: true });
    expect((await command.ended).code).toBe(0);
  });

  it('reviews the uncommitted changes of the current folder', async () => {
    const cwd = join(galley.root, 'repository');
    mkdirSync(cwd);
    execFileSync('git', ['init', '--quiet'], { cwd });
    writeFileSync(join(cwd, 'new.txt'), 'new\n');
    const command = galley.start(['review'], { cwd });
    await decide(await command.url(), 'sendFeedback', { feedback: 'Good.' });
    expect((await command.ended).code).toBe(10);
  });

  it('closes its review when interrupted', async () => {
    const command = galley.start(['plan', 'plan.md']);
    const url = await command.url();
    command.kill('SIGINT');
    const { code, stdout, stderr } = await command.ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toContain('The review was interrupted (SIGINT). It was closed.\n');
    expect(galley.sessions().map((session) => session.url)).not.toContain(url);
  });

  it('closes it with the next supervisor if its own was killed', async () => {
    const command = galley.start(['plan', 'plan.md']);
    const url = await command.url();
    process.kill((await galley.registry()).supervisor.pid, 'SIGKILL');
    command.kill('SIGINT');
    const { code, stderr } = await command.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('The review was interrupted (SIGINT). It was closed.\n');
    expect(galley.sessions().map((session) => session.url)).not.toContain(url);
  });

  it('says so if it cannot close it', async () => {
    const command = galley.start(['plan', 'plan.md']);
    const url = await command.url();
    const session = galley.sessions().find((candidate) => candidate.url === url);
    const settings = join(galley.home, 'config', 'config.json');
    // No other supervisor starts with these.
    writeFileSync(settings, '{"theme":"pink"}');
    process.kill((await galley.registry()).supervisor.pid, 'SIGKILL');
    command.kill('SIGINT');
    const { code, stderr } = await command.ended;
    writeFileSync(settings, '{"warmWorkers":0}');
    expect(code).toBe(130);
    expect(stderr).toContain('The review was interrupted (SIGINT). It may still be open: ');
    expect(stderr).toContain(`\`galley sessions close ${session?.id}\` closes it.\n`);
    await galley.close(session?.id ?? '');
  });

  it('never takes the loss of its review for an approval', async () => {
    const command = galley.start(['plan', 'plan.md', '--json']);
    const url = await command.url();
    const session = galley.sessions().find((candidate) => candidate.url === url);
    process.kill(session?.pid ?? 0, 'SIGKILL');
    const { code, stdout } = await command.ended;
    expect(code).toBe(12);
    expect(JSON.parse(stdout)).toMatchObject({ id: session?.id, outcome: 'undecided' });
  });
});

describe('a command that does not wait', () => {
  it.each([
    [['plan', 'plan.md', '--detach']],
    [['sessions', 'open', 'plan', 'plan.md', '--no-browser']],
  ])('%j prints id and address', async (args) => {
    const { code, stdout } = await galley.run(args);
    expect(code).toBe(0);
    const [, id = '', url = ''] = /^([0-9a-z]{12}) (http:\/\/\S+)\n$/u.exec(stdout) ?? [];
    expect(galley.sessions()).toContainEqual(expect.objectContaining({ id, url }));
    await galley.close(id);
  });

  it('resolves a relative GALLEY_HOME', async () => {
    const session = await galley.openByCommand(['plan', 'plan.md'], {
      env: { GALLEY_HOME: relative(galley.root, galley.home) },
    });
    expect(galley.sessions().map(({ id }) => id)).toContain(session.id);
    await galley.close(session.id);
  });
});

describeWhere(noJj, 'in a folder of Jujutsu and git, a review', () => {
  it('is of Jujutsu, unless git is named', async () => {
    const both = new JjRepository('--colocate');
    both.write('a.txt', 'one\n');
    const titleOf = async (...options: string[]) => {
      const { id, title } = await galley.openByCommand(['review', ...options], { cwd: both.path });
      await galley.close(id);
      return title;
    };
    expect(await titleOf()).toBe('repository: working copy');
    expect(await titleOf('--vcs', 'git')).toBe('repository: uncommitted changes (no commit yet)');
    both.remove();
  });
});

describe('the browser', () => {
  const shown = () => readFile(join(galley.root, 'shown'), 'utf8').catch(() => '');
  let browser = '';
  beforeAll(async () => {
    browser = await galley.write('browser.sh', `#!/bin/sh\necho "$@" > "${galley.root}/shown"\n`);
    await chmod(browser, 0o755);
  });

  it('gets the address', async () => {
    const { url, id } = await galley.json<{ url: string; id: string }>(
      ['sessions', 'open', 'plan', 'plan.md'],
      { env: { BROWSER: `${browser} --new %s x` } },
    );
    await until('the browser is called', async () => (await shown()) !== '');
    expect(await shown()).toBe(`--new ${url} x\n`);
    await galley.write('shown', '');
    await galley.run(['sessions', 'open', id, '--browser', browser]);
    await until('the browser is called again', async () => (await shown()) !== '');
    expect(await shown()).toBe(`${url}\n`);
    await galley.close(id);
  });

  it('is optional: failure to start it is not an error', async () => {
    const { code, stderr, stdout } = await galley.run(
      `sessions open plan plan.md --browser ${galley.root}/none-here`.split(' '),
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/^galley: No browser could be started \(.*ENOENT\)/u);
    await galley.close(stdout.split(' ')[0] ?? '');
  });
});

describe('a review that cannot be opened', () => {
  const folder = 'without-repositories';
  beforeAll(async () => {
    mkdirSync(join(galley.root, folder));
    await galley.write(`${folder}/empty.md`, '');
    await galley.write(`${folder}/binary.md`, 'a\0b');
  });

  it.each([
    [['plan', 'missing.md'], 'file_not_found', /There is no file .*missing\.md/u],
    [['plan', 'empty.md'], 'content_empty', /nothing to review/u],
    [['plan', 'binary.md'], 'not_a_text', /binary/u],
    [['plan', '-'], 'content_empty', /nothing to review/u],
    [['document', 'ftp://example.org/'], 'file_not_found', /There is no file/u],
    [['review', '--patch', 'missing.diff'], 'file_not_found', /missing\.diff/u],
    [['review'], 'not_a_repository', /repository/u],
  ])('%j is reported as JSON', async (args, code, sentence) => {
    const cwd = join(galley.root, folder);
    const { stderr, ...result } = await galley.run([...args, '--json'], { cwd });
    expect(result).toEqual({ code: 1, stdout: '' });
    const told = JSON.parse(stderr) as { code: string; error: string };
    expect(told.code).toBe(code);
    expect(told.error).toMatch(/^[^\n]+\.$/u);
    expect(told.error).toMatch(sentence);
  });

  it('is reported as a message otherwise', async () => {
    const { stderr, ...result } = await galley.run(['plan', 'missing.md']);
    expect(result).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: There is no file .*missing\.md[^\n]*\.\n$/u);
  });
});
