import { unquotePath } from '../../../shared/node/path-name.ts';

/**
 * The path of a header line such as `--- PATH` or `rename from PATH`. The text is the line's bytes as Latin-1, and so is
 * the path. A tab ends an unquoted path: a time may follow.
 */
export const readPath = (text: string): string => {
  if (text.startsWith('"')) return unquoted(text);
  const tab = text.indexOf('\t');
  return tab < 0 ? text : text.slice(0, tab);
};

const unquoted = (text: string): string => unquotePath(text).path.toString('latin1');

const withoutPrefix = (path: string): string => path.replace(/^[a-z12]\//u, '');

/** The paths of two sides without `a/` and `b/`, or as they are where not both have such a prefix. */
export const stripPrefixes = (sides: {
  readonly old: string | undefined;
  readonly new: string | undefined;
}): { old: string | undefined; new: string | undefined } => {
  const paths = [sides.old, sides.new].map((path) => (path === '/dev/null' ? undefined : path));
  const arePrefixed = paths.every((path) => path === undefined || /^[a-z12]\/./su.test(path));
  const [old, next] = paths.map((path) =>
    path === undefined || !arePrefixed ? path : withoutPrefix(path),
  );
  return { old, new: next };
};

/**
 * The path in `diff --git a/PATH b/PATH`, for files that have no other line with their path: both sides are the same
 * then, so that a path with spaces can be told, too. The text is what stands behind `diff --git `, as Latin-1.
 */
export const readGitPath = (text: string): string => {
  if (text.startsWith('"')) return withoutPrefix(unquoted(text));
  const middle = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  const isTwice = text[middle] === ' ' && withoutPrefix(left) === withoutPrefix(right);
  return withoutPrefix(isTwice ? right : (text.split(' b/').at(-1) ?? text));
};
