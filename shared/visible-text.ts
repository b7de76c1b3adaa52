/**
 * Control characters, line separators, and characters that reorder or hide text: bidirectional controls
 * (CVE-2021-42574, "Trojan Source"), and everything that Unicode renders as nothing, such as tags and variation
 * selectors, which can hide whole instructions to an agent. Excludes tab, line feed, and the two common variation
 * selectors, which only choose a character's style.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2800\ufff9-\ufffb]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<=\p{Default_Ignorable_Code_Point})[\ufe0e\ufe0f]/gu;

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

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

/** Splits a text into visible parts and escaped invisible ones. Keeps tabs and line feeds. */
export const splitHidden = (
  text: string,
): { readonly text: string; readonly isHidden: boolean }[] => {
  const parts: { text: string; isHidden: boolean }[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(hidden)) {
    if (index > from) parts.push({ text: text.slice(from, index), isHidden: false });
    parts.push({ text: spell(found), isHidden: true });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isHidden: false });
  return parts;
};

/** Whether code has bidirectional controls, which make it look different from what runs. */
export const hasBidirectionalControls = (text: string): boolean => bidirectional.test(text);

const spell = (character: string): string => {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
};
