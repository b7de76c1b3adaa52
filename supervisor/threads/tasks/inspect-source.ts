import { stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { isHtmlFile } from '../../../shared/frame/html-file.ts';
import { maxTogether } from '../../../shared/limits.ts';
import { pathBelow, pathText, plainPath } from '../../../shared/node/path-name.ts';
import {
  isFolder,
  requireTextFile,
  titleOfFile,
  titleOfText,
} from '../../../shared/node/text-source.ts';
import type { ListedDocument } from '../../../shared/session/documents.ts';
import type { OpenRequest } from '../../../shared/session/session.ts';
import {
  shownSource,
  type InspectedSource,
  fileSource,
  projectOf,
  requireFolder,
  textSource,
} from '../../sessions/source.ts';
import { findChange } from '../../version-control/providers.ts';
import { listDocuments } from '../document/list-documents.ts';
import type { TaskContext } from '../task-context.ts';

/**
 * Checks what a request wants to have reviewed, and finds its title.
 * @throws GalleyError that says what is wrong and what to do
 */
export const inspectSource = async (
  request: OpenRequest,
  context: TaskContext,
): Promise<InspectedSource> => {
  await requireFolder(request.cwd);
  if (request.mode === 'review') return inspectChange(request, context);
  if (request.content !== undefined) return inspectText(request.content, request);
  if (request.mode === 'document' && request.url !== undefined)
    return inspectUrl(request.url, request);
  return inspectPath(request, context);
};

const inspectChange = async (
  wanted: Extract<OpenRequest, { mode: 'review' }>,
  context: TaskContext,
): Promise<InspectedSource> => {
  const found = await findChange(wanted, context);
  return { project: projectOf(wanted.cwd), ...found, shown: shownSource(found.source) };
};

const inspectText = (text: string, { mode, cwd }: OpenRequest): InspectedSource => {
  const title = titleOfText(mode, text);
  return textSource(text, { cwd, title, key: title });
};

const inspectUrl = (
  url: string,
  { cwd, allowPrivate }: Extract<OpenRequest, { mode: 'document' }>,
): InspectedSource => {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch (cause) {
    throw new GalleyError('url_refused', `${url} is not a URL.`, { cause });
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new GalleyError('url_refused', 'Only http and https addresses can be reviewed.');
  const title = `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`;
  const shown = { kind: 'url', url } as const;
  const source = { ...shown, ...(allowPrivate === true ? { isPrivateAllowed: true } : {}) };
  return { source, shown, title, project: projectOf(cwd), key: url, capabilities: [] };
};

const inspectPath = async (
  request: Extract<OpenRequest, { mode: 'plan' | 'document' }>,
  context: TaskContext,
): Promise<InspectedSource> => {
  const { cwd } = request;
  if (request.mode === 'document' && request.paths !== undefined)
    return inspectPaths(request.paths, cwd);
  const path = resolve(cwd, request.path ?? '.');
  if (request.mode === 'document' && (await isFolder(path)))
    return {
      ...(await folderSource(path, context)),
      title: basename(path),
      project: projectOf(cwd),
      key: path,
    };
  return fileSource(path, { cwd, title: await titleOfFile(path) });
};

type Contents = Pick<InspectedSource, 'source' | 'shown' | 'capabilities' | 'onePage'>;

/** @throws GalleyError `content_empty`, or `content_too_large` if there are too many documents */
const folderSource = async (folder: string, context: TaskContext): Promise<Contents> => {
  const documents = await listDocuments(folder, context);
  if (documents.length === 0)
    throw new GalleyError(
      'content_empty',
      `There are no documents in ${folder}: no text, configuration or data files that are not hidden or ignored.`,
    );
  const shown = { kind: 'path', path: folder, namesFrom: folder } as const;
  const inTree: Contents = {
    source: { kind: 'documents', folder },
    shown,
    capabilities: ['refresh', 'saving', 'documents'],
  };
  if (!fitOnePage(documents)) return inTree;
  const files = documents.map(({ name }) => ({ path: pathText(pathBelow(folder, name)), name }));
  if (needFrames(files)) return { ...inTree, onePage: files };
  return {
    source: { kind: 'files', files, folder },
    shown,
    capabilities: ['refresh', 'saving'],
  };
};

const fitOnePage = (documents: readonly Pick<ListedDocument, 'bytes'>[]): boolean =>
  documents.length <= maxTogether.files &&
  documents.reduce((sum, { bytes }) => sum + bytes, 0) <= maxTogether.bytes;

/** HTML is shown as it is in a frame, which a page has one of. */
const needFrames = (files: readonly Pick<ListedDocument, 'name'>[]): boolean =>
  files.length > 1 && files.some(({ name }) => isHtmlFile(plainPath(name)));

/** Several files, in the order given. @throws GalleyError as requireTextFile */
const inspectPaths = async (given: readonly string[], cwd: string): Promise<InspectedSource> => {
  const paths = [...new Set(given.map((path) => resolve(cwd, path)))];
  const [first] = paths;
  if (first === undefined || paths.length === 1)
    return fileSource(first ?? cwd, { cwd, title: await titleOfFile(first ?? cwd) });
  for (const path of paths)
    if (await isFolder(path))
      throw new GalleyError(
        'not_a_text',
        `${path} is a folder. Name files, or one folder on its own.`,
      );
  const sizes = await Promise.all(paths.map(sizeOfText));
  const files = paths.map((path) => ({ path, name: nameWithin(cwd, path) }));
  const isTogether = fitOnePage(sizes) && !needFrames(files);
  const folder = paths.map((path) => dirname(path)).reduce(commonFolder);
  return {
    source: isTogether ? { kind: 'files', files } : { kind: 'documents', folder, files },
    shown: { kind: 'path', path: folder, namesFrom: cwd },
    title: `${await titleOfFile(first)} and ${paths.length - 1} more`,
    project: projectOf(cwd),
    key: paths.join('\n'),
    capabilities: ['refresh', 'saving', ...(isTogether ? [] : (['documents'] as const))],
  };
};

const sizeOfText = async (path: string): Promise<Pick<ListedDocument, 'bytes'>> => {
  await requireTextFile(path);
  return { bytes: (await stat(path)).size };
};

const nameWithin = (cwd: string, path: string): string => {
  const name = relative(cwd, path);
  return name.startsWith('..') || isAbsolute(name) ? path : name;
};

const commonFolder = (one: string, other: string): string => {
  const [ones, others] = [one.split('/'), other.split('/')];
  const end = ones.findIndex((name, at) => name !== others[at]);
  return (end < 0 ? ones : ones.slice(0, end)).join('/') || '/';
};
