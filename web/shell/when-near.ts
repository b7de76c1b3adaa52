/** Ahead of what is seen by as much as the window is high: most of the work is done before the reader comes. */
const margin = '100% 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

const observerOfAll = (): IntersectionObserver =>
  (observer ??= new IntersectionObserver(
    (entries, own) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        own.unobserve(target);
        waiting.get(target)?.();
        waiting.delete(target);
      }
    },
    { rootMargin: margin },
  ));

/** Calls once when an element is seen, or soon will be. @returns what takes that back */
export const whenNear = (element: Element, call: () => void): (() => void) => {
  waiting.set(element, call);
  observerOfAll().observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
};
