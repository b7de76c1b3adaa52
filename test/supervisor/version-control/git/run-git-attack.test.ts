import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimeOf } from '../../../../shared/node/process-identity.ts';
import { writeProject } from '../../../../supervisor/threads/tasks/write-project.ts';
import { readCommits } from '../../../../supervisor/version-control/git/read-commits.ts';
import { resolveRange } from '../../../../supervisor/version-control/git/resolve-range.ts';
import { runGit } from '../../../../supervisor/version-control/git/run-git.ts';
import { askRepository, findChange } from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { findProgram } from '../../../helpers/programs.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';
import { commitsOf, context, scopesOf, stateOf } from '../../../helpers/scopes.ts';
import { until } from '../../../helpers/until.ts';

let repository: Repository;
let mark: string;
beforeEach(() => {
  repository = new Repository();
  mark = join(repository.path, '.git', 'mark');
  repository.write('a', 'one\n');
  repository.commit('base');
});
afterEach(() => repository.remove());

const trap = (answer = ''): string => `touch ${mark}; echo '${answer}' #`;
const hasRun = (): boolean => existsSync(mark);
const ofGit = (call: Omit<Parameters<typeof runGit>[0], 'cwd'>) =>
  runGit({ cwd: repository.path, ...call });

/** Git as it is: the trap is real. */
const plainGit = (args: readonly string[], input = ''): string =>
  execFileSync('git', args, {
    cwd: repository.path,
    input,
    encoding: 'utf8',
    timeout: 10_000,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
  });

describe('in a hostile repository, whatever git is asked', () => {
  it('runs no program that shows differences', async () => {
    repository.git('config', 'diff.external', trap());
    repository.write('a', 'two\n');
    // Git has no way to say none here but an option: it fails instead.
    await expect(ofGit({ args: ['diff'] })).rejects.toMatchObject({ code: 'git_failed' });
    expect((await ofGit({ args: ['diff', '--no-ext-diff'] })).stdout).toContain('+two');
    expect(hasRun()).toBe(false);
    plainGit(['diff']);
    expect(hasRun()).toBe(true);
  });

  it('runs no program that knows passwords', async () => {
    repository.git('config', 'credential.helper', `!${trap('username=u\npassword=p')}`);
    const input = 'protocol=https\nhost=example.org\n\n';
    await expect(ofGit({ args: ['credential', 'fill'], input })).rejects.toMatchObject({
      code: 'git_failed',
    });
    expect(hasRun()).toBe(false);
    expect(plainGit(['credential', 'fill'], input)).toContain('password=p');
    expect(hasRun()).toBe(true);
  });

  it('reads no order of the files, which may have no end', async () => {
    const pipe = join(repository.path, '.git', 'pipe');
    execFileSync('mkfifo', [pipe]);
    repository.git('config', 'diff.orderFile', pipe);
    repository.write('a', 'two\n');
    const call = { args: ['diff', '--no-ext-diff'], timeLimitMs: 20_000 };
    expect((await ofGit(call)).stdout).toContain('+two');
  });

  it('enters no submodule', async () => {
    const library = new Repository();
    library.write('inside', 'one\n');
    library.commit('one');
    const asFile = ['-c', 'protocol.file.allow=always'];
    repository.git(...asFile, 'submodule', '--quiet', 'add', library.path, 'sub');
    repository.commit('with a submodule');
    repository.git('config', 'submodule.recurse', 'true');
    const args = ['grep', '--name-only', 'one'];
    expect((await ofGit({ args })).stdout).toBe('a\n');
    expect(plainGit(args)).toBe('a\nsub/inside\n');
    library.remove();
  });

  it('takes no folder of it for a repository, which would bring a configuration of its own', async () => {
    const folder = join(repository.path, 'docs');
    cpSync(join(repository.path, '.git'), folder, { recursive: true });
    appendFileSync(
      join(folder, 'config'),
      `[core]\n\tbare = false\n\tworktree = ${repository.path}\n\tfsmonitor = "${trap()}"\n`,
    );
    const refused = { code: 'not_a_repository' };
    await expect(runGit({ cwd: folder, args: ['status'] })).rejects.toMatchObject(refused);
    await expect(resolveRange({ cwd: folder })).rejects.toMatchObject(refused);
    expect(hasRun()).toBe(false);
    execFileSync('git', ['status'], { cwd: folder, stdio: 'ignore' });
    expect(hasRun()).toBe(true);
  });

  it.each(['ext', 'file'])('reaches nothing by %s', async (protocol) => {
    const url =
      protocol === 'ext' ? `ext::sh -c touch% ${mark}` : `file://${join(repository.path, '.git')}`;
    repository.git('config', `protocol.${protocol}.allow`, 'always');
    await expect(ofGit({ args: ['ls-remote', url] })).rejects.toMatchObject({ code: 'git_failed' });
    expect(hasRun()).toBe(false);
    if (protocol === 'file') expect(plainGit(['ls-remote', url])).toContain('HEAD');
    else {
      expect(() => plainGit(['ls-remote', url])).toThrow();
      expect(hasRun()).toBe(true);
    }
  });

  it('runs no program that pages', async () => {
    repository.git('config', 'core.pager', trap());
    await ofGit({ args: ['grep', '--open-files-in-pager', 'one'] });
    expect(hasRun()).toBe(false);
    plainGit(['grep', '--open-files-in-pager', 'one']);
    expect(hasRun()).toBe(true);
  });
});

