import { describe, expect, test } from 'vitest';
import { PatchIndex, type IndexedPatch } from '../../../../supervisor/threads/patch/patch-index.ts';

const indexOf = (patch: string): IndexedPatch => {
  const index = new PatchIndex();
  index.write(Buffer.from(patch));
  return index.finish();
};

/** Seven lines. */
const file = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';
const plain = '--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n';
const mail = `From 0123abc Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nSubject: one\n\nText\n---\n x | 2 +-\n\n${file}-- \n2.43.0\n\n`;

describe('lines that are not shown are listed', () => {
  test.each([
    [
      'a comment in a hunk',
      '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n a\n# comment\n+evil\n b\n',
      [5, 7],
    ],
    ['a tab in a hunk', '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n a\n\tb\n+evil\n c\n', [5, 7]],
    [
      'a context diff',
      `${file}*** a/y\n--- b/y\n***************\n*** 1 ****\n! a\n--- 1 ----\n! evil\n`,
      [8, 14],
    ],
    ['a context diff before a file', `***************\n*** 1 ****\n! a\n${file}`, [1, 3]],
    ['an indented diff', `  --- a/y\n  +++ b/y\n  @@ -1 +1 @@\n  -a\n  +evil\n${file}`, [1, 5]],
    ['a diff after an X', `X--- a/y\nX+++ b/y\nX@@ -1 +1 @@\nX-a\nX+evil\n${file}`, [1, 5]],
    [
      'a diff in a quoted mail',
      `- --- a/y\n- +++ b/y\n- @@ -1 +1 @@\n- -a\n- +evil\n${file}`,
      [1, 5],
    ],
    ['a normal diff', `${file}\n1c1\n< a\n---\n> evil\n`, [9, 12]],
    ['an ed script', `Text\n1c\nevil\n.\n${file}`, [2, 4]],
    ['a hunk after an empty line', `${file}\n@@ -5 +5 @@\n-q\n+evil\n`, [9, 11]],
    ['what follows a line of text', `${file}X\n@@ -5 +5 @@\n-q\n+evil\n`, [8, 11]],
    [
      'a second name of a file',
      '--- a/x\n+++ b/x\n+++ b/evil\n@@ -1 +1 @@\n-a\n+b\n' + plain,
      [1, 6],
    ],
    ['a name alone', `${file}\n--- a/y\n${file}`, [9, 9]],
    ['names without a hunk', `${file}--- a/y\n+++ b/y\n\n${file}`, [8, 10]],
    [
      'a commit in a hunk',
      '--- a/x\n+++ b/x\n@@ -1 +1,9 @@\n-a\n# HG changeset patch\n+evil\n',
      [5, 6],
    ],
    ['what follows a signature', `${file}-- \n2.43.0\n\nevil\n`, [11, 11]],
    [
      'text in a binary patch',
      'diff --git a/x b/x\nGIT binary patch\nliteral 1\nIc$@\n+evil\n@@ -1 +1 @@\n',
      [5, 6],
    ],
    [
      'properties of Subversion',
      `${file}\nProperty changes on: x\n___\nAdded: y\n## -0,0 +1 ##\n+*\n`,
      [9, 13],
    ],
    ['a file in one folder only', `${file}Only in b: z\ndiff -ru a/y b/y\n${plain}`, [8, 8]],
  ])('%s', (_, patch, range) => {
    expect(indexOf(patch).unknownLines).toEqual({ ranges: [range], more: 0 });
  });

  test('the first ones, and how many more', () => {
    const { unknownLines } = indexOf(`${file}evil\n${plain}`.repeat(2000));
    expect(unknownLines?.ranges).toEqual([8, 21, 34, 47, 60].map((line) => [line, line]));
    expect(unknownLines?.more).toBe(1995);
  });
});

test.each([
  ['a mail', mail],
  ['mails', mail.repeat(3)],
  [
    'a log',
    `commit 0123abcd\nAuthor: A\n\n    Text\n\n${file}\ncommit 1234abcd\n\n    Text\n\n${file}`,
  ],
  [
    'an export of hg',
    `# HG changeset patch\n# User a\ntext\n\n${file}# HG changeset patch\n${file}`,
  ],
  ['recursive diffs', `diff -ru a/x b/x\n${plain}diff -ru a/z b/z\n${plain}`],
  ['Subversion', `Index: y\n${'='.repeat(67)}\n${plain}\nIndex: z\n${'='.repeat(67)}\n${plain}`],
  ['missing line feeds', `${plain}\\ No newline at end of file\n`],
  ['CRLF', mail.replaceAll('\n', '\r\n')],
  [
    'a binary patch',
    'diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZQz_~\n\nliteral 0\nHcmV?d00001\n\n',
  ],
])('nothing of %s is listed', (_, patch) => {
  const { files, unknownLines } = indexOf(patch);
  expect(unknownLines).toBeUndefined();
  expect(files.map(({ wrongHunks }) => wrongHunks)).toEqual(files.map(() => undefined));
});

describe('hunks with other counts than lines are listed', () => {
  const wrong = '--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\n';

  test('by file', () => {
    const { files } = indexOf(`${wrong}${plain}${wrong}@@ -9 +9,2 @@\n-a\n+b\n`);
    expect(files.map(({ wrongHunks }) => wrongHunks)).toEqual([
      { first: [3], more: 0 },
      undefined,
      { first: [13, 16], more: 0 },
    ]);
  });

  test('the first ones, and how many more', () => {
    const [found] = indexOf(`--- a/x\n+++ b/x\n${'@@ -1,9 +1 @@\n'.repeat(1000)}`).files;
    expect(found?.wrongHunks).toEqual({ first: [3, 4, 5, 6, 7], more: 995 });
  });
});

test('a note about a binary file does not hide the hunks below it', () => {
  const names = 'Binary files a/x and b/x differ\n--- a/x\n+++ b/x\n';
  const { files } = indexOf(`diff --git a/x b/x\n${names}@@ -1 +1 @@\n-a\n+evil\n`);
  expect(files).toMatchObject([{ isBinary: false, additions: 1 }]);
});
