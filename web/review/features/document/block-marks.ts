import type { DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import type { BlockSince } from '../../../../shared/session/rounds.ts';
import { rangesOf } from '../../store/comments/passage.ts';
import { toDomRanges } from '../../../shell/dom-range.ts';

/** A marked range in a block's text. */
export interface BlockMark {
  /** Id of the comment or finding. */
  readonly id: string;
  readonly isFinding: boolean;
  readonly style: MarkStyle;
  readonly start: number;
  readonly end: number;
}

/** Marks of comments, by block; a comment may span several. Of findings, those in the blocks after their own. */
export const commentMarks = (
  comments: readonly (DocumentComment | DocumentAnnotation)[],
  blocks: readonly Block[],
): ReadonlyMap<string, readonly BlockMark[]> => {
  const marks = new Map<string, BlockMark[]>();
  for (const comment of comments) {
    const { id } = comment;
    const isFinding = 'source' in comment;
    const style = styleOf(comment, isFinding);
    for (const { block, start, end } of rangesOf(comment, blocks).slice(isFinding ? 1 : 0)) {
      const mark: BlockMark = { id, isFinding, style, start, end };
      marks.set(block.id, [...(marks.get(block.id) ?? []), mark]);
    }
  }
  return marks;
};

const styleOf = ({ type }: Pick<DocumentComment, 'type'>, isFinding: boolean): MarkStyle => {
  if (type === 'DELETION') return isFinding ? 'finding-deletion' : 'deletion';
  return isFinding ? 'finding' : 'comment';
};

/** Marks of a block's findings. */
export const findingMarks = (findings: readonly DocumentAnnotation[]): BlockMark[] =>
  findings.flatMap((finding) => {
    const { id, startOffset: start, endOffset: end } = finding;
    return start === undefined || end === undefined
      ? []
      : [{ id, isFinding: true, style: styleOf(finding, true), start, end }];
  });

/** Ranges with two or more marks, to show where one of them ends. */
export const overlapsOf = (
  marks: readonly Pick<BlockMark, 'start' | 'end'>[],
): { readonly start: number; readonly end: number }[] => {
  const overlaps: { start: number; end: number }[] = [];
  let furthest = -1;
  for (const { start, end } of [...marks].sort((a, b) => a.start - b.start)) {
    const common = Math.min(furthest, end);
    const last = overlaps.at(-1);
    if (common > start) {
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, common);
      else overlaps.push({ start, end: common });
    }
    furthest = Math.max(furthest, end);
  }
  return overlaps;
};

/** The marks at an offset, shortest first: the most specific. */
export const marksAt = (marks: readonly BlockMark[], offset: number): BlockMark[] =>
  marks
    .filter(({ start, end }) => start <= offset && offset <= end)
    .sort((a, b) => a.end - a.start - (b.end - b.start));

/** DOM ranges of a block's marks: each in its style, the active one, and overlaps. */
export const paintedMarks = (
  text: Element,
  marks: readonly BlockMark[],
  activeId: string | undefined,
): PaintedMark[] => {
  const paint = (style: MarkStyle, start: number, end: number): PaintedMark[] =>
    toDomRanges(text, start, end).map((range) => ({ style, range }));
  return [
    ...marks.flatMap(({ style, start, end }) => paint(style, start, end)),
    ...overlapsOf(marks).flatMap(({ start, end }) => paint('overlap', start, end)),
    ...marks.flatMap(({ id, start, end }) => (id === activeId ? paint('active', start, end) : [])),
  ];
};

/** What is new in a block since the last round. */
export const sinceMarks = (text: Element, since: BlockSince | undefined): PaintedMark[] => {
  const marks: PaintedMark[] = [];
  let at = 0;
  for (const { kind, text: words } of since?.parts ?? []) {
    if (kind === 'removed') continue;
    const end = at + words.length;
    if (kind === 'added')
      marks.push(
        ...toDomRanges(text, at, end).map((range) => ({ style: 'since' as const, range })),
      );
    at = end;
  }
  return marks;
};

/** Mark styles, named like the highlights in marks.css; later ones are painted above. */
const markStyles = [
  'since',
  'comment',
  'deletion',
  'finding',
  'finding-deletion',
  'overlap',
  'active',
] as const;
type MarkStyle = (typeof markStyles)[number];

interface PaintedMark {
  readonly style: MarkStyle;
  readonly range: Range;
}

/**
 * Paints marks with the CSS Custom Highlight API, without changing the DOM, so that text nodes and offsets are stable
 * and marks may overlap. Browsers without the API show no marks, only the notes.
 */
export class MarkPainter {
  readonly #highlights = new Map<MarkStyle, Highlight>();
  readonly #byOwner = new Map<string, readonly PaintedMark[]>();

  constructor() {
    if (typeof CSS === 'undefined' || CSS.highlights === undefined) return;
    for (const [priority, style] of markStyles.entries()) {
      const highlight = new Highlight();
      highlight.priority = priority;
      this.#highlights.set(style, highlight);
      CSS.highlights.set(style, highlight);
    }
  }

  /** Replaces the marks of an owner (a block). */
  paint(owner: string, marks: readonly PaintedMark[]): void {
    for (const { style, range } of this.#byOwner.get(owner) ?? [])
      this.#highlights.get(style)?.delete(range);
    for (const { style, range } of marks) this.#highlights.get(style)?.add(range);
    if (marks.length === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, marks);
  }
}