/** Gives a commit another parent in the file in which git looks for parents first. */
const forgeParent = (path: string, commit: string, parent: string): void => {
  const graph = readFileSync(path);
  const chunk = (name: string): number => {
    const at = graph.indexOf(name, 8, 'latin1');
    return Number(graph.readBigUInt64BE(at + 4));
  };
  const [ids, data] = [chunk('OIDL'), chunk('CDAT')];
  const placeOf = (id: string) => (graph.indexOf(id, ids, 'hex') - ids) / 20;
  // After the id of its tree.
  graph.writeUInt32BE(placeOf(parent), data + placeOf(commit) * 36 + 20);
  rmSync(path);
  writeFileSync(path, graph);
};

describe('in a hostile repository, the commits', () => {
  const subjects = async (): Promise<string[]> => {
    const { signal } = new AbortController();
    const commits = await readCommits(repository.path, { skip: 0, limit: 50 }, { signal });
    return commits.map(({ subject }) => subject);
  };
  const plainSubjects = () => plainGit(['log', '--format=%s']).trim().split('\n');

  it('are those that are there, not what replaces them', async () => {
    const second = repository.commit('second');
    const tree = repository.git('rev-parse', 'HEAD^{tree}');
    const planted = plainGit(['commit-tree', '-m', 'planted', '-p', 'HEAD~1', tree]).trim();
    repository.git('replace', second, planted);
    expect(await subjects()).toEqual(['second', 'base']);
    expect(plainSubjects()).toEqual(['planted', 'base']);
  });

  it('have the parents that they have, not those of a list of grafts', async () => {
    repository.write('.git/info/grafts', `${repository.commit('second')}\n`);
    expect(await subjects()).toEqual(['second', 'base']);
    expect(plainSubjects()).toEqual(['second']);
  });

  it('have the parents that they have, not those of a forged graph', async () => {
    const root = repository.git('rev-parse', 'HEAD');
    repository.commit('second');
    const tip = repository.commit('third');
    repository.git('commit-graph', 'write', '--reachable');
    forgeParent(join(repository.path, '.git/objects/info/commit-graph'), tip, root);
    expect(await subjects()).toEqual(['third', 'second', 'base']);
    expect(plainSubjects()).toEqual(['third', 'base']);
  });

  it('have the messages that they have, without notes', async () => {
    repository.git('notes', 'add', '--message', 'Approved by everybody.');
    repository.git('config', 'notes.displayRef', '*');
    const { signal } = new AbortController();
    const commits = await readCommits(repository.path, { skip: 0, limit: 1 }, { signal });
    expect(commits).toMatchObject([{ subject: 'base', body: '' }]);
    expect(plainGit(['log'])).toContain('Approved by everybody.');
  });

  it('are listed without a program that checks their signatures', async () => {
    const signature =
      'gpgsig -----BEGIN PGP SIGNATURE-----\n \n YQ==\n -----END PGP SIGNATURE-----\n\n';
    const signed = `${repository.git('cat-file', 'commit', 'HEAD')}\n`.replace(
      '\n\n',
      `\n${signature}`,
    );
    const id = plainGit(['hash-object', '-t', 'commit', '-w', '--stdin'], signed).trim();
    repository.git('reset', '--quiet', '--hard', id);
    repository.write('.git/gpg', `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(join(repository.path, '.git/gpg'), 0o755);
    repository.git('config', 'log.showSignature', 'true');
    repository.git('config', 'gpg.program', join(repository.path, '.git/gpg'));
    expect(await subjects()).toEqual(['base']);
    expect(hasRun()).toBe(false);
    plainSubjects();
    expect(hasRun()).toBe(true);
  });

  it('have the authors that they have, not those of a mailmap', async () => {
    repository.write('.mailmap', 'Somebody Else <else@example.org> <tester@example.org>\n');
    repository.git('config', 'log.mailmap', 'true');
    const { signal } = new AbortController();
    const [commit] = await readCommits(repository.path, { skip: 0, limit: 1 }, { signal });
    expect(commit?.author).toBe('A Tester');
    expect(plainGit(['log', '--format=%aN']).trim()).toBe('Somebody Else');
  });
});

describe('what git is asked', () => {
  const old =
    'cat-file check-attr config diff diff-index for-each-ref grep hash-object log ls-files ls-tree merge-base rev-parse status symbolic-ref update-index version';

  it('is nothing that an older git lacks: an alias would stand for it', async () => {
    repository.git('config', 'alias.no-such-command', `!${trap()}`);
    plainGit(['no-such-command']);
    expect(hasRun()).toBe(true);
    const tools = temporaryFolder('tools');
    const asked = join(tools.path, 'asked');
    writeFileSync(
      join(tools.path, 'git'),
      `#!/bin/sh\necho "$2" >>${asked}\nexec ${findProgram('git')} "$@"\n`,
      { mode: 0o755 },
    );
    vi.stubEnv('PATH', `${tools.path}${delimiter}${process.env['PATH']}`);
    repository.write('a', 'two\n');
    repository.write('new', 'new\n');
    const { source } = await findChange({ cwd: repository.path, scope: 'uncommitted' }, context);
    const spool = join(tools.path, 'spool');
    mkdirSync(spool);
    const { files } = await prepareInto(spool, source);
    await Promise.all([stateOf(spool, source), scopesOf(source), commitsOf(source)]);
    for (const question of [
      { about: 'files', query: {} },
      { about: 'symbols', query: { q: 'two', side: 'new' } },
    ] as const)
      await askRepository({ task: 'ask-repository', source, question }, context);
    const { id = '', path = '' } = files.find((file) => file.path === 'a') ?? {};
    await writeProject(
      {
        task: 'write-project',
        source,
        manifest: join(spool, 'manifest.json'),
        patch: join(spool, 'patch.diff'),
        kept: spool,
        request: { do: 'stage', staging: { action: 'stage', version: 1, id, path } },
      },
      context,
    );
    vi.unstubAllEnvs();
    const commands = new Set(readFileSync(asked, 'utf8').trim().split('\n'));
    expect(commands.size).toBeGreaterThan(10);
    expect([...commands].filter((command) => !old.split(' ').includes(command))).toEqual([]);
    tools.remove();
  });
});

describe('git in a hostile repository', () => {
  it.each([
    ['.gitignore', undefined, 'status'],
    ['.gitattributes', undefined, 'diff'],
    ['.git/info/exclude', undefined, 'status'],
    ['.git/pipe', 'core.excludesFile', 'status'],
    ['.git/pipe', 'core.attributesFile', 'diff'],
    ['.git/pipe', 'include.path', 'rev-parse'],
  ])('is stopped after a while where it waits for a pipe: %s, %s', async (name, key, command) => {
    const pipe = join(repository.path, name);
    repository.write('a', 'two\n');
    mkdirSync(dirname(pipe), { recursive: true });
    execFileSync('mkfifo', [pipe]);
    if (key !== undefined) repository.git('config', key, pipe);
    const pids: number[] = [];
    const waiting = { onStart: (pid: number) => pids.push(pid) };
    const call = { args: [command], timeLimitMs: 400, context: waiting };
    await expect(ofGit(call)).rejects.toMatchObject({
      code: 'preparation_timeout',
      message: expect.stringContaining('look for files in its configuration that cannot be read'),
    });
    await until('git is gone', () => pids.every((pid) => startTimeOf(pid) === undefined));
  });
});
