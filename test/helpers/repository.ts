import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder; `remove` deletes it. */
export const temporaryFolder = (name = 'folder') => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `galley-${name}-`)));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** Remembers what is in a folder; `restore` takes less time than making it again. */
export const keepFolder = (path: string) => {
  const kept = temporaryFolder('kept');
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', `${from}/.`, to]);
  copy(path, kept.path);
  return {
    restore: (): void => {
      rmSync(path, { recursive: true });
      mkdirSync(path);
      copy(kept.path, path);
    },
    remove: kept.remove,
  };
};

/** An author, and no process for maintenance after each commit. */
const configuration = `[user]
\tname = A Tester
\temail = tester@example.org
[maintenance]
\tauto = false
`;

/** In one process: starting it costs a large one, such as a test's, more than git does. */
const commitAll =
  'git add --all && git commit --quiet --allow-empty --message "$1" && git rev-parse HEAD';

/** A temporary git repository with an author and no commits. */
export class Repository {
  readonly path: string;
  readonly remove: () => void;

  constructor(...initOptions: string[]) {
    const { path, remove } = temporaryFolder('repository');
    this.path = path;
    this.remove = remove;
    this.git('init', '--quiet', '--initial-branch=main', '--template=', ...initOptions);
    appendFileSync(join(path, '.git', 'config'), configuration);
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.path, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  write(name: string, content: string | Buffer): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** Commits everything; returns the commit's id. */
  commit(message: string): string {
    const options = { cwd: this.path, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('sh', ['-c', commitAll, 'sh', message], options).trim();
  }
}
