import type { SharedPlace } from '../../../shared/sharing/shared-review.ts';
import { toDomRange } from '../../shell/dom-range.ts';
import { partsOf } from './passage.ts';

/** A marked place. */
export interface Mark {
  readonly place: SharedPlace;
  readonly style: 'comment' | 'finding';
}

/** Marks places in the document, without changing it. Browsers that cannot do that show none. */
export const paintMarks = (blocks: readonly HTMLElement[], marks: readonly Mark[]): void => {
  if (!('highlights' in CSS)) return;
  for (const wanted of ['finding', 'comment'] as const) {
    const parts = marks.flatMap(({ place, style }) => (style === wanted ? partsOf(place) : []));
    const ranges = parts.flatMap(({ block, start, end }) => {
      const element = blocks[block];
      return (element && toDomRange(element, start, end)) ?? [];
    });
    CSS.highlights.set(wanted, new Highlight(...ranges));
  }
};
