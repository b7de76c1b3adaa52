import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  definitionAnswerSchema,
  referencesPartSchema,
  symbolsAnswerSchema,
  type Definition,
  type FileReferences,
  type ReferencesPart,
} from '../../../../shared/session/navigation.ts';
import type { NamedScope } from '../../../../shared/session/scope.ts';
import type { Side } from '../../../../shared/session/side-lines.ts';
import { findReferences } from '../../../../supervisor/threads/tasks/find-references.ts';
import { findDefinitions } from '../../../../supervisor/threads/navigation/find-definitions.ts';
import { grammars } from '../../../../supervisor/threads/structure/grammars.ts';
import { readTags } from '../../../../supervisor/threads/structure/read-tags.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import {
  askRepository,
  findChange,
  openChange,
} from '../../../../supervisor/version-control/providers.ts';
import { plantTraps } from '../../../helpers/git-traps.ts';
import { childrenOf, commandLineOf } from '../../../helpers/processes.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

const context = { signal: new AbortController().signal };
let repository: Repository;
let outside: ReturnType<typeof temporaryFolder>;
let traps: ReturnType<typeof plantTraps>;
let spool: ReturnType<typeof temporaryFolder>;
const sources = new Map<NamedScope, ChangeSource>();

const files: readonly (readonly [string, string | Buffer])[] = [
  [
    'src/reader.ts',
    `/** A reader: readAll is its work. */
export class Reader {
  readAll(
    path: string,
    limit = 10,
  ): string {
    return path;
  }
}
export const makeReader = (): Reader => new Reader();
`,
  ],
  [
    'src/use.ts',
    `import { Reader, makeReader } from './reader.ts';
const reader: Reader = makeReader();
export const text = reader.readAll('x', 1);
export function shadow() {
  const makeReader = () => 1; // makeReader
  return makeReader();
}
`,
  ],
  ['py/reader.py', 'class Reader:\n    def read_all(self):\n        return 1\n'],
  ['py/use.py', 'from reader import Reader\nprint(Reader().read_all())\n'],
  ['cmd/main.go', 'package main\n\nfunc (r *Reader) Scan(n int) error {\n\treturn nil\n}\n'],
  ['lib/list.c', '#define MAX_LIST 10\nstatic int list_add(struct list *l)\n{\n  return 1;\n}\n'],
  ['style.css', '.reader-box {\n  color: red;\n}\n'],
  ['other.md', 'The Reader reads; Readers and myReader do not count.\r\nA-Reader does.\n'],
  ['binary', Buffer.from('Reader\0\n')],
  ['hidden.bin', 'Reader in text that an attribute calls binary\n'],
  ['-e', 'Reader\n'],
  ['a\nb.txt', 'Reader\n'],
  ['latin', 'Reader caf\n'],
  [
    'long.txt',
    `${'x '.repeat(500)}Reader${' y'.repeat(500)}\n${'z'.repeat(200_000)} Reader\nReader\n`,
  ],
  ['many.txt', 'Reader\n'.repeat(300)],
  ['moved/secret', 'nothing\n'],
  ['assumed.txt', 'nothing\n'],
  ['link-to-be', 'Reader\n'],
  ['ignored-but-tracked', 'Reader\n'],
  // Two that only use it, and as many definitions that nobody has time to parse all of them.
  ...['0', '1'].map((name) => [`many/${name}.ts`, 'wanted(); // wanted = 1\n'] as const),
  ...Array.from(
    { length: 12 },
    (_, index) => [`many/of/${index}.ts`, `export const wanted = ${index};\n`] as const,
  ),
  // More than fits into a pipe.
  ['streamed/0', 'streamed\n'],
  ['streamed/1', 'streamed\n'.repeat(100_000)],
  ['many/py/wanted.py', 'def wanted():\n    return 1\n'],
  ['.gitattributes', '*.bin -diff\n'],
];

