/** Splits a path into folder, with its slash, and name. The path of a nested repository keeps its trailing slash. */
export const pathParts = (path: string): readonly [folder: string, name: string] => {
  const nameAt = path.lastIndexOf('/', path.length - 2) + 1;
  return [path.slice(0, nameAt), path.slice(nameAt)];
};

/** Removes the quotes around a path that is not UTF-8, or has quotes itself. */
export const unquoted = (path: string): string =>
  path.length > 1 && path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path;

/** The last part of a path, quoted if the path is. */
export const nameOf = (path: string): string => {
  const plain = unquoted(path);
  const [, name] = pathParts(plain);
  return plain === path ? name : `"${name}"`;
};
