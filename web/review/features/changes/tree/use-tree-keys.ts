import { useRef, type KeyboardEvent } from 'react';
import { treeAction, typeAhead } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

interface TreeKeysOptions {
  readonly rows: readonly TreeRow[];
  readonly activeIndex: number;
  readonly onFocus: (row: TreeRow) => void;
  /** Folds, unfolds or chooses it. */
  readonly onPress: (row: TreeRow) => void;
}

/** How long a pause ends what is typed ahead. */
const typeAheadMs = 700;

/** The keyboard of the tree; returns the handler of its `keydown`. */
export const useTreeKeys = ({ rows, activeIndex, onFocus, onPress }: TreeKeysOptions) => {
  const typed = useRef({ text: '', atMs: 0 });
  const focusAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onFocus(row);
  };
  return (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const action = treeAction(rows, activeIndex, event.key);
    const row = rows[action?.index ?? activeIndex];
    if (action?.type === 'focus') focusAt(action.index);
    else if (action !== undefined && row !== undefined) onPress(row);
    else if (/^\S$/u.test(event.key)) {
      const isGoingOn = event.timeStamp - typed.current.atMs < typeAheadMs;
      const text = isGoingOn ? typed.current.text + event.key : event.key;
      typed.current = { text, atMs: event.timeStamp };
      focusAt(typeAhead(rows, activeIndex, text));
    } else return;
    event.preventDefault();
    // A letter that looks for a name is no command of the page.
    event.stopPropagation();
  };
};
