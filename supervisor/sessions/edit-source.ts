import { GalleyError } from '../../shared/errors.ts';
import { editPaths } from '../../shared/node/paths.ts';
import { pathBytes, pathText, pathWithin, shownPath } from '../../shared/node/path-name.ts';
import { sourceRequestSchema, type SourceRequest } from '../../shared/session/source.ts';
import type { Derivation } from '../../shared/supervisor/from-worker-messages.ts';
import type { RenderDocumentRequest, SaveSourceRequest } from '../threads/document-requests.ts';
import { Semaphore } from '../semaphore.ts';
import type { DeriveOptions } from './derive-content.ts';
import { listedPath, type Source } from './source.ts';
import { maxContentBytes } from '../../shared/limits.ts';

type Files = Extract<Source, { kind: 'files' }>;

/** The files of a session; a folder may have others than when it was opened. */
export const currentFiles = async (
  source: Files,
  { inspect, signal }: Pick<DeriveOptions, 'inspect' | 'signal'>,
): Promise<Files['files']> => {
  const { folder, files } = source;
  if (folder === undefined) return files;
  const found = await inspect({ mode: 'document', cwd: folder, path: folder }, signal);
  // A page stays one page: HTML that has come since is shown as its text.
  const now = found.source.kind === 'files' ? found.source.files : found.onePage;
  if (now !== undefined) return now;
  throw new GalleyError(
    'content_too_large',
    'This folder has too many documents for one page by now. Open another review of it.',
  );
};

/** Two sessions may have the same file, under whatever path. */
const saving = new Semaphore(1);

/**
 * Saves an edited text, or renders it.
 * @throws GalleyError `not_found`, or as the task does
 */
export const editSource = async (
  { request }: Extract<Derivation, { kind: 'source' }>,
  source: Source | undefined,
  options: DeriveOptions,
): Promise<unknown> => {
  const asked = sourceRequestSchema.parse(request);
  const { threads, signal } = options;
  if (asked.do === 'preview')
    return threads.run(await previewTask(asked, source, options), { signal });
  const task = await saveTask(asked, source, options);
  return saving.run(() => threads.run(task, { signal }), signal);
};

const saveTask = async (
  { file, hash }: Extract<SourceRequest, { do: 'save' }>,
  source: Source | undefined,
  options: DeriveOptions,
): Promise<SaveSourceRequest> => {
  const { path, name, root } = await fileOf(source, file, options);
  const { text, base } = editPaths(options.files.spool, name);
  return {
    task: 'save-source',
    root,
    path: pathWithin(root, path),
    hash,
    text,
    base,
    shownPath: shownPath(options.cwd, path),
  };
};

interface EditedFile {
  readonly path: string;
  readonly name: string;
  /** The folder that it must be in. */
  readonly root: string;
}

/** @throws GalleyError `not_found` if the text is in no file */
const fileOf = async (
  source: Source | undefined,
  name: string | undefined,
  options: DeriveOptions,
): Promise<EditedFile> => {
  if (source?.kind === 'documents' && name !== undefined) {
    const path = listedPath(source, name);
    return { path, name, root: source.files === undefined ? source.folder : folderOf(path) };
  }
  if (source?.kind !== 'files') throw noFile();
  const file = findFile(await currentFiles(source, options), name);
  return { ...file, root: source.folder ?? folderOf(file.path) };
};

const folderOf = (path: string): string => {
  const bytes = pathBytes(path);
  return pathText(bytes.subarray(0, Math.max(1, bytes.lastIndexOf('/'))));
};

const findFile = (files: Files['files'], name: string | undefined): Files['files'][number] => {
  const found = name === undefined ? files[0] : files.find((one) => one.name === name);
  if (found === undefined) throw noFile();
  return found;
};

const noFile = (): GalleyError =>
  new GalleyError(
    'not_found',
    'This text is not in a file of this session, so it cannot be saved.',
  );

/** The text as it would be shown in place of the one that it is an edit of. */
const previewTask = async (
  { file }: Extract<SourceRequest, { do: 'preview' }>,
  source: Source | undefined,
  options: DeriveOptions,
): Promise<RenderDocumentRequest> => {
  const { formatOf } = await import('../threads/document/text-file.ts');
  const { previewedText: path, preview } = editPaths(options.files.spool);
  const isInFile = source?.kind === 'files' || source?.kind === 'documents';
  const original = isInFile ? await fileOf(source, file, options) : { path: options.files.input };
  const format = await formatOf(original);
  return {
    task: 'render-document',
    sources: [{ path, ...('name' in original ? { name: original.name } : {}), format }],
    output: preview,
    maxBytes: maxContentBytes,
  };
};
