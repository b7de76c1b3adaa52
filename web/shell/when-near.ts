/** One viewport ahead, so that most work is done before the user arrives. */
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

/** Calls once when an element is in or near the viewport. @returns a function to cancel */
export const whenNear = (element: Element, call: () => void): (() => void) => {
  waiting.set(element, call);
  observerOfAll().observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
};
