import { useEffect, useRef } from 'react';
import { usePage, useSelect } from '../page.ts';
import { maxTextLength } from '../../store/comments/new-comment.ts';

/**
 * Brings the keyboard to an editor that was asked for.
 * @returns references to the editor's element and to its text field
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
    // Words that are there are gone on with; where the caret was put, it stays.
    if (current.selectionEnd === 0) current.setSelectionRange(maxTextLength, maxTextLength);
    // What is typed while it is waited for goes into it; where it cannot have the focus, keys are commands again.
    return focusPatiently(current, () =>
      store.dispatch({ type: 'selection/editor', key: undefined }),
    );
  }, [isWanted, store]);
  return { box, field };
};

/** How many frames a field is waited for that cannot have the focus yet: the place where it stands is drawn later. */
const waitedFrames = 60;

/** Gives a field the focus as soon as it can have it. @returns what ends the wait */
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
