/** For a browser that does not tell of its paints. */
const unknownMs = 5000;

let known: Promise<void> | undefined;

/**
 * Resolves when the page has painted something, at once in a tab that nobody sees. What is fetched behind it does not
 * keep the reader waiting.
 */
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
