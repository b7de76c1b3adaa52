import { useEffect, useRef } from 'react';
import { usePage, useSelect } from '../page.ts';
import { maxTextLength } from '../../store/comments/new-comment.ts';

/**
 * Focuses an editor on request.
 * @returns refs for the editor's element and its text field
 */
export const useEditorFocus = (key: string) => {
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { store } = usePage();
  const isWanted = useSelect((state) => state.selection.focusedEditor === key);
  useEffect(() => {
    const { current } = field;
    if (!isWanted || current === null || box.current?.contains(document.activeElement) !== false)
      return undefined;
    // Put the caret at the end, unless it was moved.
    if (current.selectionEnd === 0) current.setSelectionRange(maxTextLength, maxTextLength);
    // Text typed meanwhile goes into the editor; on failure, keys run commands again.
    return focusPatiently(current, () =>
      store.dispatch({ type: 'selection/editor', key: undefined }),
    );
  }, [isWanted, store]);
  return { box, field };
};

/** Number of frames to wait until the field is rendered and focusable. */
const waitedFrames = 60;

/** Focuses a field as soon as possible. @returns a function to cancel */
const focusPatiently = (field: HTMLElement, giveUp: () => void): (() => void) => {
  let frames = 0;
  let frame = 0;
  const focus = () => {
    field.focus();
    frames += 1;
    if (document.activeElement === field) return;
    if (frames < waitedFrames) frame = requestAnimationFrame(focus);
    else giveUp();
  };
  focus();
  return () => cancelAnimationFrame(frame);
};
