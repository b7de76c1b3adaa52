import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareRange, sectionOf } from '../../../helpers/diff.ts';
import { inPlainCopy, marksIn, plantTraps } from '../../../helpers/git-traps.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

let repository: Repository;
let spool: string;
let removeSpool: () => void;
let marks: ReturnType<typeof marksIn>;

beforeEach(() => {
  repository = new Repository();
  ({ path: spool, remove: removeSpool } = temporaryFolder('spool'));
  marks = marksIn(join(repository.path, '.git', 'marks'));
});
afterEach(() => {
  repository.remove();
  removeSpool();
});

const inRepository = (name: string): string => join(repository.path, name);

const oddNames = [
  '--output=pwned',
  '-c',
  'back\\slash',
  'b/a b/a',
  'colon:name',
  'glob[a]*?',
  'line\nbreak',
  'naïve–日本.txt',
  'quote"s',
  'space at end ',
  'tab\there',
  '\u001b[31mred',
  ':(exclude)magic',
];

/** Filters under names that are hard to switch off, and where git finds them. */
const filters = {
  evil: 'config',
  'with.dots': 'config',
  'with=equals': 'config',
  MiXed: 'config',
  'of-worktree': 'config.worktree',
  included: 'included',
  'included-here': 'included-here',
} as const;
const filterNames = [...Object.keys(filters), 'process'];

const addFilters = (): void => {
  const write = (file: string, text: string) => appendFileSync(inRepository(`.git/${file}`), text);
  write(
    'config',
    `[extensions]
\tworktreeConfig = true
[include]
\tpath = included
[includeIf "gitdir:/"]
\tpath = included-here
[filter "process"]
\tprocess = "${marks.trap('process')}"
\trequired = true
`,
  );
  for (const [name, file] of Object.entries(filters))
    write(
      file,
      `[filter "${name}"]
\tclean = "${marks.trap(`clean-${name}`)}"
\tsmudge = "${marks.trap(`smudge-${name}`)}"
\trequired = true
`,
    );
};

const hooks = ['post-index-change', 'pre-commit', 'post-checkout'];

const arm = (): void => {
  const script = (name: string, mark: string) =>
    writeFileSync(inRepository(name), `#!/bin/sh\n${marks.mark(mark)}\n`, { mode: 0o755 });
  mkdirSync(inRepository('.git/evil-hooks'));
  for (const hook of hooks) script(`.git/evil-hooks/${hook}`, hook);
  script('.git/askpass', 'askpass');
  for (const [key, value] of [
    ['core.fsmonitor', marks.mark('fsmonitor', 'false')],
    ['core.hooksPath', inRepository('.git/evil-hooks')],
    ['core.askPass', inRepository('.git/askpass')],
    ['core.pager', marks.mark('pager')],
    ['diff.external', marks.mark('external')],
    ['diff.evil.textconv', marks.trap('textconv')],
    ['diff.evil.command', marks.mark('command')],
    ['merge.evil.driver', marks.mark('merge')],
    // No git that is as old as the others has them.
    ['hook.evil.command', marks.mark('configured-hook')],
    ['hook.evil.event', 'post-index-change'],
  ] as const)
    repository.git('config', key, value);
};

