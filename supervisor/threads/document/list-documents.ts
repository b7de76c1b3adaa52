import { lstat } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { documentsIn, isDocument, isHidden } from '../../../shared/node/documents-in.ts';
import { pathBelow } from '../../../shared/node/path-name.ts';
import { comparePaths } from '../../../shared/path-order.ts';
import type { ListedDocument } from '../../../shared/session/documents.ts';
import { listProjectFiles } from '../../version-control/providers.ts';
import { isProjectPath } from '../../version-control/project-files.ts';
import type { TaskContext } from '../task-context.ts';
import { maxDocuments } from '../../../shared/limits.ts';

/** How many files are looked at together. */
const atOnce = 64;

/**
 * The documents below a folder, in natural order: what its version control does not ignore, or everything that is not
 * hidden. Links are left out.
 * @throws GalleyError `content_too_large` if there are too many
 */
export const listDocuments = async (
  folder: string,
  context: TaskContext,
): Promise<ListedDocument[]> => {
  const listed = (await listProjectFiles(folder, context))?.filter(isReviewed) ?? [];
  // Whoever names a folder that is ignored itself wants to see it.
  const names = listed.length > 0 ? listed : await documentsIn(folder, maxDocuments);
  if (names.length > maxDocuments)
    throw new GalleyError(
      'content_too_large',
      `${folder} contains more than ${maxDocuments} documents. Name a smaller folder.`,
    );
  const sizes = await sizesOf(folder, names);
  return names
    .flatMap((name, index) => {
      const bytes = sizes[index];
      return bytes === undefined ? [] : [{ name, bytes }];
    })
    .toSorted((one, other) => comparePaths(one.name, other.name));
};

const isReviewed = (path: string): boolean =>
  isDocument(path) && !isHidden(path) && isProjectPath(path);

/** Undefined for what is not there, or is no plain file. */
const sizesOf = async (
  folder: string,
  names: readonly string[],
): Promise<(number | undefined)[]> => {
  const sizes: (number | undefined)[] = [];
  for (let at = 0; at < names.length; at += atOnce)
    sizes.push(
      ...(await Promise.all(
        names.slice(at, at + atOnce).map((name) =>
          lstat(pathBelow(folder, name)).then(
            (stats) => (stats.isFile() ? stats.size : undefined),
            () => undefined,
          ),
        ),
      )),
    );
  return sizes;
};

/** The document to open with: the README nearest to the root, else the first. */
export const firstDocument = (documents: readonly ListedDocument[]): string | undefined => {
  const readme = /^(?:readme|index)\.(?:md|markdown|mdx|txt|rst|adoc)$|^readme$/iu;
  const depthOf = (name: string): number => name.split('/').length;
  let best: string | undefined;
  for (const { name } of documents) {
    if (!readme.test(name.slice(name.lastIndexOf('/') + 1))) continue;
    const isBetter =
      best === undefined ||
      depthOf(name) < depthOf(best) ||
      (depthOf(name) === depthOf(best) && /readme/iu.test(name) && !/readme/iu.test(best));
    if (isBetter) best = name;
  }
  return best ?? documents[0]?.name;
};
