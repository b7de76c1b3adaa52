import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runGit } from '../../../../supervisor/version-control/git/run-git.ts';
import { startTimeOf } from '../../../../shared/node/process-identity.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';
import { until } from '../../../helpers/until.ts';

let repository: Repository;
let tools: ReturnType<typeof temporaryFolder>;
const path = process.env['PATH'] ?? '';

beforeEach(() => {
  repository = new Repository();
  tools = temporaryFolder('tools');
});
afterEach(() => {
  process.env['PATH'] = path;
  repository.remove();
  tools.remove();
});

/** Puts a program named git in front of the real one. */
const installGit = (script: string): void => {
  writeFileSync(join(tools.path, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(tools.path, 'git'), 0o755);
  process.env['PATH'] = `${tools.path}${delimiter}${path}`;
};

describe('runGit', () => {
  it('answers with what git says', async () => {
    const { stdout } = await runGit({ cwd: repository.path, args: ['rev-parse', '--git-dir'] });
    expect(stdout).toBe('.git\n');
  });

  it('passes no GIT_ variable of the caller on', async () => {
    process.env['GIT_DIR'] = '/nowhere';
    try {
      const { stdout } = await runGit({ cwd: repository.path, args: ['rev-parse', '--git-dir'] });
      expect(stdout).toBe('.git\n');
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  it('says what to do where git is not installed', async () => {
    process.env['PATH'] = tools.path;
    await expect(runGit({ cwd: repository.path, args: ['version'] })).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringMatching(/Install git/),
    });
  });

  it.each(['E2BIG', 'EACCES'])('says why git cannot be started: %s', async (reason) => {
    installGit('exit 0');
    chmodSync(join(tools.path, 'git'), 0o600);
    if (reason === 'EACCES') process.env['PATH'] = tools.path;
    const tooLong = 'x'.repeat(reason === 'E2BIG' ? 4_000_000 : 1);
    await expect(runGit({ cwd: repository.path, args: ['log', tooLong] })).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringContaining(
        `git log could not be started in ${repository.path} (${reason}).`,
      ),
    });
  });

  it('takes the answer of a git that has not read all of its input', async () => {
    installGit('echo enough');
    const input = 'x'.repeat(4_000_000);
    const { stdout } = await runGit({ cwd: repository.path, args: ['x'], input });
    expect(stdout).toBe('enough\n');
  });

  it('quotes what git said where it failed', async () => {
    await expect(runGit({ cwd: repository.path, args: ['no-such-command'] })).rejects.toMatchObject(
      {
        code: 'git_failed',
        message: expect.stringMatching(/'no-such-command' is not a git command/),
      },
    );
  });

  it('keeps no more than the head of a flood of complaints', async () => {
    installGit('yes complaint | head -c 50000000 >&2; exit 1');
    const error: Error = await runGit({ cwd: repository.path, args: ['x'] }).then(
      () => new Error('it passed'),
      (thrown: Error) => thrown,
    );
    expect(error.message).toMatch(/complaint/);
    expect(error.message.length).toBeLessThan(1000);
  });

  it('stops a git that writes more than is gathered', async () => {
    installGit('exec yes');
    await expect(
      runGit({ cwd: repository.path, args: ['x'], maxOutputBytes: 1024 * 1024 }),
    ).rejects.toMatchObject({ code: 'content_too_large' });
  });

  it.each(['signal', 'time limit'])('ends a git that ignores TERM, on its %s', async (by) => {
    installGit(`trap '' TERM; echo ready; while :; do sleep 0.05; done`);
    const controller = new AbortController();
    const pids: number[] = [];
    const running = runGit({
      cwd: repository.path,
      args: ['x'],
      ...(by === 'signal' ? {} : { timeLimitMs: 1000 }),
      context: { signal: controller.signal, onStart: (pid) => pids.push(pid) },
      onOutput: () => {
        if (by === 'signal') controller.abort();
        return Promise.resolve();
      },
    });
    await expect(running).rejects.toMatchObject({
      code: by === 'signal' ? 'preparation_failed' : 'preparation_timeout',
    });
    expect(pids).toHaveLength(1);
    await until('the process is gone', () => startTimeOf(pids[0] ?? 0) === undefined);
  });

  it('hands an error of the reader on, and ends git', async () => {
    installGit('exec yes');
    await expect(
      runGit({
        cwd: repository.path,
        args: ['x'],
        onOutput: () => Promise.reject(new Error('the disk is full')),
      }),
    ).rejects.toThrow('the disk is full');
  });

  it('reaches no remote, whatever the repository allows', async () => {
    const marker = join(tools.path, 'marker');
    repository.git('remote', 'add', 'origin', `ext::sh -c touch% ${marker}`);
    repository.git('config', 'protocol.ext.allow', 'always');
    const fetchIt = (): string =>
      execFileSync('git', ['fetch', 'origin'], {
        cwd: repository.path,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    // Without the guard the program runs: the attack is a real one.
    expect(fetchIt).toThrow();
    expect(existsSync(marker)).toBe(true);
    rmSync(marker);
    await expect(runGit({ cwd: repository.path, args: ['fetch', 'origin'] })).rejects.toMatchObject(
      { code: 'git_failed' },
    );
    expect(existsSync(marker)).toBe(false);
  });

  it('uses no bare repository that lies hidden in a work tree', async () => {
    const hidden = join(repository.path, 'hidden');
    mkdirSync(hidden);
    repository.git('init', '--quiet', '--bare', hidden);
    expect(execFileSync('git', ['rev-parse', '--git-dir'], { cwd: hidden, encoding: 'utf8' })).toBe(
      '.\n',
    );
    await expect(runGit({ cwd: hidden, args: ['rev-parse', '--git-dir'] })).rejects.toMatchObject({
      code: 'not_a_repository',
    });
  });
});
