/** A record of separated values. */
export interface ValueRecord {
  readonly cells: readonly string[];
  /** 1-based. */
  readonly startLine: number;
  /** Where it starts and ends in the text, without its line break. */
  readonly start: number;
  readonly end: number;
}

const quote = '"';
const breakAfter = (text: string, at: number): boolean => text[at] === '\n' || at >= text.length;

/**
 * Reads the records of a text with `\n` line endings, blank lines left out; throws a SyntaxError where a quoted value
 * does not end, or has something behind it. Source: RFC 4180.
 */
export function* readRecords(text: string, separator: string): Generator<ValueRecord> {
  let line = 1;
  for (let at = 0; at < text.length; at += 1) {
    const [start, startLine] = [at, line];
    const cells: string[] = [];
    for (;;) {
      const cell = text[at] === quote ? quotedAt(text, at) : plainAt(text, at, separator);
      cells.push(cell.value);
      at = cell.end;
      line += breaksIn(cell.value);
      if (text[at] !== separator) break;
      at += 1;
    }
    if (!breakAfter(text, at))
      throw new SyntaxError(`Line ${line} has more behind a quoted value.`);
    line += 1;
    if (at > start) yield { cells, startLine, start, end: at };
  }
}

interface Cell {
  readonly value: string;
  readonly end: number;
}

const quotedAt = (text: string, from: number): Cell => {
  const parts: string[] = [];
  for (let at = from + 1; ;) {
    const end = text.indexOf(quote, at);
    if (end < 0) throw new SyntaxError('A quoted value does not end.');
    parts.push(text.slice(at, end));
    if (text[end + 1] !== quote) return { value: parts.join(quote), end: end + 1 };
    at = end + 2;
  }
};

const plainAt = (text: string, from: number, separator: string): Cell => {
  let end = from;
  while (!breakAfter(text, end) && text[end] !== separator) end += 1;
  return { value: text.slice(from, end), end };
};

const breaksIn = (text: string): number => text.split('\n').length - 1;
