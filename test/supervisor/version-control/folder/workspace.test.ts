import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DefinitionAnswer, SymbolsAnswer } from '../../../../shared/session/navigation.ts';
import type { FileAnswer, FilesAnswer } from '../../../../shared/session/project-files.ts';
import type { RepositoryQuestion } from '../../../../shared/session/scope.ts';
import type {
  Applied,
  ProjectChange,
  ProjectChanges,
  ProjectRequest,
} from '../../../../shared/session/staging.ts';
import { findReferences } from '../../../../supervisor/threads/tasks/find-references.ts';
import { readFile } from '../../../../supervisor/threads/tasks/read-file.ts';
import { writeProject } from '../../../../supervisor/threads/tasks/write-project.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import {
  askRepository,
  findChange,
  refreshChange,
} from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { plantTraps } from '../../../helpers/git-traps.ts';
import { JjRepository, noJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { keepFolder, Repository, temporaryFolder } from '../../../helpers/repository.ts';
import { choose, commitsOf, context, scopesOf, stateOf } from '../../../helpers/scopes.ts';

let root: string;
let made: ReturnType<typeof temporaryFolder>;
let prepared: ReturnType<typeof keepFolder>;
let spool: ReturnType<typeof temporaryFolder>;

const git = (name: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: join(root, name), encoding: 'utf8', stdio: 'pipe' }).trim();

const pathOf = (name: string): string => join(root, name);

const write = (name: string, content: string): void => {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), content);
};

const read = (name: string): string => readFileSync(pathOf(name), 'utf8');

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
const textOf = (all: readonly string[]) => `${all.join('\n')}\n`;

/** Two repositories on branches of their own beside one without commits. */
beforeAll(() => {
  made = temporaryFolder('work');
  root = join(made.path, 'work');
  mkdirSync(join(root, 'both'), { recursive: true });
  for (const name of ['api', 'web']) {
    const repository = new Repository();
    repository.write('long.txt', textOf(lines));
    repository.write(`src/${name}.ts`, 'export const own = 1;\n');
    repository.write('.gitignore', 'ignored\n');
    repository.commit(`The beginning of ${name}`);
    repository.git('checkout', '--quiet', '-b', 'feature');
    repository.write(`src/${name}.ts`, 'export const own = 2;\n');
    repository.commit(`Count to two in ${name}`);
    execFileSync('cp', ['-a', repository.path, pathOf(`both/${name}`)]);
    repository.remove();
  }
  write('both/api/src/reader.ts', 'export function readAll(path: string) {\n  return path;\n}\n');
  write('both/api/src/use.ts', "readAll('x');\n");
  write('both/web/src/page.ts', 'export const readAll = 1;\nexport const onlyHere = 2;\n');
  write('both/web/ignored', 'secret\n');
  write('both/web/long.txt', textOf(lines.with(4, 'five').with(24, 'twenty-five')));
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', pathOf('empty')]);
  write('empty/first.txt', 'one\n');
  prepared = keepFolder(root);
});
beforeEach(() => {
  spool = temporaryFolder('spool');
});
afterEach(() => {
  spool.remove();
  prepared.restore();
});
afterAll(() => {
  made.remove();
  prepared.remove();
});

const open = async (cwd = root, scope?: 'uncommitted' | 'staged' | 'last') =>
  (await findChange({ cwd, ...(scope === undefined ? {} : { scope }) }, context)).source;

let runs = 0;
/** What a change shows, in a folder of its own. */
const shown = async (source: ChangeSource) => {
  runs += 1;
  const folder = join(spool.path, String(runs));
  mkdirSync(folder);
  const { description, files, staging } = await prepareInto(folder, source);
  return { folder, description, files, staging, paths: files.map(({ path }) => path) };
};

const ask = (source: ChangeSource, question: RepositoryQuestion): Promise<unknown> =>
  askRepository({ task: 'ask-repository', source, question }, context);

const fileOf = async (source: ChangeSource, path: string, side: 'old' | 'new' = 'new') => {
  runs += 1;
  const output = join(spool.path, `file-${runs}`);
  await readFile({ task: 'read-file', source, path, side, output }, context);
  return JSON.parse(readFileSync(output, 'utf8')) as FileAnswer;
};

