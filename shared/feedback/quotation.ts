import { hasHidden, spellHidden } from '../visible-text.ts';

/**
 * Quotes untrusted text in markdown so that it stays recognisable as a quotation, rendered or not: it cannot start a
 * heading, close the quotation, define a link or footnote for the rest of the text, or open an HTML element.
 */

/**
 * Every line ending known to markdown parsers, terminals, Unicode or libraries. Source: UAX #14, classes BK, CR, LF and
 * NL; Python's `str.splitlines`; the two-byte form of NEL.
 */
// oxlint-disable-next-line no-control-regex
const lineEnding = /\r\n|\x1bE|[\n\v\f\r\x1c-\x1e\u0085\u2028\u2029]/u;
// oxlint-disable-next-line no-control-regex
const blanks = /(?:\x1bE|[\s\x1c-\x1e\u0085])+/gu;

/** Colours in linters' output. Source: ECMA-48, 8.3.117. */
// oxlint-disable-next-line no-control-regex
const terminalColours = /\x1b\[[\d;:]*m/gu;

/** What a block quote does not contain: HTML, link and footnote definitions, inline footnotes. */
const reachesOut = /<[a-z/!?]|\]:|\^\[/iu;

/** A block quote. Text that could escape from it is fenced inside, verbatim. */
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

/** Inline text without HTML, footnotes, or backquotes that would swallow what follows. */
export const inlineWords = (text: string): string =>
  oneLine(text).replaceAll('<', '&lt;').replaceAll('`', '&#96;').replaceAll('^[', '^&#91;');

/** Inline text verbatim: as code if it could escape from its line. */
export const inlineQuote = (text: string): string =>
  /[<`]|\^\[/u.test(text) ? pathSpan(oneLine(text)) : oneLine(text);

/** A text on one line, without invisible characters and terminal colours. */
export const oneLine = (text: string): string =>
  spellHidden(text.replaceAll(blanks, ' ').replaceAll(terminalColours, ''));

/** Characters that are invisible, or special to a markdown parser or terminal. */
const isHidden = (text: string): boolean => hasHidden(text) || /[\t\n]/u.test(text);

const letters: Readonly<Record<string, string>> = {
  '\t': 't',
  '\n': 'n',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
};

/**
 * A path as verbatim markdown code. If it has invisible characters it is quoted as git does, with their bytes in octal.
 */
export const pathSpan = (path: string): string => {
  const text = isHidden(path) ? `"${Array.from(path, escapeOne).join('')}"` : path;
  const ticks = '`'.repeat(longestRun(text) + 1);
  // Renderers strip one space at each end, unless there is nothing else.
  const space = /^[ `]|[ `]$/u.test(text) && text.trim() !== '' ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
};

const escapeOne = (character: string): string => {
  const letter = letters[character];
  if (letter !== undefined) return `\\${letter}`;
  if (!isHidden(character)) return character;
  const bytes = encodeURIComponent(character).matchAll(/%(..)/gu);
  return Array.from(
    bytes,
    ([, byte = '']) => `\\${Number.parseInt(byte, 16).toString(8).padStart(3, '0')}`,
  ).join('');
};

/** The length of the longest run of backquotes, without allocating an array of all. */
const longestRun = (text: string): number => {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return longest;
};
