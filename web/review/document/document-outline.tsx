import { useEffect, useMemo, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { usePage, useSelect } from '../page.ts';
import { blocksOf } from '../store/content-slice.ts';
import { outlineEntries, type OutlineEntry } from './outline-entries.ts';

/** The headings of the document; the one that is being read stands out. */
export const Outline = () => {
  const page = usePage();
  const blocks = useSelect((state) => blocksOf(state.content));
  const entries = useMemo(() => outlineEntries(blocks), [blocks]);
  const currentId = useCurrentHeading(entries);
  if (entries.length === 0) return <p className="panel-empty">{texts().document.noHeadings}</p>;
  return (
    <ul className="outline">
      {entries.map(({ blockId, text, depth }) => (
        <li key={blockId}>
          <button
            type="button"
            data-depth={Math.min(depth, 4)}
            aria-current={blockId === currentId ? 'location' : undefined}
            onClick={() => page.viewer.current()?.goToBlock?.(blockId)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
};

const rowOf = (blockId: string): Element | null =>
  document.querySelector(`[data-block-row="${CSS.escape(blockId)}"]`);

/** How far below the top of the window a heading counts as reached, in pixels. */
const reachedPx = 140;

const useCurrentHeading = (entries: readonly OutlineEntry[]): string | undefined => {
  const [currentId, setCurrentId] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      setCurrentId(lastReached(entries));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [entries]);
  return currentId;
};

/** Headings stand from top to bottom, so that the last one above the line is found by halving. */
const lastReached = (entries: readonly OutlineEntry[]): string | undefined => {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = rowOf(entries[middle]?.blockId ?? '')?.getBoundingClientRect().top ?? Infinity;
    if (top <= reachedPx) low = middle + 1;
    else high = middle;
  }
  return entries[Math.max(0, low - 1)]?.blockId;
};
