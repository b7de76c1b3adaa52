import { dirname } from 'node:path';
import type { LinksAnswer } from '../../../shared/session/links.ts';
import { findLinkedProject, type LinkedProject } from '../links/linked-project.ts';
import { placesOf } from '../links/reference-places.ts';
import type { TaskContext } from '../task-context.ts';
import type { CheckLinksRequest } from '../document-requests.ts';

/**
 * Finds out which references lead to files of the project.
 * @throws GalleyError as its version control does
 */
export const checkLinks = async (
  { cwd, isRemote, references, file }: CheckLinksRequest,
  context: TaskContext,
): Promise<LinksAnswer> => {
  const project = await findLinkedProject({ cwd, isRemote, context });
  const beside = await foldersOf(project, references);
  const shown = file === undefined ? undefined : await project.within(dirname(project.at(file)));
  const places = references.map(({ path, isLink = false, document }) =>
    placesOf({ path, isLink, beside: shown ?? beside.get(document) }, project),
  );
  const files = await project.filesAmong(new Set(places.flat()));
  return { files: places.map((ones) => ones.find((place) => files.has(place)) ?? null) };
};

/** The folders of the documents that references are in. */
const foldersOf = async (
  project: LinkedProject,
  references: CheckLinksRequest['references'],
): Promise<ReadonlyMap<string | undefined, string | undefined>> => {
  const folders = new Map<string | undefined, string | undefined>();
  for (const { document } of references)
    if (document !== undefined && !folders.has(document))
      folders.set(document, await project.within(dirname(document)));
  return folders;
};
