import { execFile } from 'node:child_process';
import { access, appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.mjs';
import type { OwnHome } from './own-home.ts';

const execute = promisify(execFile);

/** Two releases of a package of the registry. */
interface Releases {
  readonly name: string;
  readonly releases: readonly [string, string];
}

/** 966 files with 512,737 changed lines, renames found. */
const three: Releases = { name: 'three', releases: ['0.168.0', '0.180.0'] };
/** 3,622 files. */
const antd: Releases = { name: 'antd', releases: ['5.0.0', '5.29.0'] };

/** The range that compares them. */
export const largeRange = 'HEAD~2..HEAD~1';

/** The range that compares the releases of many files. */
export const manyFilesRange = 'HEAD~1..HEAD';

/** What the line says that is not committed. */
export const uncommitted = 'Not committed.';

/** Runs git, with all of its output read. */
export const git = (cwd: string, ...args: string[]) =>
  execute('git', args, { cwd, encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 });

/**
 * A repository with a commit of each release of `three`, one that changes a line, and a line that is not committed.
 * @returns its folder
 */
export const makeLargeRepository = async (home: OwnHome): Promise<string> => {
  const cwd = await commitReleases(home, three);
  await appendFile(join(cwd, 'src', 'Three.js'), '// One more line.\n');
  await commitAll(cwd, 'one file');
  await appendFile(join(cwd, 'src', 'utils.js'), `// ${uncommitted}\n`);
  return cwd;
};

/**
 * A repository with a commit of each release of `antd`.
 * @returns its folder
 */
export const makeRepositoryOfManyFiles = (home: OwnHome): Promise<string> =>
  commitReleases(home, antd);

const commitReleases = async (
  { folder }: OwnHome,
  { name, releases }: Releases,
): Promise<string> => {
  const cwd = join(folder, name);
  await mkdir(cwd);
  await git(cwd, 'init', '--quiet');
  for (const release of releases) {
    const archive = await fetchRelease(name, release);
    for (const entry of await readdir(cwd))
      if (entry !== '.git') await rm(join(cwd, entry), { recursive: true });
    await execute('tar', ['-xzf', archive, '--strip-components=1'], { cwd });
    await git(cwd, 'add', '--all');
    await commitAll(cwd, release);
  }
  return cwd;
};

const commitAll = (cwd: string, message: string) => {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'gc.auto=0'];
  return git(cwd, ...author, 'commit', '--quiet', '--all', '--message', message);
};

/** The package as the registry has it, fetched once. @returns the path of the archive */
const fetchRelease = async (name: string, release: string): Promise<string> => {
  const folder = join(root, '.build', 'packages');
  const path = join(folder, `${name}-${release}.tgz`);
  try {
    await access(path);
  } catch {
    await mkdir(folder, { recursive: true });
    await execute('npm', ['pack', '--silent', `${name}@${release}`], { cwd: folder });
  }
  return path;
};
