import type { OpenEditor } from '../diff/types.ts';
import type { Editor } from '../store/editors-slice.ts';

/** The editors that stand in the diff; one for a comment that is there stands in the comment's card instead. */
export const openEditorsOf = (editors: readonly Editor[]): OpenEditor[] =>
  editors.flatMap(({ key, target }) =>
    target.kind === 'lines' && target.target.isOutdated !== true
      ? [{ key, target: target.target }]
      : [],
  );
