/** A page that nobody sees has no frames. */
const hiddenMs = 250;

/** Collects items and hands them on together, once a frame: a flood of events is one change of the page. */
export const createBatch = <Item>(
  hand: (items: readonly Item[]) => void,
): ((item: Item) => void) => {
  let waiting: Item[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    hand(items);
  };
  return (item) => {
    waiting.push(item);
    if (waiting.length > 1) return;
    // A page may be hidden before its next frame comes.
    setTimeout(flush, hiddenMs);
    if (!document.hidden) requestAnimationFrame(flush);
  };
};
