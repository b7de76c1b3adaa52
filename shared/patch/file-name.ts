import type { PatchFile } from './patch-parts.ts';

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

/** The paths of a file, without `a/` and `b/` if both names have these prefixes. The old one may be missing. */
export const pathsOf = ({ git = '', oldName, newName, extended }: PatchFile) => {
  const names = [oldName, newName].map((name) => (name === '/dev/null' ? undefined : name));
  const arePrefixed = names.every((name) => name === undefined || /^[a-z12]\/./su.test(name));
  const [old, next] = arePrefixed ? names.map((name) => name && withoutPrefix(name)) : names;
  const [from, to] = [extended.from, extended.to].map((name) => name && readName(name));
  return { oldPath: from ?? old, path: to ?? next ?? old ?? commonPath(git) };
};

const withoutPrefix = (name: string): string => name.replace(/^[a-z12]\//u, '');

/**
 * The path in `diff --git a/PATH b/PATH`, for files without another line that names it. Both sides are the same then,
 * which resolves paths with spaces. The argument is the text after `diff --git `.
 */
const commonPath = (text: string): string => {
  if (text.startsWith('"')) return withoutPrefix(unquoteName(text));
  const middle = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  const isTwice = text[middle] === ' ' && withoutPrefix(left) === withoutPrefix(right);
  return withoutPrefix(isTwice ? right : (text.split(' b/').at(-1) ?? text));
};
