import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  askRepository,
  findChange,
  readWorktreeState,
} from '../../../../supervisor/version-control/providers.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { JjRepository, noJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let repository: JjRepository;
let folder: ReturnType<typeof temporaryFolder>;
let mark: string;
let trap: string;
const context = { signal: new AbortController().signal };

beforeEach(() => {
  if (noJj !== undefined) return;
  folder = temporaryFolder('spool');
  repository = new JjRepository('--no-colocate');
  repository.write('a', 'one\n');
  repository.commit('base');
  repository.write('a', 'two\n');
  mark = join(folder.path, 'ran');
  trap = join(folder.path, 'trap');
  writeFileSync(trap, `#!/bin/sh\ntouch ${mark}\ncat\n`, { mode: 0o755 });
  // The user whose configuration counts is the same for both.
  vi.stubEnv('HOME', repository.home);
  vi.stubEnv('XDG_CONFIG_HOME', join(repository.home, '.config'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  if (noJj !== undefined) return;
  repository.remove();
  folder.remove();
});

/** Whether the trap was sprung; sets it again. */
const hasRun = (): boolean => {
  const has = existsSync(mark);
  rmSync(mark, { force: true });
  return has;
};

/** Everything that a review does. */
const look = async (): Promise<string[]> => {
  const { source, title } = await findChange({ cwd: repository.path }, context);
  const { files } = await prepareInto(folder.path, source);
  await readWorktreeState({ task: 'worktree-state', source, contents: mark }, context);
  const question = { about: 'commits', query: {} } as const;
  await askRepository({ task: 'ask-repository', source, question }, context);
  return [title, ...files.map(({ path }) => path)];
};

const seen = ['repository: working copy', 'a'];

describeWhere(noJj, 'a hostile Jujutsu repository', () => {
  it.each([
    ['.jj/repo/config.toml', 'repo'],
    ['.jj/workspace-config.toml', 'workspace'],
  ])('has no configuration of its own that runs programs: %s', async (path, level) => {
    repository.write(
      path,
      `[ui]\ndiff-formatter = ["${trap}"]\n[template-aliases]\ncommit_id = "'planted'"\n`,
    );
    await expect(look()).rejects.toThrow(/could make jj run programs/u);
    expect(hasRun()).toBe(false);
    // Plain jj takes it over, and runs the program.
    repository.jj('diff');
    expect(hasRun()).toBe(true);
    expect(repository.id('@')).toBe('planted');
    // What jj keeps elsewhere by now counts for its user, but not here.
    expect(await look()).toEqual(seen);
    expect(hasRun()).toBe(false);
    expect(repository.jj('config', 'list', `--${level}`)).toContain(trap);
  });

  it('has no id of a configuration that leads elsewhere', async () => {
    repository.write('.jj/repo/config-id', '../../../../..');
    await expect(look()).rejects.toThrow(/could make jj run programs/u);
    repository.write('.jj/repo/config-id', '');
    await expect(look()).rejects.toThrow(/could make jj run programs/u);
  });

  it('has no configuration beside an id', async () => {
    repository.write('.jj/repo/config-id', '0123456789abcdef0123');
    repository.write('.jj/repo/config.toml', `[ui]\ndiff-formatter = ["${trap}"]\n`);
    expect(await look()).toEqual(seen);
    expect(hasRun()).toBe(false);
  });

  it.each([
    ['diff', `[ui]\ndiff-formatter = ["${trap}"]`, ['diff']],
    ['alias', `[aliases]\nst = ["util", "exec", "--", "${trap}"]`, ['st']],
    [
      'signature',
      `[signing]\nbehavior = "force"\nbackend = "gpg"\nbackends.gpg.program = "${trap}"`,
      ['describe', '--message', 'x'],
    ],
  ])('is not read with what its user has configured: %s', async (_, config, plain) => {
    repository.write('../home/.config/jj/config.toml', `${config}\n`);
    expect(await look()).toEqual(seen);
    expect(hasRun()).toBe(false);
    // It counts where jj is run plainly: the program runs, or jj fails for want of its answer.
    let fails = false;
    try {
      repository.jj(...plain);
    } catch {
      fails = true;
    }
    expect(hasRun() || fails).toBe(true);
  });

  it('runs nothing that its git store is configured to run', async () => {
    const git = join(repository.path, '.jj/repo/store/git');
    for (const [key, value] of [
      ['filter.trap.clean', trap],
      ['diff.trap.textconv', trap],
      ['diff.external', trap],
      ['core.fsmonitor', trap],
    ] as const)
      execFileSync('git', ['--git-dir', git, 'config', key, value]);
    repository.write('.gitattributes', '* filter=trap diff=trap\n');
    expect(await look()).toEqual(['repository: working copy', '.gitattributes', 'a']);
    expect(hasRun()).toBe(false);
    execFileSync('git', ['--git-dir', git, '--work-tree', repository.path, 'add', '--all']);
    expect(hasRun()).toBe(true);
  });

  it('shows no other files than have changed, whatever their names', async () => {
    const forged = 'x\ndiff --git a/forged b/forged\n--- a/forged\n+++ b/forged\n@@ -0,0 +1 @@\n+y';
    repository.write(forged, 'content\n');
    repository.write('tab\tand "quote"', 'content\n');
    const { source } = await findChange({ cwd: repository.path }, context);
    const { files } = await prepareInto(folder.path, source);
    expect(files.map(({ path, notCompared }) => [path, notCompared])).toEqual([
      ['a', undefined],
      ['tab\tand "quote"', 'refused'],
      [forged, 'refused'],
    ]);
    expect(repository.jj('diff', '--git')).toContain('\ndiff --git a/forged b/forged\n');
  });
});
