import type { MarkdownIt } from 'markdown-it';

/** What follows a link's text or an image's description. */
export interface LinkTail {
  /** The destination or reference label, verbatim; shown as a tooltip. */
  readonly destination: string;
  /** Line breaks between the text and the destination, and after that. */
  readonly above: number;
  readonly below: number;
}

/** Parses the tail of a link whose text ends at `end`, at its bracket. Undefined if there is none. */
export const linkTail = (
  { helpers }: MarkdownIt,
  source: string,
  end: number,
): LinkTail | undefined => {
  if (source[end + 1] === '[') return labelTail(source, end + 1);
  if (source[end + 1] !== '(') return undefined;
  const start = skipSpace(source, end + 2);
  const { ok, pos } = helpers.parseLinkDestination(source, start, source.length);
  if (!ok) return undefined;
  const above = breaksIn(source, end, start);
  return {
    destination: source.slice(start, pos),
    above,
    below: above + breaksIn(source, pos, skipSpace(source, pos)),
  };
};

const labelTail = (source: string, start: number): LinkTail => {
  const pattern = /\[(?:[^\]\\]|\\.)*/suy;
  pattern.lastIndex = start;
  return { destination: pattern.exec(source)?.[0] ?? '', above: 0, below: 0 };
};

const skipSpace = (source: string, from: number): number => {
  const pattern = /[ \t\n]*/uy;
  pattern.lastIndex = from;
  return from + (pattern.exec(source)?.[0].length ?? 0);
};

const breaksIn = (source: string, from: number, to: number): number =>
  source.slice(from, to).split('\n').length - 1;
