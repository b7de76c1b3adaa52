/**
 * Takes the settings that may stand above a markdown text, between `---` lines, apart. Their lines are left empty in
 * the rest, so that its lines keep their numbers. Two rules at the top of a text are no front matter: the first line
 * between must look like YAML.
 */
export const splitFrontMatter = (
  text: string,
): { frontMatter: string | undefined; rest: string } => {
  const found = /^---[ \t]*\n((?:[^\n]*\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)/u.exec(text);
  const inner = found?.[1] ?? '';
  if (found === null || !/^\s*(?:#|[\w"'.-]+[ \t]*:(?:\s|$))/u.test(inner))
    return { frontMatter: undefined, rest: text };
  const breaks = found[0].split('\n').length - 1;
  return { frontMatter: inner, rest: '\n'.repeat(breaks) + text.slice(found[0].length) };
};
