/** A note in the margin, in pixels from the top of the document. */
export interface WantedNote {
  /** Top of its passage. */
  readonly top: number;
  readonly height: number;
}

/** Gap between notes, in pixels. */
const gap = 8;

/**
 * Stacks notes without overlaps, each beside its passage or below the previous note. Notes before the leading one move
 * up to make room for it, if possible.
 * @param notes in document order
 * @param led index of the leading note, which stays beside its passage
 * @returns the top of each note
 */
export const stackNotes = (notes: readonly WantedNote[], led?: number): number[] => {
  const tops: number[] = [];
  let free = gap;
  for (const [index, { top, height }] of notes.entries()) {
    tops.push(index === led ? top : Math.max(top, free));
    free = (tops[index] ?? 0) + height + gap;
  }
  let limit = Infinity;
  for (let index = led ?? -1; index >= 0; index -= 1) {
    const { height = 0 } = notes[index] ?? {};
    tops[index] = Math.min(tops[index] ?? 0, limit - gap - height);
    limit = tops[index] ?? 0;
  }
  // What does not fit above is pushed down.
  free = gap;
  return tops.map((top, index) => {
    const placed = Math.max(top, free);
    free = placed + (notes[index]?.height ?? 0) + gap;
    return placed;
  });
};
