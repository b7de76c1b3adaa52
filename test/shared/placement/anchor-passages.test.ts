import { describe, expect, it } from 'vitest';
import type { DocumentComment } from '../../../shared/annotations/comment.ts';
import { anchored, anchorPassages } from '../../../shared/placement/anchor-passages.ts';
import type { Block } from '../../../shared/placement/blocks.ts';
import { markdownBlocks } from '../../../supervisor/threads/document/markdown-blocks.ts';
import { blockPassage, rangesOf, toPassage } from '../../../web/review/store/comments/passage.ts';
import { finish } from '../../helpers/finish.ts';

const blocksOf = (text: string): Block[] =>
  markdownBlocks(text).map((block, index) => ({ id: `b${index}`, ...block }));

const before = blocksOf(
  '# T\n\nOne two.\n\nThree four.\n\nThree four.\n\nThe last of all words.\n',
);

/** A comment on a part of a block, or all of it. */
const commentOn = (index: number, part?: string): DocumentComment => {
  const block = before[index];
  if (block === undefined) throw new Error('there is no such block');
  const start = part === undefined ? 0 : block.text.indexOf(part);
  const end = part === undefined ? block.text.length : start + part.length;
  const passage = blockPassage(block, { start, end });
  return { ...passage, id: `c${index}`, type: 'COMMENT', kind: 'must', text: 'x' };
};

interface Versions {
  readonly from?: readonly Block[];
  readonly to: readonly Block[];
}

const move = <Passage extends DocumentComment>(
  passages: readonly Passage[],
  { from = before, to }: Versions,
) => {
  const anchors = finish(anchorPassages(passages, { before: from, after: to }));
  return passages.map((passage, index) =>
    anchored(passage, anchors[index] ?? { kind: 'unplaced', was: '' }, to),
  );
};

const there = (comment: DocumentComment | undefined, blocks: readonly Block[]) =>
  rangesOf(comment ?? {}, blocks).map(({ block, start, end }) => block.text.slice(start, end));

