/** Whether any part of an element is visible in its scroller. */
export const isInView = (scroller: Element, element: Element): boolean => {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > view.top && top < view.bottom && bottom > top;
};

/** Returns a predicate on thread keys: whether the thread is in view or has the focus. */
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
