import { isPlainName } from '../../../shared/node/path-name.ts';
import { maxPathLength, maxPathSegments } from '../../../shared/limits.ts';

/** The folder of a project, and folders in it as paths relative to it; an empty path is the project's own. */
export interface Project {
  /** Absolute; the same folder may be written in several ways. */
  readonly roots: readonly string[];
  /** The folder of the review. */
  readonly cwd: string;
}

interface PlacedReference {
  readonly path: string;
  readonly isLink: boolean;
  /** The folder of the document, if that is in the project. */
  readonly beside: string | undefined;
}

/**
 * Where a file may be that a reference names, as paths below the project's folder, the likeliest first. None leads out of
 * it or is hidden.
 */
export const placesOf = (
  { path, isLink, beside }: PlacedReference,
  { roots, cwd }: Project,
): string[] => {
  const root = roots.find((one) => path.startsWith(`${one}/`));
  // As on GitHub, a leading slash means the project's folder.
  const isAbsolute = path.startsWith('/');
  const relative =
    root === undefined ? path.slice(isAbsolute ? 1 : 0) : path.slice(root.length + 1);
  if (isAbsolute) return placeIn('', relative);
  const own = beside === undefined ? [] : [beside];
  const bases = isLink ? [...own, cwd, ''] : [cwd, '', ...own];
  return [...new Set(bases.flatMap((base) => placeIn(base, relative)))];
};

const placeIn = (base: string, path: string): [string] | [] => {
  const names = base === '' ? [] : base.split('/');
  for (const name of path.split('/')) {
    if (name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return [];
  }
  const place = names.join('/');
  return isPlainPath(place) ? [place] : [];
};

/** Whether a path from outside can be one of a file that is not hidden. */
export const isPlainPath = (path: string): boolean => {
  const names = path.split('/');
  return (
    path.length <= maxPathLength && names.length <= maxPathSegments && names.every(isPlainName)
  );
};
