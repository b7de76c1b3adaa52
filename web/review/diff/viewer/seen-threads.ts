/** Tells of the threads of a file, by their keys, which of them are in view or have the focus. */
export const seenThreads = (
  scroller: HTMLElement,
  file: HTMLElement | undefined,
): ((threadKey: string) => boolean) => {
  const view = scroller.getBoundingClientRect();
  return (threadKey) => {
    const thread = file?.querySelector(`[data-thread="${CSS.escape(threadKey)}"]`);
    if (thread === null || thread === undefined) return false;
    const { top, bottom } = thread.getBoundingClientRect();
    const isInView = bottom > view.top && top < view.bottom && bottom > top;
    return isInView || thread.contains(document.activeElement);
  };
};
