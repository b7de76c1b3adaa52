import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

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

interface Entry {
  readonly path: string;
  /** Undefined for folders. */
  readonly content: Buffer | undefined;
}

/** What git makes of an empty folder, by options: another run of git costs more than writing that. */
const made = new Map<string, readonly Entry[]>();

const initIn = (path: string, options: readonly string[]): void => {
  const entries = made.get(options.join(' ')) ?? readInit(options);
  made.set(options.join(' '), entries);
  for (const { path: name, content } of entries)
    if (content === undefined) mkdirSync(join(path, name));
    else writeFileSync(join(path, name), content);
};

const readInit = (options: readonly string[]): readonly Entry[] => {
  const { path, remove } = temporaryFolder('init');
  const init = ['init', '--quiet', '--initial-branch=main', '--template=', ...options];
  execFileSync('git', init, { cwd: path, stdio: 'pipe' });
  appendFileSync(join(path, '.git', 'config'), configuration);
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const content = entry.isDirectory() ? undefined : readFileSync(file);
    return { path: relative(path, file), content };
  });
  remove();
  // Folders before what is in them.
  return entries.toSorted((one, other) => (one.path < other.path ? -1 : 1));
};

/** A temporary git repository with an author and no commits. */
export class Repository {
  readonly path: string;
  readonly remove: () => void;

  constructor(...initOptions: string[]) {
    const { path, remove } = temporaryFolder('repository');
    this.path = path;
    this.remove = remove;
    initIn(path, initOptions);
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
