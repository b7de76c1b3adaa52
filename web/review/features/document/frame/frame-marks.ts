import type { Block } from '../../../../../shared/placement/blocks.ts';
import type { DocumentComment } from '../../../../../shared/annotations/comment.ts';
import type { FrameMark } from '../../../../../shared/frame/frame-message.ts';
import type { Passage } from '../../../../../shared/session/editor.ts';
import { isOnSeveral, rangesOf } from '../../../store/comments/passage.ts';
import type { State } from '../../../store/state.ts';

/** Beyond, painting takes too long. */
const maxMarks = 5000;

/** Index of each block, which is how its frame knows it. */
export const indexOf = (blocks: readonly Block[]): ReadonlyMap<string, number> =>
  new Map(blocks.map(({ id }, index) => [id, index]));

/** What is marked in a document. */
export interface Marked {
  readonly comments: State['comments'];
  readonly findings: State['annotations']['byBlock'];
  readonly hits: State['search']['hits'];
  readonly query: string;
  readonly activeId: string | undefined;
  /** Open editors with their passages. */
  readonly editors: readonly { readonly key: string; readonly passage: Passage }[];
}

/** All comments, findings and hits, as the frame paints them. */
export const marksIn = (
  { comments, findings, editors, hits, query, activeId }: Marked,
  blocks: readonly Block[],
): FrameMark[] => {
  const indices = indexOf(blocks);
  const marks: FrameMark[] = [];
  const add = (id: string, style: FrameMark['style'], comment: Parameters<typeof rangesOf>[0]) => {
    for (const { block, start, end } of rangesOf(comment, blocks))
      marks.push({ id, style, block: indices.get(block.id) ?? 0, start, end });
  };
  for (const comment of comments.filter(isOnText)) {
    add(comment.id, comment.type === 'DELETION' ? 'deletion' : 'comment', comment);
    if (comment.id === activeId) add(comment.id, 'active', comment);
  }
  for (const { key, passage } of editors) add(key, 'active', passage);
  for (const [blockId, found] of findings)
    for (const finding of found) {
      const { id, startOffset: start, endOffset: end } = finding;
      const block = indices.get(blockId);
      if (block === undefined || start === undefined || end === undefined) continue;
      const further = isOnSeveral(finding) ? rangesOf(finding, blocks).slice(1) : [];
      const places = further.map((range) => ({
        ...range,
        block: indices.get(range.block.id) ?? 0,
      }));
      for (const place of [{ block, start, end }, ...places]) {
        marks.push({ id, style: 'finding', ...place });
        if (id === activeId) marks.push({ id, style: 'active', ...place });
      }
    }
  for (const hit of hits) {
    const block = hit.kind === 'text' ? indices.get(hit.blockId) : undefined;
    const end = hit.start + query.length;
    if (block !== undefined) marks.push({ id: 'hit', style: 'hit', block, start: hit.start, end });
  }
  return marks.slice(0, maxMarks);
};

export const isOnText = (comment: State['comments'][number]): comment is DocumentComment =>
  !('scope' in comment);
