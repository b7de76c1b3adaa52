import { execFile } from 'node:child_process';
import { access, appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.mjs';
import type { OwnHome } from './own-home.ts';

const execute = promisify(execFile);

/** Two releases of `three`: 966 files with 512,737 changed lines, renames found. */
const releases = ['0.168.0', '0.180.0'] as const;

/** The range that compares them. */
export const largeRange = 'HEAD~2..HEAD~1';

/** What the line says that is not committed. */
export const uncommitted = 'Not committed.';

/** Runs git, with all of its output read. */
export const git = (cwd: string, ...args: string[]) =>
  execute('git', args, { cwd, encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 });

/**
 * A repository with a commit of each release, one that changes a line, and a line that is not committed.
 * @returns its folder
 */
export const makeLargeRepository = async ({ folder }: OwnHome): Promise<string> => {
  const cwd = join(folder, 'three');
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'gc.auto=0'];
  const commit = (message: string) =>
    git(cwd, ...author, 'commit', '--quiet', '--all', '--message', message);
  await mkdir(cwd);
  await git(cwd, 'init', '--quiet');
  for (const release of releases) {
    const archive = await fetchRelease(release);
    for (const name of await readdir(cwd))
      if (name !== '.git') await rm(join(cwd, name), { recursive: true });
    await execute('tar', ['-xzf', archive, '--strip-components=1'], { cwd });
    await git(cwd, 'add', '--all');
    await commit(release);
  }
  await appendFile(join(cwd, 'src', 'Three.js'), '// One more line.\n');
  await commit('one file');
  await appendFile(join(cwd, 'src', 'utils.js'), `// ${uncommitted}\n`);
  return cwd;
};

/** The package as the registry has it, fetched once. @returns the path of the archive */
const fetchRelease = async (release: string): Promise<string> => {
  const folder = join(root, '.build', 'packages');
  const path = join(folder, `three-${release}.tgz`);
  try {
    await access(path);
  } catch {
    await mkdir(folder, { recursive: true });
    await execute('npm', ['pack', '--silent', `three@${release}`], { cwd: folder });
  }
  return path;
};
