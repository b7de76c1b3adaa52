import { open, stat } from 'node:fs/promises';
import { basename, extname, relative, resolve } from 'node:path';
import * as z from 'zod';
import { GalleyError } from '../../shared/errors.ts';
import { documentsIn, markdownEndings } from '../../shared/node/documents-in.ts';
import type { ContentSource } from '../../shared/session/content.ts';
import type { OpenRequest } from '../../shared/session/session.ts';
import { resolveRange, type ResolvedRange } from '../git/resolve-range.ts';

const rangeSchema = z.object({
  topLevel: z.string(),
  from: z.string(),
  to: z.string(),
  description: z.string(),
}) satisfies z.ZodType<ResolvedRange>;

/** What is reviewed, checked as far as can be done at once; the pool does the rest. Paths are absolute. */
export const sourceSchema = z.discriminatedUnion('kind', [
  /** Its text stands in the spool. */
  z.object({ kind: z.literal('text') }),
  z.object({
    kind: z.literal('files'),
    files: z.array(z.object({ path: z.string(), name: z.string() })),
    /** Whose documents they are; another look at it may find other ones. */
    folder: z.exactOptional(z.string()),
  }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('range'), range: rangeSchema }),
  z.object({ kind: z.literal('patch'), path: z.string() }),
]);
export type Source = z.infer<typeof sourceSchema>;

export interface InspectedSource {
  readonly source: Source;
  /** The text that was handed over, for a source of kind `text`. */
  readonly content?: string;
  /** As the page shows it. */
  readonly shown: ContentSource;
  /** A title for a session that was given none. */
  readonly title: string;
  readonly project: string;
  /** Names what is reviewed, so that unsent words of a lost session are found again. */
  readonly key: string;
}

export const maxContentBytes = 20 * 1024 * 1024;
export const maxPatchBytes = 256 * 1024 * 1024;
const maxFolderFiles = 500;

/**
 * Checks what a request wants reviewed.
 * @throws GalleyError that says what is wrong with it and what to do
 */
export const inspectSource = async (request: OpenRequest): Promise<InspectedSource> => {
  await requireFolder(request.cwd);
  const project = basename(request.cwd) || request.cwd;
  if (request.mode === 'review') return inspectReview(request, project);
  if (request.content !== undefined) {
    if (request.content.trim() === '')
      throw new GalleyError('content_empty', 'There is nothing to review: the content is empty.');
    const title = firstHeading(request.content) ?? `A ${request.mode}`;
    const shown = { kind: 'content' } as const;
    return {
      source: { kind: 'text' },
      content: request.content,
      shown,
      title,
      project,
      key: title,
    };
  }
  if (request.mode === 'document' && request.url !== undefined)
    return inspectUrl(request.url, project);
  return inspectPath(request, project);
};

const requireFolder = async (cwd: string): Promise<void> => {
  const stats = cwd.startsWith('/') ? await statOf(cwd) : undefined;
  if (stats?.isDirectory() !== true)
    throw new GalleyError(
      'file_not_found',
      `cwd must be the absolute path of a folder; ${cwd} is not.`,
    );
};

const inspectReview = async (
  { cwd, range, patch }: Extract<OpenRequest, { mode: 'review' }>,
  project: string,
): Promise<InspectedSource> => {
  if (patch !== undefined) {
    const path = resolve(cwd, patch);
    await requireFile(path, maxPatchBytes);
    await readHead(path);
    const shown = { kind: 'path', path } as const;
    return { source: { kind: 'patch', path }, shown, title: basename(path), project, key: path };
  }
  const resolved = await resolveRange({ cwd, ...(range === undefined ? {} : { range }) });
  return {
    source: { kind: 'range', range: resolved },
    shown: { kind: 'path', path: resolved.topLevel },
    title: `${basename(resolved.topLevel)}: ${resolved.description}`,
    project: basename(resolved.topLevel),
    key: `${resolved.topLevel} ${range ?? ''}`,
  };
};

const inspectUrl = (url: string, project: string): InspectedSource => {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (cause) {
    throw new GalleyError('url_refused', `${url} is no URL.`, { cause });
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new GalleyError('url_refused', 'Only http and https addresses can be reviewed.');
  const title = `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
  return { source: { kind: 'url', url }, shown: { kind: 'url', url }, title, project, key: url };
};

const inspectPath = async (
  request: Extract<OpenRequest, { mode: 'plan' | 'document' }>,
  project: string,
): Promise<InspectedSource> => {
  const path = resolve(request.cwd, request.path ?? '.');
  const shown = { kind: 'path', path } as const;
  if (request.mode === 'document' && (await statOf(path))?.isDirectory() === true) {
    const files = await folderFiles(path);
    return {
      source: { kind: 'files', files, folder: path },
      shown,
      title: basename(path),
      project,
      key: path,
    };
  }
  const head = await requireTextFile(path);
  const title =
    (markdownEndings.has(extname(path)) ? firstHeading(head) : undefined) ?? basename(path);
  const files = [{ path, name: basename(path) }];
  return { source: { kind: 'files', files }, shown, title, project, key: path };
};

const statOf = async (path: string) => {
  try {
    return await stat(path);
  } catch {
    // Whatever the reason, the caller says that it is not there.
    return undefined;
  }
};

const requireFile = async (path: string, maxBytes: number): Promise<void> => {
  const stats = await statOf(path);
  if (stats === undefined)
    throw new GalleyError('file_not_found', `There is no file ${path}, or it cannot be read.`);
  if (!stats.isFile()) throw new GalleyError('not_a_text', `${path} is not a file.`);
  if (stats.size > maxBytes)
    throw new GalleyError(
      'content_too_large',
      `${path} has ${Math.round(stats.size / 1024 / 1024)} MiB; the limit is ${maxBytes / 1024 / 1024} MiB. Review a part of it.`,
    );
};

/** Returns the first 8 KiB. */
const requireTextFile = async (path: string): Promise<string> => {
  await requireFile(path, maxContentBytes);
  const head = await readHead(path);
  if (head.includes(0))
    throw new GalleyError(
      'not_a_text',
      `${path} is a binary file. Galley reviews text, markdown and HTML.`,
    );
  if (head.length === 0)
    throw new GalleyError('content_empty', `${path} is empty: there is nothing to review.`);
  return head.toString('utf8');
};

/** A file may be there and opened, and yet not be read (a broken disk, /proc). */
const readHead = async (path: string): Promise<Buffer> => {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new GalleyError('file_not_found', `${path} cannot be read.`, { cause });
  }
};

/**
 * The documents of a folder.
 * @throws GalleyError `content_empty`, or `content_too_large` where there are too many
 */
export const folderFiles = async (folder: string): Promise<{ path: string; name: string }[]> => {
  const paths = await documentsIn(folder, maxFolderFiles);
  if (paths.length === 0)
    throw new GalleyError('content_empty', `There are no markdown files in ${folder}.`);
  if (paths.length > maxFolderFiles)
    throw new GalleyError(
      'content_too_large',
      `${folder} holds more than ${maxFolderFiles} documents. Name a smaller folder.`,
    );
  return paths.map((path) => ({ path, name: relative(folder, path) }));
};

const firstHeading = (text: string): string | undefined => {
  const heading = /^#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$/mu.exec(text.slice(0, 8192))?.[1];
  return heading?.slice(0, 300);
};