beforeAll(async () => {
  outside = temporaryFolder('outside');
  spool = temporaryFolder('spool');
  repository = new Repository();
  const path = (name: string) => join(repository.path, name);
  for (const [name, content] of files) repository.write(name, content);
  renameSync(path('latin'), Buffer.from(`${path('/')}caf\u00e9`, 'latin1'));
  repository.commit('first');
  repository.git('rm', '--quiet', '--cached', 'style.css');
  repository.git('add', 'style.css');
  const id = repository.git('hash-object', '-w', 'many.txt');
  repository.git('config', 'core.protectNTFS', 'false');
  repository.git('update-index', '--add', '--cacheinfo', `100644,${id},git~1/config`);
  repository.git('commit', '--quiet', '--message', 'second');
  repository.write('git~1/config', 'Reader\n');

  repository.git('update-index', '--assume-unchanged', 'assumed.txt');
  repository.write('assumed.txt', 'Reader, which git was told not to see\n');
  repository.write('.gitignore', 'ignored*\n');
  repository.write('ignored', 'Reader\n');
  repository.write('untracked.txt', 'Reader\nReaders\n');
  repository.write('nested/.git/config', 'Reader\n');
  repository.write('many/1.ts', 'wanted(); // wanted = 2\n');
  // What leads out.
  execFileSync('sh', ['-c', 'printf "Reader outside\\n" > secret'], { cwd: outside.path });
  rmSync(path('moved'), { recursive: true });
  symlinkSync(outside.path, path('moved'));
  rmSync(path('link-to-be'));
  symlinkSync(join(outside.path, 'secret'), path('link-to-be'));
  symlinkSync(join(outside.path, 'secret'), path('untracked-link'));
  execFileSync('mkfifo', [path('untracked-pipe')]);
  // What would run, colour, count or renumber.
  traps = plantTraps(repository.path, '*.t*');
  for (const [key, value] of [
    ['grep.column', 'true'],
    ['grep.lineNumber', 'false'],
    ['grep.threads', '1000000'],
    ['grep.patternType', 'perl'],
    ['color.grep', 'always'],
    ['submodule.recurse', 'true'],
    ['alias.grep', '!false'],
  ] as const)
    repository.git('config', key, value);
  for (const scope of ['uncommitted', 'staged', 'last'] as const)
    sources.set(scope, (await findChange({ cwd: repository.path, scope }, context)).source);
});
afterAll(() => {
  repository.remove();
  outside.remove();
  spool.remove();
});

const sourceOf = (scope: NamedScope): ChangeSource => {
  const source = sources.get(scope);
  if (source === undefined) throw new Error(`there is no scope ${scope}`);
  return source;
};

let searches = 0;
const search = async (
  name: string,
  { scope = 'uncommitted', side = 'new', maxCount }: Partial<Wanted> = {},
): Promise<{ found: FileReferences[]; end: ReferencesPart | undefined }> => {
  const output = join(spool.path, String((searches += 1)));
  const source = sourceOf(scope);
  const limit = maxCount === undefined ? {} : { maxCount };
  await findReferences({ task: 'find-references', source, name, side, output, ...limit }, context);
  const parts = readFileSync(output, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => referencesPartSchema.parse(JSON.parse(line)));
  return {
    found: parts.filter((part) => 'path' in part),
    end: parts.at(-1),
  };
};

interface Wanted {
  readonly scope: NamedScope;
  readonly side: Side;
  readonly maxCount: number;
}

const symbols = async (q: string, side: Side = 'new'): Promise<string[]> => {
  const source = sourceOf('uncommitted');
  const question = { about: 'symbols', query: { q, side } } as const;
  const answer = await askRepository({ task: 'ask-repository', source, question }, context);
  const { symbols: found, cut } = symbolsAnswerSchema.parse(answer);
  expect(cut).toBeUndefined();
  return found.map(({ name, path, line }) => `${name} ${path}:${line}`);
};

const define = async (name: string, path: string): Promise<Definition[]> => {
  const query = { name, path, side: 'new' } as const;
  const question = { about: 'definition', query } as const;
  const source = sourceOf('uncommitted');
  const answer = await askRepository({ task: 'ask-repository', source, question }, context);
  return definitionAnswerSchema.parse(answer).definitions;
};

const guards = ['grep.column=false', 'grep.threads=1', 'core.fsmonitor=false'];

