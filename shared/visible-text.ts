/**
 * Control characters, line separators, and what reorders or hides text: bidirectional controls (CVE-2021-42574, "Trojan
 * Source"), and all that Unicode has shown as nothing, such as tags and variation selectors, in which whole sentences
 * for an agent can stand. Tab and line feed are left out, and the one selector that chooses how a character looks.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2800\ufff9-\ufffb]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<=\p{Default_Ignorable_Code_Point})[\ufe0e\ufe0f]/gu;

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const hasHidden = (text: string): boolean => text.search(hidden) !== -1;

/** A text with what cannot be seen spelled out: `a\u202eb`. Tabs and line feeds stay. */
export const spellHidden = (text: string): string => text.replaceAll(hidden, spell);

/** The same of a path or title: tabs and line feeds too. */
export const showHidden = (text: string): string =>
  spellHidden(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** A text in parts, each as it is or, where it cannot be seen, spelled out. Tabs and line feeds stay. */
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

/** Whether code has characters that make it read otherwise than it runs. */
export const hasBidirectionalControls = (text: string): boolean => bidirectional.test(text);

const spell = (character: string): string => {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
};
