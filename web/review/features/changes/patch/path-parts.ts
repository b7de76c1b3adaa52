/**
 * The folder of a path, with its slash, and the name in it. That of a repository inside of the work tree keeps the slash
 * that it ends in.
 */
export const pathParts = (path: string): readonly [folder: string, name: string] => {
  const nameAt = path.lastIndexOf('/', path.length - 2) + 1;
  return [path.slice(0, nameAt), path.slice(nameAt)];
};

/** A path without the quotation marks that it has where it is not UTF-8, for what looks at its parts. */
export const unquoted = (path: string): string =>
  path.length > 1 && path.startsWith('"') && path.endsWith('"') ? path.slice(1, -1) : path;
