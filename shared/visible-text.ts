/**
 * Control characters, line separators, and characters that reorder or hide text: bidirectional controls
 * (CVE-2021-42574, "Trojan Source"), and everything that Unicode renders as nothing, such as tags and variation
 * selectors, which can hide whole instructions to an agent. Excludes tab, line feed, and the two common variation
 * selectors, which only choose a character's style.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2800\ufff9-\ufffb]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<=\p{Default_Ignorable_Code_Point})[\ufe0e\ufe0f]/gu;

export const hasHidden = (text: string): boolean => text.search(hidden) !== -1;

/** Escapes invisible characters: `a\u202eb`. Keeps tabs and line feeds. */
export const spellHidden = (text: string): string => text.replaceAll(hidden, spell);

/** The same for names and titles, where tabs and line feeds are escaped as well. */
export const showHidden = (text: string): string =>
  spellHidden(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** The same for paths, where a space at an end of a name is escaped as well. */
export const showPath = (path: string): string =>
  showHidden(path).replaceAll(/(?<=^|\/) | (?=\/|$)/gu, spell);

/** Drops invisible characters. Keeps tabs and line feeds. */
export const dropHidden = (text: string): string => text.replaceAll(hidden, '');

/** A part of a text; one that is invisible is a single character, escaped in `spelled`. */
export interface TextPart {
  readonly text: string;
  readonly spelled?: string;
}

/** Splits a text into visible parts and invisible characters. Keeps tabs and line feeds. */
export const splitHidden = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(hidden)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: found, spelled: spell(found) });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
};

/** Of code: line ends of Windows, a byte order mark, and what joins the parts of an emoji or letters that need it. */
const usual =
  /\r(?=\n)|^[+ -]?\ufeff|(?<=[^\0-\u024f\u2000-\u206f])[\u200c\u200d](?=[^\0-\u024f\u2000-\u206f])/gmu;

/**
 * The invisible characters of code or of a patch, which make it look different from what runs: the first few different
 * ones, escaped; empty if there are none.
 */
export const hiddenInCode = (text: string): string =>
  /[^\t\n\r -~]/u.test(text)
    ? [...new Set(text.replaceAll(usual, '').match(hidden))].slice(0, 8).map(spell).join(', ')
    : '';

const spell = (character: string): string => {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
};
