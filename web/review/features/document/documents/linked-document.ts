const readme = /^(?:readme|index)\.(?:md|markdown|mdx|txt|rst|adoc)$|^readme$/iu;

/** The document at a path; of a folder, its README. Undefined if there is none. */
export const documentAt = (path: string, names: readonly string[]): string | undefined => {
  if (names.includes(path)) return path;
  const folder = path === '' ? '' : `${path}/`;
  return names.find((name) => name.startsWith(folder) && readme.test(name.slice(folder.length)));
};
