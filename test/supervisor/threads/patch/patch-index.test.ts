import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GalleyError } from '../../../../shared/errors.ts';
import { manifestSchema } from '../../../../shared/placement/manifest.ts';
import { PatchIndex, type IndexedPatch } from '../../../../supervisor/threads/patch/patch-index.ts';

const indexOf = (patch: string | Buffer, partBytes = Infinity): IndexedPatch => {
  const bytes = Buffer.from(patch);
  const index = new PatchIndex();
  for (let at = 0; at < bytes.length; at += partBytes)
    index.write(bytes.subarray(at, at + Math.min(partBytes, bytes.length)));
  return index.finish();
};

const hunk = '@@ -1 +1 @@\n-a\n+b\n';

describe('paths', () => {
  it.each([
    [
      'git, quoted',
      `diff --git "a/\\303\\244 \\"q\\"\\t\\\\" "b/\\303\\244 \\"q\\"\\t\\\\"\n--- "a/\\303\\244 \\"q\\"\\t\\\\"\n+++ "b/\\303\\244 \\"q\\"\\t\\\\"\n${hunk}`,
      'ä "q"\t\\',
    ],
    [
      'git, with spaces',
      `diff --git a/a b/c b/a b/c\n--- a/a b/c\t\n+++ b/a b/c\t\n${hunk}`,
      'a b/c',
    ],
    ['git, without prefixes', `diff --git src/x src/x\n--- src/x\n+++ src/x\n${hunk}`, 'src/x'],
    ['git, with mnemonic prefixes', `diff --git i/x w/x\n--- i/x\n+++ w/x\n${hunk}`, 'x'],
    ['git, only a mode', 'diff --git a/a b/x b/a b/x\nold mode 100644\nnew mode 100755\n', 'a b/x'],
    [
      'git, only a mode, quoted',
      'diff --git "a/\\t" "b/\\t"\nold mode 100644\nnew mode 100755\n',
      '\t',
    ],
    ['git, CRLF', `diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n`, 'x'],
    [
      'git, quoted, not UTF-8',
      String.raw`diff --git "a/caf\351" "b/caf\351"` + '\nold mode 100644\nnew mode 100755\n',
      String.raw`"caf\351"`,
    ],
    ['git, a line feed behind the prefix', `--- "a/\\nx"\n+++ "b/\\nx"\n${hunk}`, '\nx'],
    [
      'git, a name in quotation marks',
      String.raw`diff --git "a/\"x\"" "b/\"x\""` + '\nold mode 100644\nnew mode 100755\n',
      String.raw`"\"x\""`,
    ],
    ['plain', `--- a/x\n+++ b/x\n${hunk}`, 'x'],
    [
      'plain, with times',
      `--- dir/x.orig\t2026-01-01 00:00:00\n+++ dir/x\t2026-01-01\n${hunk}`,
      'dir/x',
    ],
    ['plain, one side with a prefix', `--- a/x\n+++ src/x\n${hunk}`, 'src/x'],
    ['Subversion', `Index: x\n=====\n--- x\t(revision 1)\n+++ x\t(working copy)\n${hunk}`, 'x'],
  ])('%s', (_, patch, path) => {
    expect(indexOf(patch).files.map((file) => file.path)).toEqual([path]);
    expect(indexOf(patch).corrections).toEqual([]);
  });
});

describe('kinds of change', () => {
  it.each([
    [
      'a rename',
      'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n',
      { path: 'y', oldPath: 'x', status: 'renamed' },
    ],
    [
      'a copy',
      `diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n${hunk}`,
      { path: 'y', oldPath: 'x', status: 'copied' },
    ],
    [
      'a new empty file',
      'diff --git a/x b/x\nnew file mode 100644\nindex 0000000..e69de29\n',
      { path: 'x', status: 'added', newMode: '100644' },
    ],
    [
      'a deleted file',
      'diff --git a/x b/x\ndeleted file mode 100755\nindex 1..0\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
      { path: 'x', status: 'deleted', oldMode: '100755' },
    ],
    [
      'a binary file',
      'diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n',
      { path: 'x', isBinary: true },
    ],
    [
      'a binary patch',
      'diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZQz\n\nliteral 2\nKcmZ\n\n',
      { path: 'x', isBinary: true, bytes: 88 },
    ],
    [
      'a plain new file',
      '--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n',
      { path: 'x', status: 'added' },
    ],
    [
      'a plain deleted file',
      '--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n',
      { path: 'x', status: 'deleted' },
    ],
    [
      'a plain new file by time',
      '--- x\t1970-01-01\n+++ x\t2026-01-01\n@@ -0,0 +1 @@\n+a\n',
      { path: 'x', status: 'added' },
    ],
  ])('%s', (_, patch, expected) => {
    expect(indexOf(patch).files).toMatchObject([expected]);
  });
});

