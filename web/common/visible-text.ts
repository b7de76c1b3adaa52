/**
 * Control characters, line separators, and what reorders or hides text: zero-width and bidirectional controls
 * (CVE-2021-42574, "Trojan Source"). Tab and line feed are left out.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** A path or title with what cannot be seen spelled out: `a\u202eb`. Tabs and line feeds too. */
export const showHidden = (text: string): string =>
  text.replaceAll(hidden, spell).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

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

const spell = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
