import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unifiedDiff } from '../../../shared/patch/unified-diff.ts';
import { growth, linear } from '../../helpers/cpu-time.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-diff-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What git makes of a text by a patch. */
const applied = (before: string, diff: string): string => {
  const path = join(folder, 'a.md');
  writeFileSync(path, before);
  if (diff !== '')
    execFileSync('git', ['apply', '--unidiff-zero', '-'], { cwd: folder, input: diff });
  return readFileSync(path, 'utf8');
};

test('names the file, and shows what changed', () => {
  expect(unifiedDiff({ path: 'docs/a.md', before: 'one\ntwo\n', after: 'one\nzwei\n' })).toBe(
    '--- a/docs/a.md\n+++ b/docs/a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+zwei\n',
  );
  expect(unifiedDiff({ path: 'a', before: 'same', after: 'same' })).toBe('');
});

test('git makes the one text of the other with it', () => {
  const line = fc.constantFrom('a', 'b', '', '-- x', '@@ -1 +1 @@');
  const text = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 9 }), fc.boolean())
    .map(([lines, isOpen]) => `${lines.join('\n')}${isOpen ? '' : '\n'}`)
    .filter((made) => made !== '');
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff({ path: 'a.md', before, after });
      expect(applied(before, diff)).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test('two texts with nothing in common take linear time, and are told as replaced', async () => {
  const textsOf = (length: number) => {
    const lines = (word: string) => Array.from({ length }, (_, at) => `${word} ${at}\n`).join('');
    return { before: `same\n${lines('a')}end`, after: `same\n${lines('b')}end` };
  };
  const ratio = await growth(5000, (length) => {
    const texts = textsOf(length);
    return () => unifiedDiff({ path: 'a.md', ...texts });
  });
  expect(ratio).toBeLessThan(linear);
  const { before, after } = textsOf(20_000);
  const diff = unifiedDiff({ path: 'a.md', before, after });
  expect(diff.startsWith('--- a/a.md\n+++ b/a.md\n@@ -1,20002 +1,20002 @@\n same\n-a 0\n')).toBe(
    true,
  );
  expect(applied(before, diff)).toBe(after);
});
