import type { TreeRow } from './tree-rows.ts';

/** The effect of a key on the tree. */
export type TreeAction =
  | { readonly type: 'focus'; readonly index: number }
  | { readonly type: 'expand' | 'collapse' | 'choose'; readonly index: number };

/** Keys of the WAI-ARIA tree pattern, without type-ahead. Undefined for other keys. */
export const treeAction = (
  rows: readonly TreeRow[],
  index: number,
  key: string,
): TreeAction | undefined => {
  const row = rows[index];
  if (row === undefined) return undefined;
  const focus = (to: number): TreeAction => ({
    type: 'focus',
    index: Math.max(0, Math.min(rows.length - 1, to)),
  });
  switch (key) {
    case 'ArrowDown':
      return focus(index + 1);
    case 'ArrowUp':
      return focus(index - 1);
    case 'Home':
      return focus(0);
    case 'End':
      return focus(rows.length - 1);
    case 'ArrowRight':
      if (row.kind === 'file') return undefined;
      return row.isExpanded ? focus(index + 1) : { type: 'expand', index };
    case 'ArrowLeft':
      if (row.kind === 'folder' && row.isExpanded) return { type: 'collapse', index };
      return row.parentKey === undefined
        ? undefined
        : focus(rows.findIndex((other) => other.key === row.parentKey));
    case 'Enter':
    case ' ':
      if (row.kind === 'file') return { type: 'choose', index };
      return { type: row.isExpanded ? 'collapse' : 'expand', index };
    default:
      return undefined;
  }
};

/** The next row whose name starts with the typed text; a repeated letter cycles through its matches. */
export const typeAhead = (rows: readonly TreeRow[], index: number, typed: string): number => {
  const wanted = typed.toLowerCase();
  const isRepeat = wanted.length > 1 && wanted === wanted.charAt(0).repeat(wanted.length);
  const prefix = isRepeat ? wanted.charAt(0) : wanted;
  const from = wanted.length === 1 || isRepeat ? index + 1 : index;
  for (let step = 0; step < rows.length; step += 1) {
    const at = (from + step) % rows.length;
    if (rows[at]?.name.toLowerCase().startsWith(prefix) === true) return at;
  }
  return index;
};
