import type { CodeViewOptions, SelectedLineRange } from '@pierre/diffs';

interface GestureOptions {
  readonly startComment: (fileId: string, range: SelectedLineRange) => void;
  readonly clearSelection: () => void;
  /** The mouse has moved to another line. */
  readonly onMove: () => void;
}

/** The part of the library's options that the mouse calls. */
export type Gestures = Pick<
  CodeViewOptions<undefined, undefined>,
  'onGutterUtilityClick' | 'onLineSelectionEnd' | 'onLineEnter'
>;

/**
 * What the mouse does in the gutter: the button comments on a line or, dragged, on a range; so do a drag over the
 * line numbers and a click with Shift.
 */
export const commentGestures = ({
  startComment,
  clearSelection,
  onMove,
}: GestureOptions): Gestures => {
  let isAnswered = false;
  return {
    onGutterUtilityClick: (range, { item }) => {
      isAnswered = true;
      startComment(item.id, range);
    },
    // Ends the drag of the gutter's button too, which has been answered by then.
    onLineSelectionEnd: (range, { item }) => {
      const isRange = range !== null && range.start !== range.end;
      if (isRange && !isAnswered) startComment(item.id, range);
      // While lines are selected, the gutter's button stands at their end and means all of them.
      if (isRange || isAnswered) queueMicrotask(clearSelection);
      isAnswered = false;
    },
    onLineEnter: ({ event }) => {
      // Lines also pass below a mouse that rests.
      if (event.movementX !== 0 || event.movementY !== 0) onMove();
    },
  };
};
