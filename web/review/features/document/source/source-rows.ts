/** A line of a source, or a piece of one that is too long to be laid out at once. */
export interface SourceRow {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** Whether it goes on with the line of the row above. */
  readonly isContinued: boolean;
}

const charactersAtMost = 2000;

/** The lines of a text as rows. */
export const sourceRows = (text: string): readonly SourceRow[] => {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.flatMap((content, index) => piecesOf(content, index + 1));
};

const piecesOf = (content: string, line: number): SourceRow[] => {
  if (content.length <= charactersAtMost) return [{ line, text: content, isContinued: false }];
  const rows: SourceRow[] = [];
  for (let from = 0; from < content.length;) {
    let to = from + charactersAtMost;
    // A pair of surrogates is one character.
    if (/[\uD800-\uDBFF]/u.test(content.charAt(to - 1))) to += 1;
    rows.push({ line, text: content.slice(from, to), isContinued: from > 0 });
    from = to;
  }
  return rows;
};