const both = () => join(root, 'both');

describe('what is compared in a folder of several repositories', () => {
  it('is everything since the base where each has one, and each scope that has a meaning in all', async () => {
    const source = await open(both());
    const { description, paths, staging } = await shown(source);
    expect(description).toBe('changes since main in api and web');
    expect(paths).toEqual([
      'api/src/api.ts',
      'api/src/reader.ts',
      'api/src/use.ts',
      'web/long.txt',
      'web/src/page.ts',
      'web/src/web.ts',
    ]);
    expect(staging).toEqual(['stage', 'unstage', 'discard']);
    expect(await scopesOf(source)).toEqual({
      current: { id: 'base', kind: 'base', name: 'main' },
      scopes: [
        { id: 'base', kind: 'base', name: 'main' },
        { id: 'uncommitted', kind: 'uncommitted' },
        { id: 'staged', kind: 'staged' },
        { id: 'unstaged', kind: 'unstaged' },
        { id: 'last', kind: 'last' },
      ],
      repositories: ['api', 'web'],
    });
    git('both/web', 'add', 'long.txt');
    const staged = await shown(await choose(source, { scope: 'staged' }));
    expect([staged.paths, staged.staging]).toEqual([['web/long.txt'], ['unstage']]);
    const last = await shown(await choose(source, { scope: 'last' }));
    expect([last.paths, last.staging]).toEqual([['api/src/api.ts', 'web/src/web.ts'], []]);
  });

  it('leaves out a repository without commits where commits are compared, and says so', async () => {
    const source = await open();
    const { description, paths } = await shown(source);
    expect(description).toBe('uncommitted changes in both/api, both/web and empty');
    expect(paths).toContain('empty/first.txt');
    expect((await scopesOf(source)).scopes.map(({ id }) => id)).toEqual([
      'uncommitted',
      'staged',
      'unstaged',
      'last',
    ]);
    const last = await choose(source, { scope: 'last' });
    expect(await shown(last)).toMatchObject({
      description: 'last commits in both/api and both/web',
      paths: ['both/api/src/api.ts', 'both/web/src/web.ts'],
    });
    // Its files can still be read.
    expect(await fileOf(last, 'empty/first.txt')).toMatchObject({ kind: 'text', text: 'one\n' });
    await expect(choose(source, { scope: 'base' })).rejects.toThrow(/^empty: There is no default/u);
  });

  it('can be something in one of them: a scope, commits, or a range as typed', async () => {
    const source = await open();
    const repository = 'both/api';
    const { current, scopes, repositories } = await scopesOf(source, { repository });
    expect([current.id, repositories]).toEqual(['uncommitted', ['both/api', 'both/web', 'empty']]);
    expect(scopes.map(({ kind, name }) => [kind, name])).toEqual([
      ['base', 'main'],
      ['uncommitted', undefined],
      ['staged', undefined],
      ['unstaged', undefined],
      ['last', undefined],
    ]);
    const since = await choose(source, { scope: scopes[0]?.id ?? '' });
    expect(await shown(since)).toMatchObject({
      description: 'changes since main in both/api',
      paths: ['both/api/src/api.ts', 'both/api/src/reader.ts', 'both/api/src/use.ts'],
      staging: ['stage', 'unstage', 'discard'],
    });
    const { commits } = await commitsOf(source, { repository });
    expect(commits.map(({ subject }) => subject)).toEqual([
      'Count to two in api',
      'The beginning of api',
    ]);
    expect(await commitsOf(source, { repository: 'empty' })).toEqual({ commits: [] });
    const oldest = commits[1]?.id ?? '';
    const first = await choose(source, { first: oldest, last: oldest, repository });
    expect(await shown(first)).toMatchObject({
      description: `commit ${oldest.slice(0, 10)} in both/api`,
      paths: ['both/api/.gitignore', 'both/api/long.txt', 'both/api/src/api.ts'],
      staging: [],
    });
    // What is in another repository is as it is.
    expect(await fileOf(first, 'both/api/src/api.ts')).toMatchObject({
      text: 'export const own = 1;\n',
    });
    expect(await fileOf(first, 'both/web/src/web.ts')).toMatchObject({
      text: 'export const own = 2;\n',
    });
    expect(await scopesOf(first)).toMatchObject({
      current: { kind: 'commit', repository },
      commits: { head: oldest, repository },
    });
    const range = await choose(first, { range: 'main..HEAD', repository });
    expect(await shown(range)).toMatchObject({
      description: 'main..HEAD in both/api',
      paths: ['both/api/src/api.ts'],
    });
    // A refresh compares the same again, and there is a way back.
    git(repository, 'checkout', '--quiet', '-b', 'other', 'main');
    const { source: anew } = await refreshChange({ source: range }, context);
    expect((await shown(anew)).paths).toEqual([]);
    const all = await choose(range, { scope: 'uncommitted' });
    expect((await shown(all)).paths).toContain('empty/first.txt');
  });

  it('is refused with what to do instead', async () => {
    const source = await open();
    await expect(scopesOf(source, { repository: 'other' })).rejects.toThrow(
      'There is no repository other in what is reviewed. There is both/api, both/web, empty.',
    );
    await expect(commitsOf(source)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(choose(source, { range: 'main..HEAD' })).rejects.toMatchObject({
      code: 'bad_request',
    });
    const repository = 'both/api';
    await expect(choose(source, { range: 'nothing', repository })).rejects.toThrow(
      /^both\/api: There is no commit "nothing"/u,
    );
    await expect(choose(source, { scope: 'in:other//last' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(choose(source, { scope: 'nothing' })).rejects.toMatchObject({
      code: 'unknown_revision',
    });
    // Only several have one of them.
    await expect(
      commitsOf(await open(join(root, 'both/api')), { repository }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('goes on without a repository that breaks meanwhile, and says why', async () => {
    const source = await open();
    const before = await stateOf(spool.path, source);
    rmSync(pathOf('both/api/.git/HEAD'));
    const { files, paths } = await shown(source);
    expect(paths).toContain('both/web/long.txt');
    expect(files.find(({ path }) => path === 'both/api/')).toMatchObject({
      notCompared: 'failed',
      problem: expect.stringContaining('is not inside the work tree of a git repository') as string,
    });
    expect(await stateOf(spool.path, source)).not.toBe(before);
    expect((await scopesOf(source)).scopes.map(({ id }) => id)).toContain('last');
    const question = { about: 'symbols', query: { q: 'onlyHere', side: 'new' } } as const;
    expect(await ask(source, question)).toMatchObject({
      symbols: [{ path: 'both/web/src/page.ts' }],
      cut: 'repositories',
    });
    const anew = await shown(await open());
    expect(anew.description).toBe('uncommitted changes in both/web and empty');
    expect(anew.paths).toContain('both/api/');
  });
});

describe('the files of several repositories', () => {
  it('are listed and read as those of one project', async () => {
    const source = await open();
    const question = { about: 'files', query: { q: 'src' } } as const;
    const { paths } = (await ask(source, question)) as FilesAnswer;
    expect(paths.toSorted()).toEqual([
      'both/api/src/api.ts',
      'both/api/src/reader.ts',
      'both/api/src/use.ts',
      'both/web/src/page.ts',
      'both/web/src/web.ts',
    ]);
    expect(await fileOf(source, 'both/api/long.txt')).toMatchObject({ text: textOf(lines) });
    expect(await fileOf(source, 'both/web/long.txt', 'old')).toMatchObject({ text: textOf(lines) });
    for (const path of [
      'both/web/ignored',
      'both/web/.git/config',
      'both/api/../web/long.txt',
      '../work/empty/first.txt',
      'both/api',
      'both/other.txt',
    ])
      await expect(fileOf(source, path)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are searched together, that of the symbol first', async () => {
    const source = await open();
    const define = async (path: string) => {
      const query = { name: 'readAll', path, side: 'new' } as const;
      const { definitions } = (await ask(source, {
        about: 'definition',
        query,
      })) as DefinitionAnswer;
      return definitions.map((one) => `${one.path}:${one.line}`);
    };
    const [ofApi, ofWeb] = ['both/api/src/reader.ts:1', 'both/web/src/page.ts:1'];
    expect(await define('both/api/src/use.ts')).toEqual([ofApi, ofWeb]);
    expect(await define('both/web/src/web.ts')).toEqual([ofWeb, ofApi]);
    const refer = async (near: string) => {
      const output = join(spool.path, near.replaceAll('/', '-'));
      await findReferences(
        { task: 'find-references', source, name: 'readAll', side: 'new', near, output },
        context,
      );
      const parts = readFileSync(output, 'utf8').trim().split('\n');
      return parts.map((part) => (JSON.parse(part) as { path?: string }).path);
    };
    expect((await refer('both/web/src/web.ts'))[0]).toBe('both/web/src/page.ts');
    expect(await refer('both/api/src/use.ts')).toEqual([
      'both/api/src/reader.ts',
      'both/api/src/use.ts',
      'both/web/src/page.ts',
      undefined,
    ]);
    const question = { about: 'symbols', query: { q: 'onlyhere', side: 'new' } } as const;
    expect(((await ask(source, question)) as SymbolsAnswer).symbols).toMatchObject([
      { name: 'onlyHere', path: 'both/web/src/page.ts', line: 2 },
    ]);
  });
});

/** Stages and undoes in what is shown of a source. */
const writing = async (source: ChangeSource) => {
  const { folder, files } = await shown(source);
  const kept = join(spool.path, 'kept');
  mkdirSync(kept, { recursive: true });
  const run = async (request: ProjectRequest) =>
    writeProject(
      {
        task: 'write-project',
        source,
        manifest: join(folder, 'manifest.json'),
        patch: join(folder, 'patch.diff'),
        kept,
        request,
      },
      context,
    );
  return {
    files,
    run,
    stage: async (
      action: 'stage' | 'unstage' | 'discard',
      path: string,
      first?: number,
    ): Promise<ProjectChange> => {
      const id = files.find((file) => file.path === path)?.id ?? '';
      const selected =
        first === undefined ? {} : { lines: [{ side: 'new', first, last: first } as const] };
      const staging = { action, version: 1, id, path, ...selected };
      return (await run({ do: 'stage', staging })) as ProjectChange;
    },
    undo: (id: string) => run({ do: 'undo', id }),
    list: async () => ((await run({ do: 'list' })) as ProjectChanges).changes,
  };
};

describe('what is written', () => {
  it('is written to the repository of the file, and undone there', async () => {
    const { stage, undo, list } = await writing(await open());
    const hunk = await stage('stage', 'both/web/long.txt', 5);
    expect(hunk).toMatchObject({ action: 'stage', path: 'both/web/long.txt' });
    const staged = () => git('both/web', 'diff', '--cached', '--unified=0');
    expect(staged()).toContain('+five');
    expect(staged()).not.toContain('twenty-five');
    const discarded = await stage('discard', 'both/api/src/use.ts');
    expect(existsSync(pathOf('both/api/src/use.ts'))).toBe(false);
    const first = await stage('stage', 'empty/first.txt');
    expect(git('empty', 'ls-files')).toBe('first.txt');
    expect((await list()).map(({ path }) => path)).toEqual([
      'empty/first.txt',
      'both/api/src/use.ts',
      'both/web/long.txt',
    ]);
    await undo(hunk.id);
    expect(staged()).toBe('');
    await undo(discarded.id);
    expect(read('both/api/src/use.ts')).toBe("readAll('x');\n");
    await undo(first.id);
    expect(git('empty', 'ls-files')).toBe('');
    await expect(undo(first.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await list()).toEqual([]);
  });

  it('is applied in each repository, and what cannot be is refused by its place', async () => {
    const { run } = await writing(await open());
    const replace = (path: string, originalCode: string) => ({
      path,
      first: 1,
      last: 1,
      originalCode,
      suggestedCode: 'applied',
    });
    const { changes, refused } = (await run({
      do: 'apply',
      version: 1,
      suggestions: [
        replace('nowhere/a.txt', 'one'),
        replace('both/web/long.txt', 'line 1'),
        replace('both/api/long.txt', 'something else'),
        replace('empty/first.txt', 'one'),
      ],
    })) as Applied;
    expect(changes.map(({ path }) => path)).toEqual(['both/web/long.txt', 'empty/first.txt']);
    expect(refused.map(({ index }) => index)).toEqual([0, 2]);
    expect(read('both/web/long.txt')).toMatch(/^applied\nline 2\n/u);
    expect(read('empty/first.txt')).toBe('applied\n');
  });
});

describe('a hostile repository among them', () => {
  it('runs nothing, whatever is asked of the folder', async () => {
    write('both/web/src/web.ts', 'export const own = 3;\n');
    const traps = plantTraps(pathOf('both/web'), '*.ts');
    const source = await open();
    const repository = 'both/web';
    await scopesOf(source, { repository });
    const { commits } = await commitsOf(source, { repository });
    for (const kind of ['staged', 'unstaged', 'last'] as const)
      await shown(await choose(source, { scope: kind }));
    const id = commits[0]?.id ?? '';
    await shown(await choose(source, { first: id, last: id, repository }));
    const query = { name: 'readAll', path: 'both/web/src/web.ts', side: 'new' } as const;
    await ask(source, { about: 'definition', query });
    await ask(source, { about: 'files', query: {} });
    await fileOf(source, 'both/web/src/page.ts');
    await fileOf(source, 'both/web/src/web.ts', 'old');
    await stateOf(spool.path, source);
    const { stage, undo } = await writing(source);
    await expect(stage('stage', 'both/web/src/page.ts')).rejects.toMatchObject({
      code: 'change_refused',
    });
    await undo((await stage('stage', 'both/web/long.txt', 5)).id);
    await undo((await stage('discard', 'both/web/long.txt')).id);
    expect(traps.sprung()).toEqual([]);
    expect(traps.inPlainGit()).toEqual(traps.names);
  });
});

describeWhere(noJj, 'a Jujutsu repository among them', () => {
  it('has what Jujutsu has, and nothing is written to it', async () => {
    const repository = new JjRepository('--no-colocate');
    repository.write('a.txt', 'one\n');
    repository.commit('Of jj');
    repository.write('a.txt', 'two\n');
    execFileSync('cp', ['-a', repository.path, pathOf('jj')]);
    repository.remove();
    const source = await open();
    const { scopes } = await scopesOf(source);
    expect(scopes.map(({ id }) => id)).toEqual(['uncommitted', 'staged', 'unstaged', 'last']);
    const { commits } = await commitsOf(source, { repository: 'jj' });
    expect(commits.map(({ subject }) => subject)).toContain('Of jj');
    const last = await shown(await choose(source, { scope: 'in:jj//last' }));
    expect([last.paths, last.staging]).toEqual([['jj/a.txt'], []]);
    git('both/web', 'add', 'long.txt');
    const staged = await shown(await choose(source, { scope: 'staged' }));
    expect(staged.paths).toEqual(['both/web/long.txt']);
    expect(await fileOf(source, 'jj/a.txt')).toMatchObject({ text: 'two\n' });
    const question = { about: 'symbols', query: { q: 'own', side: 'new' } } as const;
    expect(await ask(source, question)).not.toHaveProperty('cut');
    const { files, stage, run } = await writing(source);
    expect(files.filter(({ isReadOnly }) => isReadOnly).map(({ path }) => path)).toEqual([
      'jj/a.txt',
    ]);
    await expect(stage('discard', 'jj/a.txt')).rejects.toMatchObject({ code: 'change_refused' });
    const suggestion = { path: 'jj/a.txt', first: 1, last: 1, suggestedCode: 'three' };
    expect(await run({ do: 'apply', version: 1, suggestions: [suggestion] })).toMatchObject({
      changes: [],
      refused: [{ index: 0 }],
    });
  });
});
