/** Timeout, for browsers that do not report paints. */
const unknownMs = 5000;

let known: Promise<void> | undefined;

/** Resolves after first paint; immediately in a hidden tab. Loads after it do not delay what the user sees. */
export const firstPaint = (): Promise<void> =>
  (known ??= new Promise((resolve) => {
    if (document.hidden) resolve();
    setTimeout(resolve, unknownMs);
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  }));
