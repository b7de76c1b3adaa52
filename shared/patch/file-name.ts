/**
 * The name in a header line such as `--- NAME` or `rename from NAME`; bytes as Latin-1. A tab ends an unquoted name,
 * since a timestamp may follow.
 */
export const readName = (text: string): string => {
  if (text.startsWith('"')) return unquoteName(text);
  const tab = text.indexOf('\t');
  return tab < 0 ? text : text.slice(0, tab);
};

/** Characters with a letter escape, and the letters. */
const characters = '\u0007\b\t\n\v\f\r"\\';
const letters = 'abtnvfr"\\';

/** Quotes a name as git does with `core.quotePath`, including quotation marks; bytes as Latin-1. */
export const quoteName = (latin1: string): string => {
  const quoted = Array.from(latin1, (character) => {
    const at = characters.indexOf(character);
    if (at >= 0) return `\\${letters[at]}`;
    if (character >= ' ' && character <= '~') return character;
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"${quoted.join('')}"`;
};

/** Unquotes the name at the start of a text; bytes as Latin-1. Invalid escapes become question marks. */
export const unquoteName = (latin1: string): string => {
  const quoted = /^"((?:[^"\\]|\\[^])*\\?)/u.exec(latin1)?.[1] ?? '';
  return quoted.replaceAll(/\\([0-3][0-7]{2}|[^]?)/gu, (_, code: string) => {
    if (code.length === 3) return String.fromCharCode(Number.parseInt(code, 8));
    return (code !== '' && characters[letters.indexOf(code)]) || '?';
  });
};