describe('a hostile repository', () => {
  it('runs nothing, and hides nothing', async () => {
    const files = filterNames.map((name) => `${name}.f`);
    repository.write('tracked.txt', 'one\n');
    for (const file of files) repository.write(file, 'one\n');
    repository.commit('base');
    repository.write(
      '.gitattributes',
      `*.f diff=evil\n${filterNames.map((name) => `${name}.f filter=${name}`).join('\n')}\n`,
    );
    repository.write('tracked.txt', 'two\n');
    for (const file of files) repository.write(file, 'two\n');
    for (const name of oddNames) repository.write(name, `${JSON.stringify(name)}\n`);
    addFilters();
    arm();

    const { files: shown } = await prepareRange(spool, repository.path);

    expect(marks.sprung()).toEqual([]);
    expect(existsSync(inRepository('pwned'))).toBe(false);
    expect(shown.map(({ path }) => path).toSorted()).toEqual(
      ['.gitattributes', 'tracked.txt', ...files, ...oddNames].toSorted(),
    );
    for (const file of shown.filter(({ path }) => oddNames.includes(path)))
      expect(sectionOf(spool, file)).toContain(`+${JSON.stringify(file.path)}`);

    // The traps are real: git, left to itself, runs into each of them.
    inPlainCopy(
      repository.path,
      [
        ['diff', '--', 'tracked.txt', 'evil.f'],
        ['diff', '--no-ext-diff', '--', 'evil.f'],
        ['grep', '--open-files-in-pager', 'two'],
        ...files.map((file) => ['add', file]),
        ...files.map((file) => ['checkout', 'HEAD', '--', file]),
        ['commit', '--message', 'x'],
        ['checkout', '--quiet', '--detach'],
        ['credential', 'fill'],
      ],
      'protocol=https\nhost=example.org\n\n',
    );
    const names = Object.keys(filters).flatMap((name) => [`clean-${name}`, `smudge-${name}`]);
    const others = ['askpass', 'command', 'external', 'fsmonitor', 'pager', 'process', 'textconv'];
    expect(marks.sprung().filter((name) => name !== 'configured-hook')).toEqual(
      [...names, ...others, ...hooks].toSorted(),
    );
  });

  it('runs nothing between two commits', async () => {
    repository.write('.gitattributes', '* diff=evil filter=evil merge=evil\n');
    repository.write('a', 'one\n');
    const base = repository.commit('one');
    repository.write('a', 'of one side\n');
    const side = repository.commit('side');
    repository.git('reset', '--quiet', '--hard', base);
    repository.write('a', 'two\n');
    repository.commit('two');
    repository.git('merge', '--quiet', '--strategy=ours', '--no-edit', side);
    addFilters();
    arm();
    for (const range of ['HEAD^2..HEAD', 'HEAD^1...HEAD^2', 'HEAD^1']) {
      const { files } = await prepareRange(spool, repository.path, range);
      expect(files.map(({ path }) => path)).toEqual(['a']);
    }
    expect(marks.sprung()).toEqual([]);
    inPlainCopy(repository.path, [
      ['diff', base, side],
      ['diff', '--no-ext-diff', base, side],
      ['reset', '--quiet', '--hard', 'HEAD^1'],
      ['merge', side],
    ]);
    expect(marks.sprung()).toEqual(
      expect.arrayContaining(['clean-evil', 'command', 'merge', 'smudge-evil', 'textconv']),
    );
  });

  it.each(['that is dirty', 'that moved and is dirty'])(
    'runs nothing of a submodule %s',
    async (how) => {
      const library = new Repository();
      library.write('x', 'x\n');
      library.commit('one');
      repository.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        library.path,
        'sub',
      );
      repository.commit('base');
      const inside = join(repository.path, 'sub');
      if (how !== 'that is dirty')
        execFileSync(
          'git',
          [
            '-c',
            'user.name=t',
            '-c',
            'user.email=t@e',
            'commit',
            '-q',
            '--allow-empty',
            '-m',
            'two',
          ],
          { cwd: inside },
        );
      const own = join(repository.path, '.git/modules/sub');
      appendFileSync(
        join(own, 'config'),
        `[filter "sub"]\n\tclean = "${marks.trap('submodule')}"\n`,
      );
      writeFileSync(join(own, 'info', 'attributes'), '* filter=sub\n');
      writeFileSync(join(inside, 'x'), 'y\n');
      repository.git('config', 'diff.submodule', 'diff');
      repository.git('config', 'diff.ignoreSubmodules', 'none');
      // For git, this goes before what is set for all.
      repository.git('config', 'submodule.sub.ignore', 'none');
      await prepareRange(spool, repository.path);
      expect(marks.sprung()).toEqual([]);
      repository.git('-c', 'diff.ignoreSubmodules=dirty', 'diff');
      expect(marks.sprung()).toEqual(['submodule']);
      library.remove();
    },
  );

  it('runs nothing that a folder is configured to which a forged `commondir` leads', async () => {
    repository.write('a', 'one\n');
    repository.commit('base');
    repository.write('a', 'two\n');
    const traps = plantTraps(repository.path);
    const elsewhere = temporaryFolder('elsewhere');
    for (const name of ['config', 'info', 'objects', 'refs'])
      renameSync(inRepository(`.git/${name}`), join(elsewhere.path, name));
    repository.write('.git/commondir', `${elsewhere.path}\n`);
    const { files } = await prepareRange(spool, repository.path);
    expect(files.map(({ path }) => path)).toEqual(['a']);
    expect(traps.sprung()).toEqual([]);
    expect(traps.inPlainGit()).toEqual(traps.names);
    elsewhere.remove();
  });

  it.each(['by a program', 'by a path'])(
    'fetches no missing object from where the repository says, %s',
    async (how) => {
      repository.write('a', 'one\n');
      repository.commit('one');
      repository.write('a', 'two\n');
      repository.commit('two');
      const blob = repository.git('rev-parse', 'HEAD~1:a');
      rmSync(inRepository(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
      const byProgram = [
        ['remote.origin.url', `ext::touch ${join(repository.path, '.git/marks/fetched')}`],
        ['protocol.ext.allow', 'always'],
      ];
      const byPath = [
        ['remote.origin.url', repository.path],
        ['remote.origin.uploadpack', marks.mark('fetched')],
      ];
      for (const [key = '', value = ''] of [
        ['core.repositoryFormatVersion', '1'],
        ['extensions.partialClone', 'origin'],
        ['remote.origin.promisor', 'true'],
        ...(how === 'by a program' ? byProgram : byPath),
      ])
        repository.git('config', key, value);
      await expect(prepareRange(spool, repository.path, 'HEAD')).rejects.toMatchObject({
        code: 'git_failed',
      });
      expect(marks.sprung()).toEqual([]);
      expect(() => repository.git('diff', 'HEAD~1', 'HEAD')).toThrow();
      expect(marks.sprung()).toEqual(['fetched']);
    },
  );
});
