import { basename, resolve } from 'node:path';
import * as z from 'zod';
import type { ProviderCapability } from '../../shared/session/capabilities.ts';
import type { ContentSource } from '../../shared/session/content.ts';
import type { Commits } from '../../shared/session/reviewed.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { changeSourceSchemas } from '../version-control/change-source.ts';
import type { RepositoryBelow } from '../version-control/provider.ts';
import { GalleyError } from '../../shared/errors.ts';
import { pathBelow, pathText } from '../../shared/node/path-name.ts';
import { isFolder, refuseLarge, requireTextFile } from '../../shared/node/text-source.ts';

/** The source of a review's content, checked as far as possible without reading it. Paths are absolute. */
export const sourceSchema = z.discriminatedUnion('kind', [
  /** The text is in the spool. */
  z.object({ kind: z.literal('text') }),
  z.object({
    kind: z.literal('files'),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
    /** The folder of the documents; after a refresh it may have others. */
    folder: z.exactOptional(z.string()),
  }),
  /** Many documents, below a folder or named one by one; each is rendered when it is opened first. */
  z.object({
    kind: z.literal('documents'),
    folder: z.string(),
    files: z.exactOptional(z.array(z.object({ path: z.string(), name: z.string() }))),
  }),
  z.object({
    kind: z.literal('url'),
    url: z.string(),
    /** Whether it may lead to this machine or a private network. */
    isPrivateAllowed: z.exactOptional(z.boolean()),
  }),
  ...changeSourceSchemas,
]);
export type Source = z.infer<typeof sourceSchema>;

/** Where one of many documents is; its name must be listed. */
export const listedPath = (
  { folder, files }: Extract<Source, { kind: 'documents' }>,
  name: string,
): string => files?.find((file) => file.name === name)?.path ?? pathText(pathBelow(folder, name));

/** The source of a request, as far as it is known before preparation. */
export interface InspectedSource {
  readonly source: Source;
  /** As shown on the page. */
  readonly shown: ContentSource;
  /** Default title. */
  readonly title: string;
  readonly project: string;
  /** Identifies what is reviewed, to find the draft of a lost session. */
  readonly key: string;
  /** The line of work that a change is part of, if the key does not name it. */
  readonly branch?: string;
  /** The repository of a change, over all its reviews. */
  readonly repository?: string;
  /** Those of a folder, if there are several. */
  readonly repositories?: readonly RepositoryBelow[];
  /** What the provider offers besides the content. */
  readonly capabilities: readonly ProviderCapability[];
  /** The two sides of a change. */
  readonly commits?: Commits;
  /** The files of a folder that is shown as a tree for the HTML in it alone. */
  readonly onePage?: Extract<Source, { kind: 'files' }>['files'];
  /** A file copied into the spool, as it may disappear once the session is open. */
  readonly copied?: string;
}

/** Inspects the source of a request in a task. @throws GalleyError if it cannot be reviewed */
export type InspectSource = (
  request: OpenRequest,
  signal?: AbortSignal,
) => Promise<InspectedSource>;

/** The source as shown on pages. */
export const shownSource = (source: Source): ContentSource => {
  switch (source.kind) {
    case 'text':
      return { kind: 'content' };
    case 'files':
      return { kind: 'path', path: source.folder ?? source.files[0]?.path ?? '' };
    case 'documents':
      return { kind: 'path', path: source.folder };
    case 'url':
      return { kind: 'url', url: source.url };
    case 'change':
      return { kind: 'path', path: source.path };
  }
};

/**
 * Inspects a source without a task, so that a cold start needs no thread. Possible if the request brings the title (and
 * for a text the key), as the CLI's does: then at most the start of the file is read.
 * @returns undefined for all other sources, which the task `inspect-source` handles
 * @throws GalleyError as inspectSource does
 */
export const inspectInline = async (request: OpenRequest): Promise<InspectedSource | undefined> => {
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

/** The project name outside of a repository: the folder's name. */
export const projectOf = (cwd: string): string => basename(cwd) || cwd;

/** @throws GalleyError `file_not_found` */
export const requireFolder = async (cwd: string): Promise<void> => {
  if (!cwd.startsWith('/'))
    throw new GalleyError('file_not_found', `cwd must be an absolute path; ${cwd} is not.`);
  if (!(await isFolder(cwd)))
    throw new GalleyError(
      'file_not_found',
      `There is no folder ${cwd}.${cwd.includes('\uFFFD') ? ' If its path is not UTF-8, rename the folder.' : ''}`,
    );
};

/** @throws GalleyError `content_empty` or `content_too_large` */
export const textSource = (
  text: string,
  { cwd, title, key }: { readonly cwd: string; readonly title: string; readonly key: string },
): InspectedSource => {
  if (!/\S/u.test(text))
    throw new GalleyError('content_empty', 'There is nothing to review: the content is empty.');
  refuseLarge('The text', Buffer.byteLength(text));
  const shown = { kind: 'content' } as const;
  const source = { kind: 'text' } as const;
  return { source, shown, title, project: projectOf(cwd), key, capabilities: [] };
};

/** A file that a task will read. */
export const fileSource = (
  path: string,
  { cwd, title }: { readonly cwd: string; readonly title: string },
): InspectedSource => ({
  source: { kind: 'files', files: [{ path, name: basename(path) }] },
  shown: { kind: 'path', path },
  title,
  project: projectOf(cwd),
  key: path,
  capabilities: ['refresh', 'saving'],
});
