import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSelect } from '../page.ts';

/**
 * Brings the keyboard to an editor that was asked for, and to what the editor stood in when it closes: the focus is
 * never lost to the page as a whole.
 * @returns references to the editor's element and to its text field
 */
export const useEditorFocus = (key: string) => {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isWanted = useSelect((state) => state.selection.focusedEditor === key);
  useEffect(() => {
    if (isWanted && box.current?.contains(document.activeElement) === false) field.current?.focus();
  }, [isWanted]);
  useLayoutEffect(() => {
    const { current } = box;
    const around = current?.parentElement?.closest<HTMLElement>('[tabindex]');
    return () => {
      if (current?.contains(document.activeElement) !== true) return;
      queueMicrotask(() => {
        if (document.activeElement === document.body) around?.focus({ preventScroll: true });
      });
    };
  }, []);
  return { box, field };
};