describe('hunks', () => {
  it('takes content that looks like headers for content', () => {
    const content = ['--- a/y', '+++ b/y', '@@ -1 +1 @@', 'diff --git a/z b/z', '-- '];
    const lines =
      content.map((line) => `-${line}\n`).join('') + content.map((line) => `+${line}\n`).join('');
    const { files } = indexOf(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n${lines}`);
    expect(files).toMatchObject([{ path: 'x', additions: 5, deletions: 5 }]);
  });

  it('knows files without a last line break, and stripped context lines', () => {
    const { files, corrections } = indexOf(
      '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b',
    );
    expect(files).toMatchObject([
      { path: 'x', hunks: [[1, 3, 1, 3]] },
      { path: 'y', offset: 98, bytes: 33 },
    ]);
    expect(corrections).toEqual([]);
  });

  it('ends before a mail signature and before prose', () => {
    const patch = `diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk}`;
    for (const behind of ['-- \n2.39.5\n', '--\n2.39\n', '\ncommit 1234\n', '* Unmerged path y\n'])
      expect(indexOf(patch + behind).files).toMatchObject([{ bytes: patch.length }]);
  });

  it('does not let a count that is too high swallow the next file', () => {
    const { files, corrections } = indexOf(
      '--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-c\n+d\n',
    );
    expect(files).toMatchObject([
      { path: 'x', hunks: [[1, 1, 1, 1]], offset: 0, bytes: 38 },
      { path: 'y', hunks: [[1, 1, 1, 1]], offset: 38 },
    ]);
    expect(corrections.map(({ line }) => line.toString())).toEqual(['@@ -1,1 +1,1 @@\n']);
  });

  it('does not let a count that is too low hide lines', () => {
    const { files } = indexOf(
      '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n d\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n',
    );
    expect(files).toMatchObject([
      { path: 'x', additions: 2, hunks: [[1, 2, 1, 3]] },
      { path: 'y', additions: 1 },
    ]);
  });

  it('does not hide lines like names behind which no hunk begins', () => {
    const { files } = indexOf('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n-a\n--- y\n+++ y\n@nobody\n');
    expect(files).toMatchObject([{ path: 'x', deletions: 2, additions: 1, bytes: 47 }]);
  });

  it('drops the header of a hunk without lines', () => {
    const { files, corrections } = indexOf('--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n');
    expect(files).toMatchObject([{ path: 'x', hunks: [] }]);
    expect(corrections.map(({ line }) => line.length)).toEqual([0]);
  });

  it.each(['@@ -1 +99999999999999999999 @@', '@@ -x +1 @@', '@@', '@@@ -1 -1 +1 @@@'])(
    'refuses %j and says where it stands',
    (header) => {
      expect(() => indexOf(`--- a/x\n+++ b/x\n${header}\n`)).toThrow(/^Line 3 /);
    },
  );

  it('reads a line of 100 MiB in little memory', () => {
    const index = new PatchIndex();
    index.write(Buffer.from('--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+'));
    const part = Buffer.alloc(1024 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 100; count += 1) index.write(part);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
    expect(index.finish().files).toMatchObject([
      { additions: 1, bytes: 32 + 100 * 1024 * 1024 - 1 },
    ]);
  });
});

const interesting = fc.constantFrom(
  'diff --git a/x b/x',
  'diff --git "a/\\303" b/',
  'diff --git ',
  '--- a/x',
  '--- /dev/null',
  '+++ b/y',
  '+++ ',
  '@@ -1,3 +1,2 @@ x',
  '@@ -0,0 +1 @@',
  '@@ -1,99 +1 @@',
  ' context',
  '-gone',
  '+new',
  '\\ No newline at end of file',
  'rename from x',
  'rename to "y',
  'new file mode 100644',
  'Binary files a and b differ',
  'GIT binary patch',
  'literal 4',
  'zabc',
  '-- ',
  '',
  '\r',
);

describe('any text', () => {
  const texts = fc
    .array(fc.oneof({ weight: 9, arbitrary: interesting }, fc.string()), { maxLength: 40 })
    .map((lines) => lines.join('\n'));

  it('is indexed the same however it is cut into parts', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, partBytes) => {
        const outcome = (bytes: number): unknown => {
          try {
            return indexOf(text, bytes);
          } catch (error) {
            return error instanceof GalleyError ? error.message : error;
          }
        };
        expect(outcome(partBytes)).toEqual(outcome(Infinity));
      }),
      { numRuns: 500 },
    );
  });

  it('gives a valid manifest with sections in order, or is refused', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let indexed: IndexedPatch;
        try {
          indexed = indexOf(text);
        } catch (error) {
          expect(error).toBeInstanceOf(GalleyError);
          return;
        }
        manifestSchema.parse({ description: '', files: indexed.files, additions: 0, deletions: 0 });
        let end = 0;
        for (const file of indexed.files) {
          expect(file.offset).toBeGreaterThanOrEqual(end);
          end = file.offset + file.bytes;
        }
        expect(end).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
      { numRuns: 2000 },
    );
  });
});
