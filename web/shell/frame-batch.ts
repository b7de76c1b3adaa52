/** Longer than a frame: it counts only in a tab that nobody sees, which draws none. */
const unseenMs = 200;

/** What is gathered. */
export interface FrameBatch<Item> {
  readonly add: (item: Item) => void;
  /** Hands over at once what has been gathered. */
  readonly flush: () => void;
}

/**
 * Gathers items and hands over those of a frame together: what comes in bursts is drawn once a frame. The first after a
 * frame without any does not wait, so that what comes alone is drawn in the next one.
 */
export const createFrameBatch = <Item>(
  take: (items: readonly Item[]) => void,
): FrameBatch<Item> => {
  let items: Item[] = [];
  let isWaiting = false;
  const flush = () => {
    const taken = items;
    items = [];
    if (taken.length > 0) take(taken);
  };
  const waitForFrame = () => {
    isWaiting = true;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      isWaiting = false;
      if (items.length === 0) return;
      flush();
      waitForFrame();
    };
    requestAnimationFrame(end);
    setTimeout(end, unseenMs);
  };
  return {
    flush,
    add: (item) => {
      items.push(item);
      if (isWaiting) return;
      waitForFrame();
      // What the same answer brought comes along.
      queueMicrotask(flush);
    },
  };
};
