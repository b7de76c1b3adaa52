import { useLayoutEffect, useState } from 'react';
import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { markDeletion, startComment } from '../comments/comment-actions.ts';
import { usePage, useSelect } from '../page.ts';
import type { Passage } from '../store/editors-slice.ts';

/** What can be done with the selected text, shown beside it. */
export const SelectionPopover = () => {
  const page = usePage();
  const passage = useSelect((state) => state.selection.passage);
  const place = useSelectionPlace(passage);
  if (passage === undefined || place === undefined) return null;
  return (
    <div
      className="selection-popover"
      role="toolbar"
      aria-label={texts().document.selectedText}
      style={place}
      // A press on a button would take the selection away before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button
        size="small"
        tone="plain"
        icon={<Icon name="comment" size={14} />}
        title="c"
        onClick={() => startComment(page, { kind: 'passage', passage })}
      >
        {texts().document.comment}
      </Button>
      <Button
        size="small"
        tone="plain"
        icon={<Icon name="delete" size={14} />}
        title="d"
        onClick={() => markDeletion(page, passage)}
      >
        {texts().document.delete}
      </Button>
    </div>
  );
};

const height = 38;
const width = 190;

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Below the end of the selection, or above its start where there is no room; follows the scrolling. */
const useSelectionPlace = (passage: Passage | undefined): Place | undefined => {
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    if (passage === undefined) return undefined;
    const update = () => {
      const selection = getSelection();
      if (selection === null || selection.rangeCount === 0) return;
      const rects = [...selection.getRangeAt(0).getClientRects()].filter((rect) => rect.width > 0);
      const [first] = rects;
      const last = rects.at(-1);
      if (first === undefined || last === undefined) return;
      const isBelow = last.bottom + height + 12 < innerHeight;
      setPlace({
        left: Math.max(8, Math.min(innerWidth - width - 8, last.right - width / 2)),
        top: isBelow ? last.bottom + 8 : Math.max(8, first.top - height - 8),
      });
    };
    update();
    addEventListener('scroll', update, { capture: true, passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update, { capture: true });
      removeEventListener('resize', update);
    };
  }, [passage]);
  return place;
};
