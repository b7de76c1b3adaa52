import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Button } from '../../../shell/button.tsx';
import { Icon } from '../../../shell/icon.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { markDeletion, startComment, addLabel } from '../../store/comments/comment-actions.ts';
import type { Passage } from '../../../../shared/session/editor.ts';
import { usePage, useSelect, useShortcut } from '../../ui/page.ts';
import { popoverPlace, type Place } from './popover-place.ts';

/** Actions for the selected text, shown beside it. */
export const SelectionPopover = () => {
  const passage = useSelect((state) => state.selection.passage);
  return passage === undefined ? null : <Popover passage={passage} />;
};

export interface PopoverProps {
  readonly passage: Passage;
  /** Where the selected text is, by line; undefined if it is not known. */
  readonly rectsOf?: () => readonly DOMRect[] | undefined;
}

/** The actions for a passage. */
export const Popover = ({ passage, rectsOf = selectedRects }: PopoverProps) => {
  const page = usePage();
  const element = useRef<HTMLDivElement>(null);
  const place = useSelectionPlace(passage, element, rectsOf);
  const { document: words } = texts();
  const labels = words.quickLabels(useSelect((state) => state.settings.quickLabels));
  const target = { kind: 'passage', passage } as const;
  return (
    <div
      className="selection-popover"
      ref={element}
      role="toolbar"
      aria-label={words.selectedText}
      style={place ?? { visibility: 'hidden' }}
      // Pressing a button would clear the selection before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="selection-popover-row">
        <ActionButton id="comment.here" icon="comment" onClick={() => startComment(page, target)}>
          {words.comment}
        </ActionButton>
        <ActionButton
          id="comment.suggest"
          icon="edit"
          onClick={() => startComment(page, target, 'replace')}
        >
          {words.suggest}
        </ActionButton>
        <ActionButton id="comment.delete" icon="delete" onClick={() => markDeletion(page, passage)}>
          {words.delete}
        </ActionButton>
      </div>
      {labels.length > 0 && (
        <div className="selection-popover-row quick-labels">
          {labels.map((label, index) => (
            <ActionButton
              // oxlint-disable-next-line react/no-array-index-key -- two labels may be the same
              key={index}
              id={`comment.label-${index + 1}`}
              onClick={() => addLabel(page, passage, label)}
            >
              {label.label}
            </ActionButton>
          ))}
        </div>
      )}
    </div>
  );
};

const selectedRects = (): readonly DOMRect[] | undefined => {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return undefined;
  return [...selection.getRangeAt(0).getClientRects()];
};

interface ActionButtonProps {
  /** The command whose shortcut is shown. */
  readonly id: string;
  readonly icon?: 'comment' | 'edit' | 'delete';
  readonly onClick: () => void;
  readonly children: string;
}

const ActionButton = ({ id, icon, onClick, children }: ActionButtonProps) => {
  const key = useShortcut(id);
  return (
    <Button
      size="small"
      tone="plain"
      {...(icon === undefined ? {} : { icon: <Icon name={icon} size={14} /> })}
      {...(key === undefined ? {} : { title: key })}
      onClick={onClick}
    >
      {children}
    </Button>
  );
};

/** Positions the popover beside the selection; follows scrolling. */
const useSelectionPlace = (
  passage: Passage,
  element: RefObject<HTMLElement | null>,
  rectsOf: () => readonly DOMRect[] | undefined,
): Place | undefined => {
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => {
    const update = () => {
      const { current } = element;
      const rects = rectsOf()?.filter((rect) => rect.width > 0);
      const first = rects?.[0];
      const last = rects?.at(-1);
      if (first === undefined || last === undefined || current === null) return;
      setPlace(
        popoverPlace({
          first,
          last,
          size: { width: current.offsetWidth, height: current.offsetHeight },
          view: { width: innerWidth, height: innerHeight },
          isTouch: matchMedia('(pointer: coarse)').matches,
        }),
      );
    };
    update();
    addEventListener('scroll', update, { capture: true, passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update, { capture: true });
      removeEventListener('resize', update);
    };
    // A new passage is a new selection.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [passage, element, rectsOf]);
  return place;
};
