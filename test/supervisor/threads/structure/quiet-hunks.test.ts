import { structuredPatch } from 'diff';
import { expect, it } from 'vitest';
import { languageOf } from '../../../../shared/file-language.ts';
import type { Hunk } from '../../../../shared/placement/manifest.ts';
import { compareFile } from '../../../../supervisor/threads/structure/compare-file.ts';
import { newComparison } from '../../../../supervisor/threads/structure/compare-sides.ts';
import { grammars } from '../../../../supervisor/threads/structure/grammars.ts';

/** What each hunk between two texts is said to be. */
const compare = async (path: string, before: string, after: string): Promise<string[]> => {
  const grammar = grammars[languageOf(path)];
  if (grammar === undefined) throw new Error(`no grammar for ${path}`);
  const { hunks: found } = structuredPatch(path, path, before, after, '', '', { context: 3 });
  const hunks = found.map(({ oldStart, oldLines, newStart, newLines }): Hunk => [
    oldStart,
    oldLines,
    newStart,
    newLines,
  ]);
  const into = newComparison();
  const sides = { before: Buffer.from(before), after: Buffer.from(after) };
  expect(await compareFile(into, { file: { id: '1', hunks }, grammar }, sides)).toBeUndefined();
  return hunks.map((hunk) => into.quiet.find((one) => one.hunk === hunk)?.only ?? 'code');
};

const apart = '\n'.repeat(9);

const cases: readonly (readonly [
  about: string,
  path: string,
  before: string,
  after: string,
  expected: readonly string[],
])[] = [
  [
    'each hunk by itself',
    'a.ts',
    `import a from 'a';\nlet b = 1;${apart}const f = () => { g(1); };${apart}h(1);\n`,
    `import a from 'a';\nimport c from 'c';\nlet b = 1;${apart}const f = () => {\n  g(1);\n};${apart}h(2);\n`,
    ['imports', 'formatting', 'code'],
  ],
  [
    'what is not ASCII',
    'a.ts',
    `f('äöü€');${apart}g( '𝒳' );\n`,
    `f("äöü€");${apart}g('𝒳');\n`,
    ['code', 'formatting'],
  ],
  [
    'imports of several lines, sorted and spaced',
    'a.ts',
    `import {\n  a,\n} from 'a';\nimport b from 'b';\nrun();\n`,
    `import b from 'b';\n\nimport {\n  a,\n  c,\n} from 'a';\nrun();\n`,
    ['imports'],
  ],
  ['code beside an import', 'a.ts', `import 'a'; run(1);\n`, `import 'b'; run(2);\n`, ['code']],
  ['a comment beside an import', 'a.py', 'import a\n', 'import a  # noqa\n', ['code']],
  [
    'code and imports in a hunk',
    'a.ts',
    `import 'a';\nrun(1);\n`,
    `import 'b';\nrun(2);\n`,
    ['code'],
  ],
  [
    'code that looks like an import',
    'a.ts',
    'f(`\nimport a\n`);\n',
    'f(`\nimport b\n`);\n',
    ['code'],
  ],
  ['whitespace within a text', 'a.ts', 'f(`\n  a\n`);\n', 'f(`\n    a\n`);\n', ['code']],
  [
    'whitespace far within a text',
    'a.ts',
    `f(\`${apart}  a${apart}\`);\n`,
    `f(\`${apart}    a${apart}\`);\n`,
    ['code'],
  ],
  ['indentation that is code', 'a.py', 'if a:\n  b()\nc()\n', 'if a:\n  b()\n  c()\n', ['code']],
  ['indentation that is not', 'a.py', 'if a:\n  b()\n', 'if a:\n    b()\n', ['formatting']],
  [
    'a line feed that is code',
    'a.js',
    'function f() {\n  return 1;\n}\n',
    'function f() {\n  return\n  1;\n}\n',
    ['code'],
  ],
  ['a space that HTML shows', 'a.html', '<b>a</b><i>b</i>\n', '<b>a</b> <i>b</i>\n', ['code']],
  ['the indentation of a key', 'a.yaml', 'a:\n  b: 1\n', 'a:\n    b: 1\n', ['formatting']],
  ['the indentation of a text', 'a.yml', 'a: |\n  b\n', 'a: |\n  b\n   c\n', ['code']],
  ['empty lines', 'a.go', 'package a\nvar b = 1\n', 'package a\n\nvar b = 1\n', ['formatting']],
  [
    'use',
    'a.rs',
    'use a::b;\n\nfn c() {}\n',
    'use a::b;\nuse d::{\n    e,\n};\n\nfn c() {}\n',
    ['imports'],
  ],
  [
    'include',
    'a.c',
    '#include <a.h>\nint b;\n',
    '#include <a.h>\n#include "c.h"\nint b;\n',
    ['imports'],
  ],
  [
    'from … import',
    'a.py',
    'from a import b\nc = 1\n',
    'from a import (\n    b,\n    d,\n)\nc = 1\n',
    ['imports'],
  ],
];

it.each(cases)(
  'says of hunks what they only change: %s',
  async (_, path, before, after, expected) => {
    expect(await compare(path, before, after)).toEqual(expected);
  },
);
