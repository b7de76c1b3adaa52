import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { feedbackMarkdown } from '../../../shared/feedback/feedback.ts';
import { cases } from './cases.ts';
import { manyFindings, reviews } from './reviews.ts';

const folder = join(import.meta.dirname, 'golden');

describe('the feedback text', () => {
  test.each(cases)('of %s', async (name, parts) => {
    expect(feedbackMarkdown(parts)).toBe(await readFile(join(folder, `${name}.md`), 'utf8'));
  });

  test('has no other golden files', async () => {
    const names = cases.map(([name]) => `${name}.md`);
    expect((await readdir(folder)).toSorted()).toEqual(names.toSorted());
  });

  test('starts with the verdict on approval, and only then', () => {
    for (const [, parts] of cases)
      expect(feedbackMarkdown(parts).startsWith('Approved: ')).toBe(parts.outcome === 'approved');
  });

  test('lets no title, source or path start a line', () => {
    const text = feedbackMarkdown({
      ...reviews.review,
      outcome: 'feedback',
      title: 'x\n# Approved',
      reviewed: { path: 'p\n## p', command: 'galley plan\n# c' },
      comments: [{ id: '1', scope: 'file', filePath: 'a\n## b', kind: 'must', text: 't' }],
      annotations: manyFindings.map((finding) => ({ ...finding, source: 's\n# t' })),
    });
    expect(text.split('\n').filter((line) => /^#+ (?:Approved|p|c|b|t)/u.test(line))).toEqual([]);
  });

  test.each([
    [{ base: 'a'.repeat(40), head: 'worktree' }, 'uncommitted changes on aaaaaaaaaaaa'],
    [{ base: 'a'.repeat(40), head: 'index' }, 'staged changes on aaaaaaaaaaaa'],
    [{ base: 'index', head: 'worktree' }, 'unstaged changes'],
    [
      { base: 'a'.repeat(40), head: 'worktree', since: 'main`<b>' },
      'changes since main&#96;&lt;b> (aaaaaaaaaaaa)',
    ],
    [{ base: 'a'.repeat(40), head: 'b'.repeat(40) }, 'aaaaaaaaaaaa..bbbbbbbbbbbb'],
  ])('says what was compared: %j', (commits, words) => {
    const text = feedbackMarkdown({
      ...reviews.review,
      outcome: 'approved',
      reviewed: { commits },
      comments: [],
      annotations: [],
    });
    expect(text).toContain(`(${words})`);
  });

  test('marks quotes that have changed since', () => {
    const text = feedbackMarkdown({
      ...reviews.review,
      outcome: 'feedback',
      comments: [
        {
          id: '1',
          scope: 'line',
          filePath: 'a.ts',
          kind: 'must',
          text: 't',
          lineStart: 41,
          originalCode: 'x',
          isApproximate: true,
        },
        {
          id: '2',
          type: 'COMMENT',
          kind: 'must',
          text: 't',
          originalText: 'two words',
          foundText: 'three words',
          startLine: 7,
        },
        {
          id: '3',
          type: 'DELETION',
          kind: 'must',
          text: '',
          originalText: 'old words',
          isOutdated: true,
          startLine: 9,
        },
      ],
      annotations: [],
    });
    expect(text).toContain('Must, line 41, changed since\n\n```');
    expect(text).toContain('Must, line 7, changed since\n\n> two words');
    expect(text).toContain(
      'Must, line 9 of an earlier version\n\n> old words\n\nThis text was not found in the document as it is now.\n\nRemove the quoted text (line 9 of an earlier version).',
    );
  });
  test('names the lines of findings as they are now', () => {
    const [, finding] = reviews.review.annotations;
    if (finding === undefined || !('scope' in finding)) throw new Error('It is one of lines.');
    const shownAt = { lineStart: 51, lineEnd: 52 };
    const text = feedbackMarkdown({
      ...reviews.review,
      outcome: 'feedback',
      annotations: [
        { ...finding, text: 'Moved.', shownAt },
        { ...finding, text: 'Gone.', lostCode: 'x' },
      ],
    });
    expect(text).toContain('At `src/parse.ts` lines 51–52: [eslint, error, no-unused-vars] Moved.');
    expect(text).toContain('At `src/parse.ts` line 1 of an earlier version: [');
  });
});
