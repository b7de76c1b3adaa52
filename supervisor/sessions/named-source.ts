import { basename, resolve } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { isFolder, requireTextFile } from '../../shared/node/text-source.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import type { InspectedSource } from './source.ts';

/**
 * Inspects a source whose title came with the request, and for a text its key: nothing of it has to be read but whether
 * it is a text at all, which takes the same time for any. The CLI sends both, so that a cold start needs no thread.
 * @returns undefined for every other source: the task `inspect-source` reads it
 * @throws GalleyError as inspectSource does
 */
export const inspectNamed = async (request: OpenRequest): Promise<InspectedSource | undefined> => {
  const { mode, cwd, title, key } = request;
  if (mode === 'review' || title === undefined) return undefined;
  if (request.content === undefined) {
    if (request.path === undefined) return undefined;
    const path = resolve(cwd, request.path);
    if (await isFolder(path)) return undefined;
    await requireFolder(cwd);
    await requireTextFile(path);
    return fileSource(path, { cwd, title });
  }
  if (key === undefined) return undefined;
  await requireFolder(cwd);
  return textSource(request.content, { cwd, title, key });
};

/** The project that a session belongs to where no repository says it: the folder's name. */
export const projectOf = (cwd: string): string => basename(cwd) || cwd;

/** @throws GalleyError `file_not_found` */
export const requireFolder = async (cwd: string): Promise<void> => {
  if (!cwd.startsWith('/') || !(await isFolder(cwd)))
    throw new GalleyError(
      'file_not_found',
      `cwd must be the absolute path of a folder; ${cwd} is not.${cwd.includes('\uFFFD') ? ' If its path is not UTF-8, rename the folder.' : ''}`,
    );
};

/** @throws GalleyError `content_empty` */
export const textSource = (
  text: string,
  { cwd, title, key }: { readonly cwd: string; readonly title: string; readonly key: string },
): InspectedSource => {
  if (!/\S/u.test(text))
    throw new GalleyError('content_empty', 'There is nothing to review: the content is empty.');
  const shown = { kind: 'content' } as const;
  const source = { kind: 'text' } as const;
  return { source, shown, title, project: projectOf(cwd), key, capabilities: [] };
};

/** A file that is read by the pool. */
export const fileSource = (
  path: string,
  { cwd, title }: { readonly cwd: string; readonly title: string },
): InspectedSource => ({
  source: { kind: 'files', files: [{ path, name: basename(path) }] },
  shown: { kind: 'path', path },
  title,
  project: projectOf(cwd),
  key: path,
  capabilities: ['refresh'],
});
