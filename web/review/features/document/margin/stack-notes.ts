/** A note in the margin; pixels below the top of the document. */
export interface WantedNote {
  /** Where the passage stands that it is about. */
  readonly top: number;
  readonly height: number;
}

/** Between two notes, in pixels. */
const gap = 8;

/**
 * Where notes stand that must not overlap: each beside its passage, or below the one before it. The notes before the one
 * that is led to make room for it, as far as there is room above.
 * @param notes in the order of the document
 * @param led the index of the note that is to stand beside its passage
 * @returns the top of each
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
  // What does not fit above is pushed down after all.
  free = gap;
  return tops.map((top, index) => {
    const placed = Math.max(top, free);
    free = placed + (notes[index]?.height ?? 0) + gap;
    return placed;
  });
};
