/** In viewport pixels. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface PopoverSurroundings {
  /** The first and last line of the selection. */
  readonly first: Pick<DOMRect, 'top'>;
  readonly last: Pick<DOMRect, 'bottom' | 'right'>;
  readonly size: Size;
  readonly view: Size;
  /** Whether the system shows selection handles, and its own menu above the selection. */
  readonly isTouch: boolean;
}

const edge = 8;
const gap = 8;
/** Height of the selection handles below the last line. */
const handles = 40;

/** Below the selection, or above it if there is no room; always within the viewport. */
export const popoverPlace = ({ first, last, size, view, isTouch }: PopoverSurroundings): Place => {
  const below = last.bottom + gap + (isTouch ? handles : 0);
  // The system's menu is above the selection.
  const above = first.top - size.height - gap - (isTouch ? handles + gap : 0);
  const lowest = view.height - size.height - edge;
  const isRoomBelow = below <= lowest;
  return {
    left: Math.max(edge, Math.min(view.width - size.width - edge, last.right - size.width / 2)),
    top: isRoomBelow ? below : Math.max(edge, Math.min(above, lowest)),
  };
};
