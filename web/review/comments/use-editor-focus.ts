import { useEffect, useRef } from 'react';
import { useSelect } from '../page.ts';

/**
 * Brings the keyboard to an editor that was asked for.
 * @returns references to the editor's element and to its text field
 */
export const useEditorFocus = (key: string) => {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isWanted = useSelect((state) => state.selection.focusedEditor === key);
  useEffect(() => {
    if (isWanted && box.current?.contains(document.activeElement) === false) field.current?.focus();
  }, [isWanted]);
  return { box, field };
};
