import { overlapsOf, type BlockMark } from './block-marks.ts';
import { toDomRanges } from '../../ui/dom-range.ts';
import type { MarkStyle, PaintedMark } from './mark-painter.ts';

/** The marks of a block as ranges of its text: each in its look, the one that is brought out, and where they overlap. */
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