describe('comments in another version of a document', () => {
  it('stand where their text is now', () => {
    const to = blocksOf('# T\n\nNew.\n\nNew.\n\nOne two.\n');
    const [comment] = move([commentOn(1)], { to });
    expect(comment).toEqual({ ...commentOn(1), blockId: 'b3', startLine: 7, endLine: 7 });
    expect(there(comment, to)).toEqual(['One two.']);
  });

  it('stay at their own place where the same words stand elsewhere, too', () => {
    expect(move([commentOn(3)], { to: before })).toEqual([commentOn(3)]);
    const to = blocksOf('# T\n\nYes or yes, yes.\n');
    const second = { ...commentOn(1), originalText: 'yes', startOffset: 12, endOffset: 15 };
    expect(move([second], { to })).toMatchObject([{ startOffset: 12 }]);
  });

  it('stay in their own of several parts that are alike', () => {
    const plan = (...steps: readonly number[]) =>
      blocksOf(steps.map((step) => `## Step ${step}\n\nRun it.\n\nThen look.\n`).join('\n'));
    const from = plan(1, 2, 3, 4);
    const on = (index: number) => ({ ...commentOn(1), ...blockPassage(from[index] as Block) });
    const [runIt, look] = [on(7), on(8)];
    const at = (to: readonly Block[]) => move([runIt, look], { from, to });
    expect(at(plan(0, 1, 2, 3, 4))).toMatchObject([{ blockId: 'b10' }, { blockId: 'b11' }]);
    expect(at(plan(1, 3, 2, 4))).toMatchObject([{ blockId: 'b4' }, { blockId: 'b5' }]);
    expect(at(plan(3, 4))).toMatchObject([{ blockId: 'b1' }, { blockId: 'b2' }]);
    const gone = at(plan(1, 2, 4));
    expect(gone).toMatchObject([{ isOutdated: true }, { isOutdated: true }]);
    // Nor do they come back as another one.
    const others = { from: plan(1, 2, 4), to: plan(0, 1, 2, 4) };
    expect(move(gone, others)).toEqual(gone);
    expect(move(gone, { from: [], to: plan(1, 2, 4) })).toEqual(gone);
    // What is new may be it, or not.
    expect(at(plan(1, 2, 4, 5))).toMatchObject([
      { blockId: 'b10', foundText: 'Run it.' },
      { blockId: 'b11', foundText: 'Then look.' },
    ]);
    // Changed, it is not found in another part.
    const to = from.map((block, index) => (index === 7 ? { ...block, text: 'Do it all.' } : block));
    expect(at(to)).toMatchObject([{ blockId: 'b7', foundText: 'Do it all.' }, { blockId: 'b8' }]);
    const longer = from.map((block, index) =>
      index === 7 ? { ...block, text: 'First: Run it.' } : block,
    );
    expect(at(longer)[0]).toEqual({ ...runIt, startOffset: 7, endOffset: 14 });
  });

  it('do not stand within another word, unless they were within one', () => {
    const from = blocksOf('# T\n\nA cat sits.\n');
    const on = (start: number, end: number, startOffset = start) => ({
      ...commentOn(1),
      originalText: from[1]?.text.slice(start, end) ?? '',
      startOffset,
      endOffset: startOffset + end - start,
    });
    const placed = (text: string, comment: DocumentComment) =>
      move([comment], { from, to: blocksOf(`# T\n\n${text}\n`) }).map(
        ({ startOffset, foundText, isOutdated }) => isOutdated ?? foundText ?? startOffset,
      );
    const cat = on(2, 5);
    expect(placed('We concatenate. A cat sits.', cat)).toEqual([18]);
    expect(placed('A category of its own.', cat)).toEqual([true]);
    expect(placed('They concatenate all of it.', cat)).toEqual([true]);
    expect(placed('They concatenate all of it.', on(2, 4))).toEqual([8]);
  });

  it('of words that stand at several places stand where the words around them are the same', () => {
    const from = blocksOf('| a | yes |\n| - | - |\n| b | yes |\n\nc: yes\n\nd: yes\n');
    const passage = { ...commentOn(1), blockId: 'b2', startOffset: 3, endOffset: 6 };
    const comment = { ...passage, originalText: 'yes', prefix: 'd: ' };
    const to = blocksOf('# New\n\nc: yes\n\nd: yes\n\ne: yes\n');
    expect(move([comment], { from, to })).toMatchObject([{ blockId: 'b2', startOffset: 3 }]);
  });

  it('keep their quote and lines where nothing is left of it, and say so: none is lost', () => {
    const to = blocksOf('Other.\n');
    const [lost] = move([commentOn(1)], { to });
    expect(lost).toEqual({ ...commentOn(1), blockId: '', isOutdated: true });
    expect(move([lost ?? commentOn(1)], { to })[0]).toBe(lost);
    // The words are back.
    expect(move([lost ?? commentOn(1)], { from: to, to: before })).toEqual([commentOn(1)]);
    expect(finish(anchorPassages([commentOn(1)], { before, after: to }))).toEqual([
      { kind: 'unplaced', was: 'One two.' },
    ]);
  });

  it('are followed over several blocks', () => {
    const [, one, two] = before;
    if (one === undefined || two === undefined) throw new Error('there are no blocks');
    const passage = toPassage([
      { block: one, start: 4, end: one.text.length },
      { block: two, start: 0, end: 5 },
    ]);
    const to = blocksOf('Above.\n\n# T\n\nOne two.\n\nThree four.\n');
    const over: DocumentComment = { ...commentOn(1), ...passage };
    const [comment] = move([over], { to });
    expect(comment).toMatchObject({ blockId: 'b2', startLine: 5, endLine: 7 });
    expect(rangesOf(comment ?? {}, to).map(({ block }) => block.id)).toEqual(['b2', 'b3']);
  });

  it('stand where their text is a little changed, and say what stands there', () => {
    const to = blocksOf('New.\n\nThe last one of all the words.\n\nThe last off all words.\n');
    const [comment] = move([commentOn(4)], { to });
    expect(comment).toMatchObject({
      blockId: 'b2',
      startLine: 5,
      originalText: 'The last of all words.',
      foundText: 'The last off all words.',
    });
    expect(there(comment, to)).toEqual(['The last off all words.']);
    // The words are back.
    expect(move([comment ?? commentOn(4)], { from: to, to: before })).toEqual([commentOn(4)]);
  });

  it('do not stand at what stood beside them before', () => {
    const from = blocksOf('The first of all steps.\n\nThe third of all steps.\n');
    const on = { ...commentOn(1), ...blockPassage(from[0] as Block) };
    const gone = blocksOf('The third of all steps.\n');
    expect(move([on], { from, to: gone })).toEqual([{ ...on, blockId: '', isOutdated: true }]);
    const to = blocksOf('The thirst of all steps.\n\nThe third of all steps.\n');
    expect(move([on], { from, to })).toMatchObject([{ foundText: 'The thirst of all steps.' }]);
  });

  it('stand at what has been written in the place of their block', () => {
    const after =
      '# T\n\nOne two.\n\nThree four.\n\nNothing is as it was here.\n\nThe last of all words.\n';
    const from = blocksOf(after.replace('Nothing is as it was here.', 'Something to be said.'));
    const passage = blockPassage(from[3] as Block, { start: 0, end: 9 });
    const said = { ...commentOn(1), ...passage };
    const to = blocksOf(after);
    const [comment] = move([said], { from, to });
    expect(comment).toMatchObject({
      blockId: 'b3',
      startLine: 7,
      originalText: 'Something',
      foundText: 'Nothing is as it was here.',
    });
    // Where the neighbours have gone, it is still there.
    const alone = blocksOf('Nothing is as it was here.\n');
    const [next] = move([comment ?? said], { from: to, to: alone });
    expect(there(next, alone)).toEqual(['Nothing is as it was here.']);
    const lost = blocksOf('Gone, and all the others, too.\n');
    const [gone] = move([comment ?? said], { from: to, to: lost });
    expect(gone).toMatchObject({ originalText: 'Something', startLine: 7, isOutdated: true });
  });

  it('of a folder are sought in their own document', () => {
    const inFile = (name: string) => before.map((block) => ({ ...block, file: name }));
    const to = inFile('b.md').map((block) => ({ ...block, id: `other-${block.id}` }));
    const comment = { ...commentOn(1), file: 'a.md' };
    expect(move([comment], { from: inFile('a.md'), to })).toMatchObject([{ isOutdated: true }]);
  });
});
