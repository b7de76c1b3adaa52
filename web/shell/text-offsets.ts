/** A place in a run of text nodes. */
export interface TextPoint {
  readonly node: number;
  readonly offset: number;
}

/**
 * Where an offset of the whole text stands, given the lengths of its text nodes in order. Between two nodes a start
 * belongs to the later one and an end to the earlier one, so that a range covers no more nodes than it has text of.
 * An offset behind the end counts as the end; undefined where there is no text.
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

/** A range without the white space at its ends; undefined where nothing else is in it. */
export const trimRange = (
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined => {
  const part = text.slice(start, end);
  const trimmed = part.trim();
  if (trimmed === '') return undefined;
  const from = start + part.length - part.trimStart().length;
  return { start: from, end: from + trimmed.length };
};