/** `path:line` as git itself finds them, without the traps of the configuration. */
const byGit = (name: string, ...tree: string[]): string[] =>
  execFileSync(
    'git',
    guards
      .flatMap((one) => ['-c', one])
      .concat(['grep', '--no-textconv', '--no-color', '-nzawF', '-e', name, ...tree]),
    { cwd: repository.path, encoding: 'latin1' },
  )
    .split(/\n(?=[^\0]*\0\d+\0)/u)
    .map((record) => record.split('\0').slice(0, 2).join(':'));

const places = (found: readonly FileReferences[]): string[] =>
  found.flatMap(({ path, lines }) => lines.map(({ line }) => `${path}:${line}`));

describe('references', () => {
  it.each(['readAll', 'makeReader', 'read_all', 'path'])(
    'to %s are what git finds',
    async (name) => {
      const { found, end } = await search(name);
      expect(places(found)).toEqual(byGit(name));
      expect(end).toEqual({ end: true });
    },
  );

  it('of a commit and of the index are found there', async () => {
    const of = async (wanted: Partial<Wanted>) => places((await search('readAll', wanted)).found);
    const expected = byGit('readAll', 'HEAD').map((place) => place.replace('HEAD:', ''));
    expect(await of({ scope: 'last' })).toEqual(expected);
    expect(await of({ scope: 'uncommitted', side: 'old' })).toEqual(expected);
    expect(await of({ scope: 'staged' })).toEqual(expected);
    expect((await search('Reader', { scope: 'last' })).found.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['link-to-be', 'hidden.bin', 'ignored-but-tracked']),
    );
  });

  it('are in tracked and listed files alone, and nothing that the repository asks for is run', async () => {
    const { found } = await search('Reader');
    expect(found.map(({ path }) => path).toSorted()).toEqual(
      [
        '-e',
        String.raw`"caf\351"`,
        'a\nb.txt',
        'assumed.txt',
        'cmd/main.go',
        'hidden.bin',
        'ignored-but-tracked',
        'long.txt',
        'many.txt',
        'other.md',
        'py/reader.py',
        'py/use.py',
        'src/reader.ts',
        'src/use.ts',
        'untracked.txt',
      ].toSorted(),
    );
    expect(traps.sprung()).toEqual([]);
    expect(traps.inPlainGit()).toEqual(traps.names);
  });

  it('are words, in lines that are not too long to be read', async () => {
    const { found } = await search('Reader');
    const linesOf = (path: string) => found.find((file) => file.path === path)?.lines ?? [];
    expect(linesOf('other.md')).toEqual([
      { line: 1, text: 'The Reader reads; Readers and myReader do not count.' },
      { line: 2, text: 'A-Reader does.' },
    ]);
    expect(linesOf('untracked.txt')).toEqual([{ line: 1, text: 'Reader' }]);
    const long = linesOf('long.txt');
    expect(long.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(long[0]?.text).toContain('x Reader y');
    for (const { text } of long) expect(text.length).toBeLessThan(310);
  });

  it('stop where there are enough, and say so', async () => {
    const { found, end } = await search('Reader', { maxCount: 20 });
    expect(places(found)).toHaveLength(20);
    expect(end).toEqual({ end: true, cut: 'count' });
    const many = (await search('Reader')).found.find(({ path }) => path === 'many.txt');
    expect(many).toMatchObject({ more: 100 });
    expect(many?.lines).toHaveLength(200);
  });

  it('are given while git still searches', async () => {
    const { findWord } = openChange(sourceOf('uncommitted')).repository ?? {};
    const given: string[] = [];
    let isRunning = false;
    await findWord?.(
      {
        word: 'streamed',
        side: 'new',
        // Git waits meanwhile, since nobody reads on.
        onFile: ({ path, lines }) => {
          given.push(`${path} ${lines.length}`);
          isRunning ||= childrenOf(process.pid)
            .map(commandLineOf)
            .some((one) => /grep.*streamed/u.test(one));
          return Promise.resolve(true);
        },
      },
      context,
    );
    expect(given).toEqual(['streamed/0 1', 'streamed/1 100000']);
    expect(isRunning).toBe(true);
  });

  it.each(['--help', '-e', '.*', 'é', '$x'])('to %s are none, or those of git', async (name) => {
    expect((await search(name)).found.map(({ path }) => path)).toEqual([]);
  });
});

