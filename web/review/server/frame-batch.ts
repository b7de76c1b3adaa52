/** Longer than a frame: it counts only in a tab that nobody sees, which draws none. */
const unseenMs = 200;

/** What is gathered. */
export interface FrameBatch<Item> {
  readonly add: (item: Item) => void;
  /** Hands over at once what has been gathered. */
  readonly flush: () => void;
}

/** Gathers items and hands over those of a frame together: what comes in bursts is drawn once a frame. */
export const createFrameBatch = <Item>(
  take: (items: readonly Item[]) => void,
): FrameBatch<Item> => {
  let items: Item[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    [frame, timer] = [undefined, undefined];
    const taken = items;
    items = [];
    if (taken.length > 0) take(taken);
  };
  return {
    flush,
    add: (item) => {
      items.push(item);
      frame ??= requestAnimationFrame(flush);
      timer ??= setTimeout(flush, unseenMs);
    },
  };
};
