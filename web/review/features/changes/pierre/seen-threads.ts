import { isInView } from './is-in-view.ts';

/** Tells of the threads of a file, by their keys, which of them are in view or have the focus. */
export const seenThreads = (
  scroller: HTMLElement,
  file: HTMLElement | undefined,
): ((threadKey: string) => boolean) => {
  return (threadKey) => {
    const thread = file?.querySelector(`[data-thread="${CSS.escape(threadKey)}"]`);
    if (thread === null || thread === undefined) return false;
    return isInView(scroller, thread) || thread.contains(document.activeElement);
  };
};
