import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Repository } from './repository.ts';

const copyOf = (model: keyof Models) => (path: Buffer, spare: string, models: Models) => {
  cpSync(models[model].path, spare, { recursive: true });
  renameSync(spare, path);
};

/** What can be at a path of a work tree. */
const kinds = {
  file: (path: Buffer) => writeFileSync(path, 'one\ntwo\n'),
  'other file': (path: Buffer) => writeFileSync(path, 'one \ntwo\nthree\n'),
  'empty file': (path: Buffer) => writeFileSync(path, ''),
  'binary file': (path: Buffer) => writeFileSync(path, Buffer.from([0, 1, 2])),
  program: (path: Buffer) => {
    writeFileSync(path, 'one\ntwo\n');
    chmodSync(path, 0o755);
  },
  'link to nowhere': (path: Buffer) => symlinkSync('/nowhere/at all', path),
  'link through a file': (path: Buffer) => symlinkSync('/dev/null/below', path),
  'link to a name that is too long': (path: Buffer) => symlinkSync('x'.repeat(300), path),
  'link to itself': (path: Buffer) => symlinkSync(path.subarray(path.lastIndexOf(47) + 1), path),
  'empty folder': (path: Buffer) => mkdirSync(path),
  nothing: () => undefined,
  pipe: (path: Buffer, spare: string) => {
    execFileSync('mkfifo', [spare]);
    renameSync(spare, path);
  },
  repository: copyOf('committed'),
  'repository without a commit': copyOf('empty'),
  'repository with an untracked file': copyOf('untracked'),
  'repository with a staged file': copyOf('staged'),
  'repository with a submodule that has changes': copyOf('nested'),
  'folder with a .git that leads nowhere': (path: Buffer) => {
    mkdirSync(path);
    writeFileSync(Buffer.concat([path, Buffer.from('/.git')]), 'gitdir: /nowhere\n');
    writeFileSync(Buffer.concat([path, Buffer.from('/x')]), 'x\n');
  },
  'folder with an empty .git': (path: Buffer) => {
    mkdirSync(path);
    mkdirSync(Buffer.concat([path, Buffer.from('/.git')]));
    writeFileSync(Buffer.concat([path, Buffer.from('/x')]), 'x\n');
  },
} satisfies Record<string, (path: Buffer, spare: string, models: Models) => void>;

type Kind = keyof typeof kinds;

/** Repositories that are copied into trees. */
type Models = Readonly<
  Record<'empty' | 'committed' | 'untracked' | 'staged' | 'nested', Repository>
>;

const oddNames = [
  ['a', 'b', 'c.ts', ' a', 'a ', 'a b', '-a', '--', '"', '"a"', '"a".ts', "'", 'a\\b', '\\'],
  [':(top)a', ':!a', ':', '*', '?', '[a]', '#', '!a', '~', '%61', '=', '{}', 'HEAD', 'a => b'],
  ['\t', 'a\nb', 'a\r', '\u0001', '\u007f', 'é', 'e\u0301', '日本', '\u202etxt.exe', '\ufeffa'],
  ['.GIT', '.git ', 'git~1', '.gitmodules', 'dev', 'null', 'x'.repeat(255), '\u2028'],
]
  .flat()
  .map((name) => Buffer.from(name));
const oddBytes = [
  'caf\u00e9.ts',
  '\u00ff',
  '"\u00ff"',
  'a\u00c3',
  '\u00ed\u00a0\u0080',
  '\u00ff\n"',
].map((name) => Buffer.from(name, 'latin1'));

const isName = (name: Uint8Array): boolean =>
  name.length > 0 &&
  !name.includes(0) &&
  !name.includes(47) &&
  !['.', '..', '.git'].includes(Buffer.from(name).toString('latin1'));

/** Any file name. */
export const nameBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...oddNames),
  fc.constantFrom(...oddBytes),
  fc
    .uint8Array({ minLength: 1, maxLength: 12 })
    .filter(isName)
    .map((name) => Buffer.from(name)),
);

interface Step {
  readonly folder: Buffer | undefined;
  readonly name: Buffer;
  readonly kind: Kind;
}

const steps = (maxLength: number): fc.Arbitrary<readonly Step[]> => {
  const name = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map((one) => Buffer.from(one)),
    nameBytes,
  );
  const kind = fc.constantFrom(...(Object.keys(kinds) as Kind[]));
  const folder = fc.option(name, { nil: undefined });
  return fc.array(fc.record({ folder, name, kind }), { maxLength });
};

/** What is committed, then staged, then only in the work tree. */
export const treeSteps = fc.record({
  committed: steps(8),
  staged: steps(5),
  loose: steps(12),
});

/** Builds repositories from steps, with git itself. */
export class TreeBuilder {
  readonly #models: Models = {
    empty: new Repository(),
    committed: new Repository(),
    untracked: new Repository(),
    staged: new Repository(),
    nested: new Repository(),
  };

  constructor() {
    const { empty: _, ...others } = this.#models;
    for (const model of Object.values(this.#models)) model.write('x', 'x\n');
    for (const model of Object.values(others)) model.commit('first');
    cpSync(others.committed.path, join(others.nested.path, 'inner'), { recursive: true });
    others.nested.commit('second');
    others.untracked.write('y', 'y\n');
    others.staged.write('x', 'z\n');
    others.staged.git('add', 'x');
    others.nested.write('inner/x', 'z\n');
  }

  remove(): void {
    for (const model of Object.values(this.#models)) model.remove();
  }

  build(tree: Record<'committed' | 'staged' | 'loose', readonly Step[]>): Repository {
    const repository = new Repository();
    this.#take(repository, tree.committed);
    stage(repository, 'git commit --quiet --allow-empty --message first');
    this.#take(repository, tree.staged);
    stage(repository);
    this.#take(repository, tree.loose);
    return repository;
  }

  #take({ path: top }: Repository, taken: readonly Step[]): void {
    for (const { folder, name, kind } of taken) {
      let parent = Buffer.from(top);
      if (folder !== undefined) {
        parent = Buffer.concat([parent, Buffer.from('/'), folder]);
        makeFolder(parent);
      }
      const path = Buffer.concat([parent, Buffer.from('/'), name]);
      rmSync(path, { recursive: true, force: true });
      kinds[kind](path, join(top, '.git/spare'), this.#models);
    }
  }
}

const makeFolder = (path: Buffer): void => {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    // Something else is there.
    rmSync(path);
    mkdirSync(path);
  }
};

/** What git refuses, such as a repository without a commit, stays untracked. */
const stage = ({ path }: Repository, then = 'true'): void => {
  const script = `git add --all --ignore-errors || true; ${then}`;
  execFileSync('sh', ['-c', script], { cwd: path, stdio: 'pipe' });
};
