import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';
import { keepFolder, temporaryFolder } from './repository.ts';

/** The path of jj; undefined if it is not there. */
export const jjProgram = process.env['JJ_BIN'] ?? findProgram('jj');

/** For `describeWhere`. */
export const noJj = jjProgram === undefined ? 'needs jj' : undefined;

/** A repository that is made once for several tests: each takes it as it was then. */
export const sharedJj = (make: () => JjRepository) => {
  let made: { repository: JjRepository; kept: ReturnType<typeof keepFolder> } | undefined;
  return {
    take: (): JjRepository => {
      if (made === undefined) {
        const repository = make();
        made = { repository, kept: keepFolder(dirname(repository.path)) };
      } else made.kept.restore();
      return made.repository;
    },
    remove: (): void => {
      made?.repository.remove();
      made?.kept.remove();
      made = undefined;
    },
  };
};

/** A temporary Jujutsu repository with an author, a home of its own, and no changes. */
export class JjRepository {
  readonly path: string;
  readonly remove: () => void;
  readonly home: string;

  constructor(...initOptions: string[]) {
    const { path, remove } = temporaryFolder('workspaces');
    this.path = join(path, 'repository');
    this.home = join(path, 'home');
    this.remove = remove;
    mkdirSync(this.path);
    mkdirSync(this.home);
    this.jj('git', 'init', ...initOptions);
  }

  get #env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      JJ_USER: 'A Tester',
      JJ_EMAIL: 'tester@example.org',
    };
  }

  /** Runs jj as its user does; quiet, but for what is asked. */
  jj(...args: string[]): string {
    return execFileSync(jjProgram ?? 'jj', ['--quiet', '--no-pager', ...args], {
      cwd: this.path,
      env: this.#env,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  /** Runs jj in a terminal of its own. */
  inTerminal(...args: string[]): void {
    const command = [jjProgram ?? 'jj', ...args].map((one) => `'${one}'`).join(' ');
    const options = { cwd: this.path, env: this.#env, stdio: 'pipe' } as const;
    execFileSync('script', ['--quiet', '--command', command, '/dev/null'], options);
  }

  /** Runs several commands at the same time, so that nobody has merged their operations. */
  async concurrently(...commands: string[][]): Promise<void> {
    const last = ['operation', 'log', '--no-graph', '--limit=1', '--template=self.id()'];
    const at = `--at-operation=${this.jj(...last)}`;
    const run = promisify(execFile);
    const options = { cwd: this.path, env: this.#env };
    await Promise.all(
      commands.map((args) => run(jjProgram ?? 'jj', ['--quiet', at, ...args], options)),
    );
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.path, encoding: 'utf8', stdio: 'pipe' });
  }

  write(name: string, content: string | Buffer): void {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** Describes the working copy and starts another change; returns the id of the commit. */
  commit(message: string): string {
    this.jj('commit', '--message', message);
    return this.id('@-');
  }

  id(revision: string): string {
    return this.jj('log', '--no-graph', '--revisions', revision, '--template', 'commit_id');
  }

  /** All files but for stores, to which objects can be added without an effect. */
  kept(): Record<string, string> {
    const stores = /\.jj\/repo\/(?:store|index|op_store)\/|\.git\/(?:objects|refs\/jj\/keep)\//u;
    return this.files('.', (file) => !stores.test(file));
  }

  /** All files of a folder, with contents. */
  files(folder: string, isWanted: (file: string) => boolean = () => true): Record<string, string> {
    return Object.fromEntries(
      readdirSync(join(this.path, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter(isWanted)
        .map((file) => [file, readFileSync(file, 'latin1')]),
    );
  }
}
