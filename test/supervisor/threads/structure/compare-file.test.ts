import { expect, it } from 'vitest';
import { languageOf } from '../../../../shared/file-language.ts';
import { compareFile } from '../../../../supervisor/threads/structure/compare-file.ts';
import { grammars } from '../../../../supervisor/threads/structure/grammars.ts';
import {
  newComparison,
  type FoundEntry,
} from '../../../../supervisor/threads/structure/compare-sides.ts';
import { matchLoose } from '../../../../supervisor/threads/structure/match-loose.ts';

type Files = Readonly<
  Record<string, readonly [before: string | undefined, after: string | undefined]>
>;

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));

const compare = async (files: Files): Promise<FoundEntry[]> => {
  const into = newComparison();
  for (const [fileId, [before, after]] of Object.entries(files)) {
    const grammar = grammars[languageOf(fileId)];
    if (grammar === undefined) throw new Error(`no grammar for ${fileId}`);
    const sides = { before: bytes(before), after: bytes(after) };
    expect(
      await compareFile(into, { file: { id: fileId, hunks: [] }, grammar }, sides),
    ).toBeUndefined();
  }
  return matchLoose(into);
};

/** `changed method A.b`, `moved+ function f < old.ts g` */
const inWords = ({ kind, name, change, isChanged, fromName, fromFileId }: FoundEntry): string =>
  [
    `${change}${isChanged === true ? '+' : ''} ${kind}`,
    name,
    ...(fromName === undefined && fromFileId === undefined ? [] : ['<', fromFileId, fromName]),
  ]
    .filter((word) => word !== undefined && word !== '')
    .join(' ');

const body = (name: string, last = 'total') => `
  const ${name}s = source.map((value) => value * 2).filter((value) => value > 10);
  const total = ${name}s.reduce((sum, value) => sum + value, 0);
  return ${last};
`;

const cases: readonly (readonly [about: string, files: Files, expected: readonly string[]])[] = [
  [
    'added, removed and changed functions',
    {
      'a.ts': [
        'const a = () => 1;\nexport function b() {}\n',
        'const a = () => 2;\nfunction c(): void {}\n',
      ],
    },
    ['changed function a', 'removed function b', 'added function c'],
  ],
  [
    'a method of a class, not the class',
    {
      'a.ts': [
        'class A {\n  m() { return 1; }\n\n  n() {}\n}\n',
        'class A {\n  m() { return 2; }\n\n  n() {}\n\n  o() {}\n}\n',
      ],
    },
    ['changed method A.m', 'added method A.o'],
  ],
  [
    'only formatting',
    {
      'a.ts': [
        'export const f = (a: number) => { return a + 1 }\n',
        'export const f = (\n  a: number) => {\n  return a\n    + 1 }\n',
      ],
      'b.json': ['{"a":[1,2]}', '{ "a": [\n 1, 2 ] }\n'],
      'c.css': ['.a{color:red}', '.a { color: red }\n'],
      'd.tsx': ['const D = () => <p>a b</p>;', 'const D = () => (\n  <p>a b</p>);'],
    },
    ['reformatted function f', 'reformatted code', 'reformatted rule .a', 'changed function D'],
  ],
  [
    'empty lines between functions',
    {
      'a.py': [
        'def f():\n    pass\ndef g():\n    pass\n',
        'def f():\n    pass\n\n\ndef g():\n    pass\n',
      ],
    },
    ['reformatted code'],
  ],
  [
    'whitespace that is not formatting',
    {
      'a.ts': [
        'const a = "x y";\nconst b = `x\n  y`;\n',
        'const a = "x  y";\nconst b = `x\n y`;\n',
      ],
      'b.py': [
        'def f(a):\n    if a:\n        g()\n        h()\n',
        'def f(a):\n    if a:\n        g()\n    h()\n',
      ],
      'c.ts': ['const c = () => {\n  return d;\n};\n', 'const c = () => {\n  return\n  d;\n};\n'],
      'd.ts': ['const e = 1;\n', 'const\u00a0e = 1;\n'],
    },
    [
      'changed variable a',
      'changed variable b',
      'changed function f',
      'changed function c',
      'changed variable e',
    ],
  ],
  [
    'renamed, also with changes',
    {
      'a.ts': [
        `function first(source: number[]) {${body('item')}}\nclass Reader {\n  read(source: number[]) {${body('part')}}\n}\n`,
        `function second(source: number[]) {${body('item', 'total + 1')}}\nclass Parser {\n  read(source: number[]) {${body('part')}}\n}\n`,
      ],
    },
    ['renamed class Parser < Reader', 'renamed+ function second < first'],
  ],
  [
    'moved to another file, also renamed, and out of a class',
    {
      'old.ts': [
        `export function moved(source: number[]) {${body('item')}}\nclass Gone {\n  kept(source: number[]) {${body('part')}}\n}\n`,
        undefined,
      ],
      'new.ts': [
        'const a = 1;\n',
        `const a = 1;\nexport function moved(source: number[]) {${body('item')}}\nclass Other {\n  kept(source: number[]) {${body('part')}}\n  more() { if (this.a) throw new Error('x'); for (const b of this.c) await b.d(b.e, 1); while (f()) g ??= h(); }\n}\n`,
      ],
    },
    [
      'moved function moved < old.ts',
      'moved method Other.kept < old.ts Gone.kept',
      'removed class Gone',
      'added class Other',
    ],
  ],
  [
    'another order within the file',
    {
      'a.css': [
        '.a { color: red }\n.b { color: blue }\n.c { top: 0 }\n',
        '.b { color: blue }\n.c { top: 0 }\n.a { color: red }\n',
      ],
    },
    ['moved rule .a'],
  ],
  [
    'code that a function was moved past',
    { 'a.js': ['const f = () => 1;\nstart(f);\n', 'start(f);\nconst f = () => 1;\n'] },
    ['moved function f'],
  ],
  [
    'comments and decorators belong to what they stand before',
    {
      'a.ts': [
        '/** One. */\nexport const a = () => 1;\n\nexport const b = () => 2;\n',
        '/** Two. */\nexport const a = () => 1;\n\nexport const b = () => 2;\n',
      ],
      'a.py': ['def f():\n    pass\n', '@cached\ndef f():\n    pass\n'],
      'a.rs': ['fn f() {}\n', '#[test]\nfn f() {}\n'],
    },
    ['changed function a', 'changed function f', 'changed function f'],
  ],
  [
    'imports as one entry, and code outside of functions',
    {
      'a.ts': [
        "import a from 'a';\nimport b from 'b';\n\nrun();\n",
        "import a from 'a';\nimport c from 'c';\n\nrun(c);\n",
      ],
    },
    ['changed code', 'changed imports'],
  ],
  [
    'tests by their titles',
    {
      'a.test.ts': [
        "describe('a', () => {\n  it('b', () => { x(); });\n});\n",
        "describe('a', () => {\n  it('b', () => { y(); });\n  it.only('c', () => {});\n});\n",
      ],
    },
    ['changed test a.b', 'added test a.c'],
  ],
  [
    'a new file',
    { 'a.go': [undefined, 'package a\n\nfunc F() {}\n\ntype S struct{}\n\nfunc (s *S) M() {}\n'] },
    ['added function F', 'added type S', 'added method S.M'],
  ],
];

it.each(cases)('finds %s', async (_, files, expected) => {
  const found = await compare(files);
  expect(found.map(inWords).toSorted()).toEqual(expected.toSorted());
});
