import { spellHidden } from '../visible-text.ts';
import { pathSpan } from './path-span.ts';

/**
 * What others wrote, made part of a markdown text so that it stays recognisable as theirs: in any parser, and for
 * whoever reads the text as it stands, nothing in it can begin a heading, close its quotation, define a link or a
 * footnote for the rest of the text, or open an element that does not end with it.
 */

/**
 * Every line ending of a markdown parser, a terminal, Unicode or a library. Source: UAX #14, classes BK, CR, LF and NL;
 * Python's `str.splitlines`; the two-byte form of NEL.
 */
// oxlint-disable-next-line no-control-regex
const lineEnding = /\r\n|\x1bE|[\n\v\f\r\x1c-\x1e\u0085\u2028\u2029]/u;
// oxlint-disable-next-line no-control-regex
const blanks = /(?:\x1bE|[\s\x1c-\x1e\u0085])+/gu;

/** As linters colour their words. Source: ECMA-48, 8.3.117. */
// oxlint-disable-next-line no-control-regex
const terminalColours = /\x1b\[[\d;:]*m/gu;

/** Beginnings of HTML, definitions of links and footnotes, notes within a line: a quotation does not hold them in. */
const reachesOut = /<[a-z/!?]|\]:|\^\[/iu;

/** A block quote. What would reach out of it stands in a fence inside, word for word. */
export const quote = (text: string): string => {
  const words = reachesOut.test(text) ? fence(text) : text;
  return words
    .split(lineEnding)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
};

/** A block of code with a fence that the code cannot close. */
export const fence = (code: string, info = ''): string => {
  const ticks = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${ticks}${info}\n${code.replace(/\n$/u, '')}\n${ticks}`;
};

/** Words within a line: without elements, footnotes, or code that would swallow what follows. */
export const inlineWords = (text: string): string =>
  oneLine(text).replaceAll('<', '&lt;').replaceAll('`', '&#96;').replaceAll('^[', '^&#91;');

/** The same word for word: as code where it would reach out of its line. */
export const inlineQuote = (text: string): string =>
  /[<`]|\^\[/u.test(text) ? pathSpan(oneLine(text)) : oneLine(text);

/** A text on one line, in which nothing stands that whoever decides on it could not see. Colours of a terminal go. */
export const oneLine = (text: string): string =>
  spellHidden(text.replaceAll(blanks, ' ').replaceAll(terminalColours, ''));

/** The length of the longest run of backquotes; no array of them all, of which there may be many. */
const longestRun = (text: string): number => {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return longest;
};
