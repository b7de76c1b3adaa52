/** A position in a run of text nodes. */
export interface TextPoint {
  readonly node: number;
  readonly offset: number;
}

/**
 * Locates an offset, given the lengths of text nodes. At a boundary, a start belongs to the later node and an end to
 * the earlier one, so that a range covers no node without text of it. Clamped to the end; undefined if there is no
 * text.
 */
export const pointAt = (
  lengths: readonly number[],
  offset: number,
  edge: 'start' | 'end',
): TextPoint | undefined => {
  let last: TextPoint | undefined;
  let before = 0;
  for (const [node, length] of lengths.entries()) {
    if (length === 0) continue;
    const within = offset - before;
    if (within < length || (within === length && edge === 'end'))
      return { node, offset: Math.max(0, within) };
    last = { node, offset: length };
    before += length;
  }
  return last;
};
