import type { SharedPlace } from '../../../shared/sharing/shared-review.ts';
import { toDomRange } from '../../shell/dom-range.ts';

/** A marked place. */
export interface Mark {
  readonly place: SharedPlace;
  readonly style: 'comment' | 'finding';
}

/** Marks places in the document, without changing it. Browsers that cannot do that show none. */
export const paintMarks = (blocks: readonly HTMLElement[], marks: readonly Mark[]): void => {
  if (!('highlights' in CSS)) return;
  for (const wanted of ['finding', 'comment'] as const) {
    const ranges = marks.flatMap(({ place: { block, start, end }, style }) => {
      const element = blocks[block];
      const range = style === wanted && element ? toDomRange(element, start, end) : undefined;
      return range ?? [];
    });
    CSS.highlights.set(wanted, new Highlight(...ranges));
  }
};
