import { useEffect, useRef } from 'react';
import { useSelect } from '../page.ts';
import { textAtMost } from './new-comment.ts';

/**
 * Brings the keyboard to an editor that was asked for.
 * @returns references to the editor's element and to its text field
 */
export const useEditorFocus = (key: string) => {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isWanted = useSelect((state) => state.selection.focusedEditor === key);
  useEffect(() => {
    const { current } = field;
    if (!isWanted || current === null || box.current?.contains(document.activeElement) !== false)
      return;
    // Words that are there are gone on with; where the caret was put, it stays.
    if (current.selectionEnd === 0) current.setSelectionRange(textAtMost, textAtMost);
    current.focus();
  }, [isWanted]);
  return { box, field };
};
