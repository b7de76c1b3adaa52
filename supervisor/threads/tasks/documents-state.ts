import { readdir, readFile, stat } from 'node:fs/promises';
import {
  ContentLook,
  fileContentSchema,
  loadContents,
  type FileContent,
  type FileContents,
} from '../../../shared/node/file-contents.ts';
import { pathBelow, pathBytes, pathText } from '../../../shared/node/path-name.ts';
import { contentsPath, documentPaths, renderedContentPath } from '../../../shared/node/paths.ts';
import { documentIndexSchema } from '../../../shared/session/documents.ts';
import { listDocuments } from '../document/list-documents.ts';
import type { TaskContext } from '../task-context.ts';
import type { DocumentsStateRequest, DocumentsStateResult } from '../document-requests.ts';
import { maxContentBytes } from '../../../shared/limits.ts';

/**
 * Compares the documents with what is shown of them. Those that nobody has opened yet count by name only: they are read
 * when they are opened.
 * @throws GalleyError as listing does
 */
export const readDocumentsState = async (
  request: DocumentsStateRequest,
  context: TaskContext,
): Promise<DocumentsStateResult> => {
  const { source } = request;
  const { names, contents } = await shownNow(request);
  const isSame =
    sameNames(names, await namesNow(source, context)) && (await areUnchanged(contents));
  return { state: isSame ? 'unchanged' : 'changed' };
};

interface Shown {
  readonly names: readonly string[];
  /** Of the documents that were rendered, by absolute path. */
  readonly contents: FileContents;
}

const shownNow = async ({ source, spool, version }: DocumentsStateRequest): Promise<Shown> => {
  if (source.kind === 'files')
    return {
      names: source.files.map(({ name }) => name),
      contents: await loadContents(contentsPath(spool)),
    };
  const { folder, index, rendered } = documentPaths(spool, version);
  const { documents } = documentIndexSchema.parse(JSON.parse(await readFile(index, 'utf8')));
  const contents = new Map<string, FileContent>();
  const there = new Set(await readdir(folder));
  for (const [position, { name }] of documents.entries()) {
    const path = renderedContentPath(rendered(position));
    if (!there.has(`${position}.json`)) continue;
    const content = fileContentSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    contents.set(pathOf(source, name), content);
  }
  return { names: documents.map(({ name }) => name), contents };
};

const pathOf = (
  { folder, files }: Extract<DocumentsStateRequest['source'], { kind: 'documents' }>,
  name: string,
): string => files?.find((file) => file.name === name)?.path ?? pathText(pathBelow(folder, name));

/** Files that were named one by one stay what is reviewed, there or not. */
const namesNow = async (
  source: DocumentsStateRequest['source'],
  context: TaskContext,
): Promise<readonly string[]> => {
  const { folder, files } = source;
  const isNamed = source.kind === 'documents' ? files !== undefined : folder === undefined;
  if (isNamed || folder === undefined) return (files ?? []).map(({ name }) => name);
  return (await listDocuments(folder, context)).map(({ name }) => name);
};

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at]);

const areUnchanged = async (contents: FileContents): Promise<boolean> => {
  const look = new ContentLook(contents);
  for (const [path, [, digest]] of contents) {
    const stats = await stat(pathBytes(path), { bigint: true }).catch(() => undefined);
    // It may be in the middle of being replaced.
    if (stats === undefined) continue;
    if (!stats.isFile() || stats.size > maxContentBytes) return false;
    if ((await look.digest(path, stats)) !== digest) return false;
  }
  return true;
};
