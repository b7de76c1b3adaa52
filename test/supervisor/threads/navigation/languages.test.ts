import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  definitionAnswerSchema,
  referencesPartSchema,
  symbolsAnswerSchema,
  type Definition,
} from '../../../../shared/session/navigation.ts';
import { rateSymbol } from '../../../../supervisor/threads/navigation/rank-definitions.ts';
import { findReferences } from '../../../../supervisor/threads/tasks/find-references.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { askRepository, findChange } from '../../../../supervisor/version-control/providers.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';
import { fileOf, samples, statements, type Sample } from '../structure/languages.ts';

const context = { signal: new AbortController().signal };
let repository: Repository;
let spool: ReturnType<typeof temporaryFolder>;
let source: ChangeSource;

const functionOf = (language: string): string => `${language}Read`;
const typeOf = (language: string): string => `Typed_${language}`;

/** The file that uses what the language's other one defines. */
const userOf = ({ file }: Sample): string => `use${file.slice(1)}`;

/** What a line looks like is all that is known of a language without a grammar. */
const unparsed = [
  ['kotlinWrite', 'a.kt', 'fun kotlinWrite(a: Int) {'],
  ['luaWrite', 'a.lua', 'local function luaWrite(a)'],
  ['yamlWrite', 'a.yaml', 'yamlWrite: 1'],
] as const;

beforeAll(async () => {
  spool = temporaryFolder('spool');
  repository = new Repository();
  for (const [language, sample] of Object.entries(samples)) {
    const { file, define, type, kind, statement } = sample;
    const [own, typed] = [functionOf(language), typeOf(language)];
    const parts = [define(own, statements(sample, 'own')), type?.(typed, 'one1') ?? ''];
    repository.write(file, fileOf(sample, 'first', parts));
    const uses = [own, typed].map((name) => statement?.([name, 'a', 'b']) ?? `${name}(1)`);
    const user = kind === 'rule' ? `p .${own} { top: 0; }\n` : define('user', uses);
    repository.write(userOf(sample), fileOf(sample, 'second', [user]));
  }
  for (const [name, file, line] of unparsed) repository.write(file, `# ${name}\n${line}\n`);
  repository.commit('first');
  ({ source } = await findChange({ cwd: repository.path, scope: 'uncommitted' }, context));
});
afterAll(() => {
  repository.remove();
  spool.remove();
});

const define = async (name: string, path: string): Promise<Definition[]> => {
  const query = { name, path, side: 'new' } as const;
  const question = { about: 'definition', query } as const;
  const answer = await askRepository({ task: 'ask-repository', source, question }, context);
  return definitionAnswerSchema.parse(answer).definitions;
};

const placesOf = async (name: string): Promise<string[]> => {
  const output = join(spool.path, name);
  await findReferences({ task: 'find-references', source, name, side: 'new', output }, context);
  return readFileSync(output, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => referencesPartSchema.parse(JSON.parse(line)))
    .flatMap((part) => ('path' in part ? [part.path] : []));
};

const symbols = async (q: string): Promise<string[]> => {
  const question = { about: 'symbols', query: { q, side: 'new' } } as const;
  const answer = await askRepository({ task: 'ask-repository', source, question }, context);
  return symbolsAnswerSchema
    .parse(answer)
    .symbols.map(({ name, path, line }) => `${name} ${path}:${line}`);
};

/** The line of a file with a text, as a definition has it. */
const lineWith = (file: string, text: string): { line: number; signature: string } => {
  const lines = readFileSync(join(repository.path, file), 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes(text));
  return { line: at + 1, signature: lines[at]?.trim() ?? '' };
};

it.each(Object.entries(samples))(
  'finds where a symbol of %s is defined and used',
  async (language, sample) => {
    const { file, kind, type, typeKind } = sample;
    const wanted = [
      [functionOf(language), kind],
      ...(type === undefined ? [] : [[typeOf(language), typeKind] as const]),
    ] as const;
    for (const [name, itsKind] of wanted) {
      const found = { path: file, ...lineWith(file, name), kind: itsKind };
      expect((await define(name, userOf(sample)))[0]).toEqual(found);
      expect((await placesOf(name)).toSorted()).toEqual([file, userOf(sample)].toSorted());
    }
  },
);

it('finds by a part of its name what each language declares', async () => {
  const declared = (nameOf: (language: string) => string): string[] =>
    Object.entries(samples).flatMap(([language, { file }]) => {
      const { line } = lineWith(file, nameOf(language));
      return line === 0 ? [] : [`${nameOf(language)} ${file}:${line}`];
    });
  expect((await symbols('Read')).toSorted()).toEqual(declared(functionOf).toSorted());
  expect((await symbols('Typed_')).toSorted()).toEqual(declared(typeOf).toSorted());
});

it.each(unparsed)('finds %s, which looks defined, in %s', async (name, path, line) => {
  expect(await define(name, path)).toEqual([{ path, line: 2, signature: line }]);
});

it.each([
  ['a.c', 'char *read(int a)', true],
  ['a.c', 'read (int a)', true],
  ['a.c', '  read(a, b)', false],
  ['a.c', '    a && read(b)', false],
  ['a.c', 'int read(int a);', false],
  ['a.cpp', 'void Reader::read(int a) const {', true],
  ['A.java', '  List<String> read(int a) throws IOException {', true],
  ['A.java', '    return read(a)', false],
  ['A.java', '    read(new Runnable() {', false],
  ['A.cs', '  internal Task<int> read(', true],
  ['a.ts', '  async read(a: string): Promise<void> {', true],
  ['a.ts', '  private read(', true],
  ['a.ts', '  read(', false],
  ['a.ts', "  read('a', () => {", false],
  ['a.js', '  read(function () {', false],
  ['a.js', '  read(a, {', false],
  ['a.sh', 'read() {', true],
  ['a.kt', '  read(a) {', false],
])('tells a function without a word of its own from a call: %s: %s', (path, text, isOne) => {
  expect(rateSymbol('read', { path, text }) > 0).toBe(isOne);
});

it('takes no statement for a function', () => {
  expect(rateSymbol('while', { path: 'a.c', text: 'while (a) {' })).toBe(0);
});
