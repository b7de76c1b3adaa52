import { basename, resolve } from 'node:path';
import { GalleyError } from '../../../shared/errors.ts';
import { documentsIn } from '../../../shared/node/documents-in.ts';
import { pathWithin } from '../../../shared/node/path-name.ts';
import { isFolder, titleOfFile, titleOfText } from '../../../shared/node/text-source.ts';
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
import type { TaskContext } from '../task-context.ts';

const maxFolderFiles = 500;

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
    return inspectUrl(request.url, request.cwd);
  return inspectPath(request);
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

const inspectUrl = (url: string, cwd: string): InspectedSource => {
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
  return { source: shown, shown, title, project: projectOf(cwd), key: url, capabilities: [] };
};

const inspectPath = async (
  request: Extract<OpenRequest, { mode: 'plan' | 'document' }>,
): Promise<InspectedSource> => {
  const { cwd } = request;
  const path = resolve(cwd, request.path ?? '.');
  if (request.mode === 'document' && (await isFolder(path)))
    return {
      source: { kind: 'files', files: await folderFiles(path), folder: path },
      shown: { kind: 'path', path },
      title: basename(path),
      project: projectOf(cwd),
      key: path,
      capabilities: ['refresh', 'saving'],
    };
  return fileSource(path, { cwd, title: await titleOfFile(path) });
};

/**
 * The documents in a folder.
 * @throws GalleyError `content_empty`, or `content_too_large` if there are too many
 */
const folderFiles = async (folder: string): Promise<{ path: string; name: string }[]> => {
  const paths = await documentsIn(folder, maxFolderFiles);
  if (paths.length === 0)
    throw new GalleyError('content_empty', `There are no markdown files in ${folder}.`);
  if (paths.length > maxFolderFiles)
    throw new GalleyError(
      'content_too_large',
      `${folder} contains more than ${maxFolderFiles} documents. Name a smaller folder.`,
    );
  return paths.map((path) => ({ path, name: pathWithin(folder, path) }));
};
