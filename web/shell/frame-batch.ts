/** Longer than a frame: applies only to hidden tabs, which have no frames. */
const unseenMs = 200;

/** A queue that is flushed once per frame. */
export interface FrameBatch<Item> {
  readonly add: (item: Item) => void;
  readonly flush: () => void;
}

/**
 * Batches items per frame. The first item after an idle frame is delivered without delay, to be rendered in the next
 * frame.
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
      // Batches the rest of the same chunk, too.
      queueMicrotask(flush);
    },
  };
};
