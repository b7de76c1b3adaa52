// ESC or C1 introducers with what belongs to them: OSC, DCS, SOS, PM and APC up to their end, to the next one (else a
// text of nothing but beginnings would take the square of its length) or to the end of the line (else one that somebody
// left open would take away what others wrote below it), CSI, then the short ones.
const sequences =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\n\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c|(?=\n)|$)|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|\x1b[ -/]*[0-~]?/gu;
// C0 but tab and newline, DEL, C1, line separators, and the characters that reorder what is shown.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Strips from an untrusted text whatever could control a terminal or reorder its line; tabs and newlines stay. */
export const plainText = (text: string): string => (isPlain(text) ? text : strip(text));

const isPlain = (text: string): boolean => /^[\n\x20-\x7e]*$/u.test(text);

const strip = (text: string): string =>
  text.replaceAll(sequences, '').replaceAll('\r\n', '\n').replaceAll(controls, '');

/** The same on one line. */
export const plainLine = (text: string): string =>
  isPlainLine(text) ? text : plainText(text).replaceAll(/\s+/gu, ' ').trim();

/** Whether a text is its own plain line, in printable ASCII. A fast path for large tables. */
export const isPlainLine = (text: string): boolean => /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/.test(text);

// DEL, C1, line separators and what reorders a line: JSON lets them stand, a terminal may obey them. C0 is escaped by JSON itself.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes whatever in a JSON text could control a terminal; it parses to the same value. */
export const safeJson = (json: string): string => json.replaceAll(unsafe, escapeCharacter);
