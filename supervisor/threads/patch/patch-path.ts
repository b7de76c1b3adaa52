const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A path and what stands behind it; paths with odd characters are quoted as in C, their bytes in octal. */
const takeQuoted = (text: string): { path: string; rest: string } => {
  const bytes: number[] = [];
  let at = 1;
  while (at < text.length && text[at] !== '"') {
    if (text[at] !== '\\') {
      bytes.push(text.charCodeAt(at));
      at += 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/u.exec(text.slice(at + 1, at + 4))?.[0];
    bytes.push(
      octal === undefined ? (escapes[text[at + 1] ?? ''] ?? 63) : Number.parseInt(octal, 8),
    );
    at += octal === undefined ? 2 : 4;
  }
  return { path: Buffer.from(bytes).toString('utf8'), rest: text.slice(at + 1) };
};

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/**
 * The path of a header line such as `--- PATH` or `rename from PATH`. The text is the line's bytes as latin1. A tab
 * ends an unquoted path: a time may follow.
 */
export const readPath = (text: string): string => {
  if (text.startsWith('"')) return takeQuoted(text).path;
  const tab = text.indexOf('\t');
  return utf8(tab < 0 ? text : text.slice(0, tab));
};

const withoutPrefix = (path: string): string => path.replace(/^[a-z12]\//u, '');

/** The paths of two sides without `a/` and `b/`, or as they are where not both have such a prefix. */
export const stripPrefixes = (sides: {
  readonly old: string | undefined;
  readonly new: string | undefined;
}): { old: string | undefined; new: string | undefined } => {
  const paths = [sides.old, sides.new].map((path) => (path === '/dev/null' ? undefined : path));
  const arePrefixed = paths.every((path) => path === undefined || /^[a-z12]\/./u.test(path));
  const [old, next] = paths.map((path) =>
    path === undefined || !arePrefixed ? path : withoutPrefix(path),
  );
  return { old, new: next };
};

/**
 * The path in `diff --git a/PATH b/PATH`, for files that have no other line with their path: both sides are the same
 * then, so that a path with spaces can be told, too. The text is what stands behind `diff --git `, as latin1.
 */
export const readGitPath = (text: string): string => {
  if (text.startsWith('"')) return withoutPrefix(takeQuoted(text).path);
  const middle = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  const isTwice = text[middle] === ' ' && withoutPrefix(left) === withoutPrefix(right);
  return withoutPrefix(utf8(isTwice ? right : (text.split(' b/').at(-1) ?? text)));
};