describe('a definition', () => {
  it.each<[string, string, Definition]>([
    [
      'Reader',
      'src/use.ts',
      { path: 'src/reader.ts', line: 2, kind: 'class', signature: 'export class Reader {' },
    ],
    [
      'Reader',
      'py/use.py',
      { path: 'py/reader.py', line: 1, kind: 'class', signature: 'class Reader:' },
    ],
    [
      'readAll',
      'src/use.ts',
      {
        path: 'src/reader.ts',
        line: 3,
        kind: 'method',
        signature: 'readAll(\n  path: string,\n  limit = 10,\n): string {',
      },
    ],
    [
      'makeReader',
      'src/reader.ts',
      {
        path: 'src/reader.ts',
        line: 10,
        kind: 'function',
        signature: 'export const makeReader = (): Reader => new Reader();',
      },
    ],
    [
      'read_all',
      'py/use.py',
      { path: 'py/reader.py', line: 2, kind: 'function', signature: 'def read_all(self):' },
    ],
    [
      'Scan',
      'cmd/main.go',
      {
        path: 'cmd/main.go',
        line: 3,
        kind: 'method',
        signature: 'func (r *Reader) Scan(n int) error {',
      },
    ],
    [
      'MAX_LIST',
      'lib/list.c',
      { path: 'lib/list.c', line: 1, kind: 'variable', signature: '#define MAX_LIST 10' },
    ],
    [
      'list_add',
      'lib/list.c',
      {
        path: 'lib/list.c',
        line: 2,
        kind: 'function',
        signature: 'static int list_add(struct list *l)',
      },
    ],
  ])('of %s, met in %s, is found', async (name, path, expected) => {
    expect((await define(name, path))[0]).toEqual(expected);
  });

  it('is looked for by parsing the likeliest files alone', async () => {
    const { findWord, readFile } = openChange(sourceOf('uncommitted')).repository ?? {};
    if (findWord === undefined || readFile === undefined) throw new Error('nothing is searched');
    const read: string[] = [];
    const counting: typeof readFile = (wanted, ...rest) => {
      read.push(wanted.path);
      return readFile(wanted, ...rest);
    };
    const query = { name: 'wanted', path: 'many/of/7.ts', side: 'new' } as const;
    const repository = { findWord, readFile: counting };
    const { definitions } = await findDefinitions(repository, query, context);
    expect(definitions[0]?.path).toBe('many/of/7.ts');
    expect(definitions.length).toBeGreaterThan(read.length);
    expect(read).toHaveLength(6);
    expect(read.filter((path) => !path.startsWith('many/of/'))).toEqual([]);
  });

  it('is known of each content that was parsed, whatever its file is', async () => {
    const grammar = grammars.typescript;
    if (grammar === undefined) throw new Error('there is no grammar');
    const text = 'export const kept = 1;\nexport class Kept {}\n';
    const tags = await readTags(Buffer.from(text), grammar);
    expect(tags.map(({ name }) => name)).toEqual(['kept', 'Kept']);
    expect(await readTags(Buffer.from(text), grammar)).toBe(tags);
    expect(await readTags(Buffer.from(`${text}\n`), grammar)).not.toBe(tags);
  });

  it('is nowhere if nothing looks like one', async () => {
    expect(await define('console', 'src/use.ts')).toEqual([]);
    expect(await define('color', 'src/use.ts')).toEqual([]);
  });
});

describe('symbols', () => {
  it.each([
    [
      'reader',
      [
        'Reader py/reader.py:1',
        'Reader src/reader.ts:2',
        'reader src/use.ts:2',
        'reader style.css:1',
        'makeReader src/reader.ts:10',
        'makeReader src/use.ts:5',
      ],
    ],
    ['LIST', ['list_add lib/list.c:2', 'MAX_LIST lib/list.c:1']],
    ['nowhere', []],
  ])('are found by a part of their name: %s', async (q, expected) => {
    expect(await symbols(q)).toEqual(expected);
  });
});
