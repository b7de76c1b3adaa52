import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareRange, sectionOf } from '../../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

let repository: Repository;
let spool: string;
let removeSpool: () => void;
let markers: string;

beforeEach(() => {
  repository = new Repository();
  ({ path: spool, remove: removeSpool } = temporaryFolder('spool'));
  markers = join(repository.path, '.git', 'markers');
  mkdirSync(markers);
});
afterEach(() => {
  repository.remove();
  removeSpool();
});

/** A command that leaves a mark and hands its input on. */
const trap = (name: string): string => `touch ${join(markers, name)}; cat`;
const ran = (): string[] => readdirSync(markers).sort();

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

/** Filters for a file, under names that are hard to switch off. */
const addFilters = (): void => {
  for (const name of ['evil', 'with.dots', 'with=equals', 'MiXed'])
    appendFileSync(
      join(repository.path, '.git', 'config'),
      `[filter "${name}"]\n\tclean = "${trap(`clean-${name}`)}"\n\tsmudge = "${trap(`smudge-${name}`)}"\n\trequired = true\n`,
    );
  appendFileSync(
    join(repository.path, '.git', 'config'),
    `[filter "process"]\n\tprocess = "${trap('process')}"\n\trequired = true\n`,
  );
};

const arm = (): void => {
  repository.git('config', 'core.fsmonitor', trap('fsmonitor'));
  repository.git('config', 'diff.external', trap('external'));
  repository.git('config', 'diff.evil.textconv', trap('textconv'));
  repository.git('config', 'diff.evil.command', trap('command'));
  repository.git('config', 'core.pager', trap('pager'));
  repository.git('config', 'pager.diff', trap('pager-diff'));
  repository.git('config', 'core.askPass', trap('askpass'));
  repository.git('config', 'hook.evil.command', trap('configured-hook'));
  repository.git('config', 'hook.evil.event', 'post-index-change');
  const hooks = join(repository.path, '.git', 'evil-hooks');
  mkdirSync(hooks);
  for (const hook of ['post-index-change', 'pre-commit', 'post-checkout']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\n${trap(`hook-${hook}`)}\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
  repository.git('config', 'core.hooksPath', hooks);
};

describe('a hostile repository', () => {
  it('runs nothing, and hides nothing', async () => {
    const filters = ['evil', 'with.dots', 'with=equals', 'MiXed', 'process'];
    repository.write('tracked.txt', 'one\n');
    for (const filter of filters) repository.write(`${filter}.f`, 'one\n');
    repository.commit('base');
    repository.write(
      '.gitattributes',
      `* diff=evil\n${filters.map((name) => `${name}.f filter=${name}`).join('\n')}\n`,
    );
    repository.write('tracked.txt', 'two\n');
    for (const filter of filters) repository.write(`${filter}.f`, 'two\n');
    for (const name of oddNames) repository.write(name, `${JSON.stringify(name)}\n`);
    addFilters();
    arm();

    const { files } = await prepareRange(spool, repository.path);

    expect(ran()).toEqual([]);
    expect(existsSync(join(repository.path, 'pwned'))).toBe(false);
    expect(new Set(files.map(({ path }) => path))).toEqual(
      new Set([
        '.gitattributes',
        'tracked.txt',
        ...filters.map((name) => `${name}.f`),
        ...oddNames,
      ]),
    );
    for (const file of files.filter(({ path }) => oddNames.includes(path)))
      expect(sectionOf(spool, file)).toContain(`+${JSON.stringify(file.path)}`);

    // The traps are real: git, left to itself, runs into them.
    try {
      execFileSync('git', ['diff'], { cwd: repository.path, stdio: 'ignore', timeout: 10_000 });
    } catch {
      // That it fails in such a repository is no matter.
    }
    expect(ran()).toEqual(expect.arrayContaining(['fsmonitor']));
    expect(ran().some((name) => /^(?:clean|process)/.test(name))).toBe(true);
  });

  it('runs nothing between two commits', async () => {
    repository.write('.gitattributes', '* diff=evil filter=evil\n');
    repository.write('a', 'one\n');
    repository.commit('one');
    repository.write('a', 'two\n');
    repository.commit('two');
    addFilters();
    arm();
    const { files } = await prepareRange(spool, repository.path, 'HEAD');
    expect(files.map(({ path }) => path)).toEqual(['a']);
    expect(ran()).toEqual([]);
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
      appendFileSync(join(own, 'config'), `[filter "sub"]\n\tclean = "${trap('submodule')}"\n`);
      writeFileSync(join(own, 'info', 'attributes'), '* filter=sub\n');
      writeFileSync(join(inside, 'x'), 'y\n');
      repository.git('config', 'diff.submodule', 'diff');
      repository.git('config', 'diff.ignoreSubmodules', 'none');
      await prepareRange(spool, repository.path);
      expect(ran()).toEqual([]);
      execFileSync('git', ['diff'], { cwd: repository.path, stdio: 'ignore' });
      expect(ran()).toEqual(['submodule']);
      library.remove();
    },
  );

  it('fetches no missing object from where the repository says', async () => {
    repository.write('a', 'one\n');
    repository.commit('one');
    repository.write('a', 'two\n');
    repository.commit('two');
    const blob = repository.git('rev-parse', 'HEAD~1:a');
    rmSync(join(repository.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    repository.git('config', 'core.repositoryFormatVersion', '1');
    repository.git('config', 'extensions.partialClone', 'origin');
    repository.git('config', 'remote.origin.promisor', 'true');
    repository.git('config', 'remote.origin.url', `ext::sh -c touch% ${join(markers, 'fetched')}`);
    repository.git('config', 'protocol.ext.allow', 'always');
    await expect(prepareRange(spool, repository.path, 'HEAD')).rejects.toMatchObject({
      code: 'git_failed',
    });
    expect(ran()).toEqual([]);
    expect(() => repository.git('diff', 'HEAD~1', 'HEAD')).toThrow();
    expect(ran()).toEqual(['fetched']);
  });
});
