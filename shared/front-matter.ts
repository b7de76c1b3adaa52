/**
 * Splits off front matter between `---` lines. Its lines are left empty in the rest, to keep line numbers. Two rules at
 * the top are not front matter: the first line between must look like YAML.
 */
export const splitFrontMatter = (
  text: string,
): { frontMatter: string | undefined; rest: string } => {
  const none = { frontMatter: undefined, rest: text };
  const begin = lineEnd(text, 0);
  if (!/^---[ \t]*$/u.test(text.slice(0, begin)) || begin === text.length) return none;
  for (let at = begin + 1; at < text.length; at = lineEnd(text, at) + 1) {
    const end = lineEnd(text, at);
    if (!isClosing(text.slice(at, end))) continue;
    const frontMatter = text.slice(begin + 1, at);
    if (!looksLikeYaml(frontMatter)) return none;
    const above = text.slice(0, end + 1);
    return {
      frontMatter,
      rest: '\n'.repeat(above.split('\n').length - 1) + text.slice(end + 1),
    };
  }
  return none;
};

/** The end of the line at `from`, without its line break. */
const lineEnd = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
};

const isClosing = (line: string): boolean =>
  /^(?:---|\.\.\.)/u.test(line) && /^[ \t]*$/u.test(line.slice(3));

const looksLikeYaml = (text: string): boolean => {
  const first = text.trimStart();
  const colon = first.indexOf(':');
  if (first.startsWith('#')) return true;
  return (
    /^[\w"'.-]+[ \t]*$/u.test(first.slice(0, Math.max(0, colon))) &&
    /^(?:\s|$)/u.test(first.slice(colon + 1, colon + 2))
  );
};
