import { describe, expect, it } from 'vitest';
import type { DocumentComment } from '../../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import { withSurroundings } from '../../../../../web/review/store/comments/passage.ts';

const block = (id: string, text: string, file = 'a.md', kind: Block['kind'] = 'paragraph') => ({
  id,
  kind,
  startLine: 1,
  endLine: 1,
  html: '',
  text,
  marks: [],
  file,
});
const long = `Before the first words of the sentence stand others, then the phrase, and behind it the ones that follow it.`;
const blocks: Block[] = [
  block('0', 'above'),
  block('1', ' Steps ', 'a.md', 'heading'),
  block('2', long),
  block('3', 'one\ntwo words here\nthree'),
  block('4', 'of another file', 'b.md'),
];

const on = (blockId: string, phrase: string, over: Partial<DocumentComment> = {}) => {
  const text = blocks[Number(blockId)]?.text ?? '';
  const startOffset = text.indexOf(phrase.split('\n\n')[0] ?? '');
  const endOffset = Math.min(text.length, startOffset + phrase.length);
  const place = { blockId, startOffset, endOffset, originalText: phrase };
  return { id: 'c', type: 'COMMENT', kind: 'must', text: 't', ...place, ...over } as const;
};

describe('a comment on a passage', () => {
  it.each<[string, DocumentComment, object]>([
    [
      'has whole words around it, and its section',
      on('2', 'phrase'),
      {
        prefix: ' of the sentence stand others, then the ',
        suffix: ', and behind it the ones that follow it.',
        section: 'Steps',
        file: 'a.md',
      },
    ],
    [
      'has those of its line',
      on('3', 'words'),
      { prefix: 'two ', suffix: ' here', section: 'Steps', file: 'a.md' },
    ],
    ['that is a whole block has none', on('0', 'above'), { file: 'a.md' }],
    [
      'that goes on in the next block has none behind it',
      on('2', 'phrase, and behind it the ones that follow it.\n\none'),
      { prefix: ' of the sentence stand others, then the ', section: 'Steps', file: 'a.md' },
    ],
    [
      'of the next file is not in the section of the last',
      on('4', 'another'),
      { prefix: 'of ', suffix: ' file', file: 'b.md' },
    ],
  ])('%s', (_, comment, around) => {
    expect(withSurroundings(comment, blocks)).toEqual({ ...comment, ...around });
  });

  it.each<[string, DocumentComment]>([
    ['that has them', on('2', 'phrase', { prefix: 'of before ' })],
    ['whose place is gone', on('9', 'phrase')],
    ['on the whole', { id: 'c', type: 'GLOBAL_COMMENT', kind: 'must', text: 't' }],
  ])('%s stays as it is', (_, comment) => {
    expect(withSurroundings(comment, blocks)).toBe(comment);
  });
});
