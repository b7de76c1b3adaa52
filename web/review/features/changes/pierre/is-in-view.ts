/** Whether a part of an element is seen in what scrolls it. */
export const isInView = (scroller: Element, element: Element): boolean => {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > view.top && top < view.bottom && bottom > top;
};
