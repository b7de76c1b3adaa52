// DEL, C1, line separators and what reorders a line: JSON lets them stand, a terminal may obey them. C0 is escaped by JSON itself.
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Escapes whatever in a JSON text could control a terminal; it parses to the same value. */
export const safeJson = (json: string): string => json.replaceAll(unsafe, escapeCharacter);
