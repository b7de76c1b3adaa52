import type { PatchFile } from './patch-reader.ts';
import { readName, unquoteName } from './file-name.ts';

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
