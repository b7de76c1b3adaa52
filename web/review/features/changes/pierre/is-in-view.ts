/** Whether a part of an element is seen in what scrolls it. */
export const isInView = (scroller: Element, element: Element): boolean => {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > view.top && top < view.bottom && bottom > top;
};

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
