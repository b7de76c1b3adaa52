/** In pixels of the window. */
export interface Place {
  readonly left: number;
  readonly top: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface PopoverSurroundings {
  /** The first and the last line of what is selected. */
  readonly first: Pick<DOMRect, 'top'>;
  readonly last: Pick<DOMRect, 'bottom' | 'right'>;
  readonly size: Size;
  readonly view: Size;
  /** Whether the system shows handles at the ends of a selection, and its own menu above it. */
  readonly isTouch: boolean;
}

const edge = 8;
const gap = 8;
/** The handles hang below the last line. */
const handles = 40;

/** Below the end of a selection, or above its start where there is no room; never out of the window. */
export const popoverPlace = ({ first, last, size, view, isTouch }: PopoverSurroundings): Place => {
  const below = last.bottom + gap + (isTouch ? handles : 0);
  // The system's own menu stands above a selection.
  const above = first.top - size.height - gap - (isTouch ? handles + gap : 0);
  const lowest = view.height - size.height - edge;
  const isRoomBelow = below <= lowest;
  return {
    left: Math.max(edge, Math.min(view.width - size.width - edge, last.right - size.width / 2)),
    top: isRoomBelow ? below : Math.max(edge, Math.min(above, lowest)),
  };
};
