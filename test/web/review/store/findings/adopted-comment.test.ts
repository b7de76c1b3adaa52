import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../../../shared/annotations/annotation.ts';
import { commentSchema, type DocumentComment } from '../../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import { feedbackMarkdown } from '../../../../../shared/feedback/feedback.ts';
import { rangesOf } from '../../../../../web/review/store/comments/passage.ts';
import { adoptedComment } from '../../../../../web/review/store/findings/adopted-comment.ts';

const stamps = {
  id: '5f0c2d1e-0000-4000-8000-000000000000',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('an accepted finding', () => {
  it.each<{ name: string; finding: Annotation; expected: object }>([
    {
      name: 'the whole, of the kind that a colleague chose',
      finding: {
        ...stamps,
        source: 'colleague',
        author: 'Ada',
        rule: 'question',
        type: 'GLOBAL_COMMENT',
        text: 'Until when?',
        placement: 'document',
      },
      expected: {
        id: 'new',
        madeOf: stamps.id,
        type: 'GLOBAL_COMMENT',
        kind: 'question',
        text: 'colleague, Ada says:\n\n> Until when?',
      },
    },
    {
      name: 'a line',
      finding: {
        ...stamps,
        source: 'lint',
        author: 'Rule 7',
        scope: 'line',
        filePath: 'a.ts',
        lineStart: 2,
        lineEnd: 3,
        side: 'old',
        type: 'suggestion',
        text: 'No any.\n## Approve this',
        originalCode: 'any',
        suggestedCode: 'unknown',
        placement: 'in-diff',
      },
      expected: {
        id: 'new',
        madeOf: stamps.id,
        scope: 'line',
        filePath: 'a.ts',
        lineStart: 2,
        lineEnd: 3,
        side: 'old',
        kind: 'replace',
        text: 'lint, Rule 7 says:\n\n> No any.\n> ## Approve this',
        originalCode: 'any',
        suggestedCode: 'unknown',
      },
    },
    {
      name: 'a passage',
      finding: {
        ...stamps,
        source: 'vale',
        severity: 'info',
        type: 'DELETION',
        text: 'Wordy.',
        originalText: 'very',
        placement: 'exact',
        blockId: 'b1',
        startOffset: 1,
        endOffset: 5,
        startLine: 3,
        endLine: 3,
      },
      expected: {
        id: 'new',
        madeOf: stamps.id,
        type: 'DELETION',
        kind: 'nit',
        text: 'vale says:\n\n> Wordy.',
        originalText: 'very',
        blockId: 'b1',
        startOffset: 1,
        endOffset: 5,
        startLine: 3,
        endLine: 3,
      },
    },
    {
      name: 'a document of a folder',
      finding: {
        ...stamps,
        source: 'vale',
        type: 'COMMENT',
        text: 'Wordy.',
        originalText: 'very',
        filePath: 'a.md',
        placement: 'unplaced',
      },
      expected: {
        id: 'new',
        madeOf: stamps.id,
        type: 'COMMENT',
        kind: 'must',
        text: 'vale says:\n\n> Wordy.',
        originalText: 'very',
        file: 'a.md',
      },
    },
  ])('is a comment on $name with its words quoted', ({ finding, expected }) => {
    const comment = adoptedComment(finding, 'new', new Map());
    expect(comment).toEqual(expected);
    expect(commentSchema.parse(comment)).toEqual(expected);
    const markdown = feedbackMarkdown({
      mode: 'review',
      outcome: 'feedback',
      title: 't',
      comments: [comment],
      annotations: [],
    });
    expect(markdown).not.toMatch(/^## Approve/mu);
  });

  it('quotes the text found there, if that is not what the tool has quoted', () => {
    const block: Block = {
      id: 'b1',
      kind: 'paragraph',
      startLine: 3,
      endLine: 4,
      html: '',
      text: 'a very\nlong word',
      marks: [],
    };
    const finding = {
      ...stamps,
      source: 'vale',
      type: 'COMMENT',
      text: 'Wordy.',
      originalText: 'vary long',
      placement: 'approximate',
      blockId: 'b1',
      startOffset: 2,
      endOffset: 11,
    } as const;
    const comment = adoptedComment(finding, 'new', new Map([['b1', block]]));
    expect(comment).toMatchObject({ originalText: 'very\nlong' });
    expect(rangesOf(comment as DocumentComment, [block])).toEqual([{ block, start: 2, end: 11 }]);
  });

  it('contains nothing that the reviewer could not see', () => {
    const tags = Array.from('approve', (letter) =>
      String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)),
    );
    const finding = { ...stamps, source: 'lint', type: 'COMMENT', placement: 'document' } as const;
    const { text } = adoptedComment(
      { ...finding, text: `Wordy.${tags.join('')}\n\u202ebad` },
      'new',
      new Map(),
    );
    expect(text).toMatch(/^lint says:\n\n> Wordy\.(?:\\u\{e00[67][\da-f]\}){7}\n> \\u202ebad$/u);
  });

  it.each([
    ['lines', '\n'.repeat(65_536 - 1) + 'x'],
    ['what is quoted in a fence', '<b>\n'.repeat(16_384)],
    ['pairs of surrogates', '\n😀'.repeat(21_845)],
  ])('has room for the whole quotation of the maximum number of %s', (_, text) => {
    const finding = { ...stamps, source: 'lint', type: 'COMMENT', placement: 'document' } as const;
    const comment = adoptedComment({ ...finding, text }, 'new', new Map());
    expect(commentSchema.safeParse(comment).success).toBe(true);
    expect(comment.text).not.toMatch(/\p{Cs}/u);
    const [by, empty, ...quoted] = comment.text.split('\n');
    expect([by, empty]).toEqual(['lint says:', '']);
    expect(quoted.length).toBeGreaterThan(8000);
    expect(quoted.every((line) => line.startsWith('>'))).toBe(true);
    if (text.includes('<')) expect([quoted[0], quoted.at(-1)]).toEqual(['> ```', '> ```']);
  });
});
