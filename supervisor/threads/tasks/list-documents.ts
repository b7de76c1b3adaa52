import { mkdir, writeFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { readFileIfThere } from '../../../shared/node/atomic-file.ts';
import { documentSource } from '../../../shared/node/document-source.ts';
import {
  documentPaths,
  documentSourcePath,
  framePath,
  renderedContentPath,
} from '../../../shared/node/paths.ts';
import {
  renderedDocumentSchema,
  type Block,
  type RenderedDocument,
} from '../../../shared/placement/blocks.ts';
import { listedBlockId } from '../../../shared/placement/listed-block.ts';
import type { DocumentIndex, ListedDocument } from '../../../shared/session/documents.ts';
import { firstDocument, listDocuments } from '../document/list-documents.ts';
import { titleOf } from '../document/markdown-blocks.ts';
import { renderFile } from '../document/render-file.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type {
  DocumentSource,
  ListDocumentsRequest,
  ListDocumentsResult,
  RenderListedRequest,
  RenderListedResult,
} from '../document-requests.ts';
import { maxContentBytes } from '../../../shared/limits.ts';

/**
 * Lists documents, and renders the one to open with.
 * @throws GalleyError `content_empty`, `content_too_large` or `storage_failed`
 */
export const listDocumentsOf = async (
  { source, spool, version, output }: ListDocumentsRequest,
  context: TaskContext,
): Promise<ListDocumentsResult> => {
  const documents =
    source.files?.map(({ name }) => ({ name, bytes: 0 })) ??
    (await listDocuments(source.folder, context));
  const first = firstDocument(documents);
  if (first === undefined)
    throw new GalleyError('content_empty', `There are no documents in ${source.folder} any more.`);
  const { folder, index, rendered } = documentPaths(spool, version);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const position = documents.findIndex(({ name }) => name === first);
  const opened = await renderOne(source, { name: first, position }, rendered(position)).catch(
    // The others can be read all the same.
    (error: unknown) => (error instanceof GalleyError ? undefined : Promise.reject(error)),
  );
  const listed: DocumentIndex = { documents: documents satisfies ListedDocument[], first };
  await withTaskOutput(index, async ({ draftOf, publish }) => {
    await writeFile(draftOf(index), JSON.stringify(listed), { mode: 0o600 });
    await publish(index);
  });
  const sourceFile = documentSourcePath(output);
  await withTaskOutput(output, async ({ draftOf, publish }) => {
    const { document = { blocks: [] }, text = '', hash = '' } = opened ?? {};
    await writeFile(draftOf(output), JSON.stringify(document), { mode: 0o600 });
    await writeFile(draftOf(sourceFile), documentSource([{ name: first, text, hash }]), {
      mode: 0o600,
    });
    await publish(sourceFile, output);
  });
  return { documents: documents.length };
};

/**
 * Renders a listed document as it is now.
 * @throws GalleyError `file_not_found`, `not_a_text`, `content_too_large` or `storage_failed`
 */
export const renderListed = async ({
  source,
  spool,
  version,
  name,
  position,
}: RenderListedRequest): Promise<RenderListedResult> => {
  const output = documentPaths(spool, version).rendered(position);
  const { document } = await renderOne(source, { name, position }, output);
  return { blocks: document.blocks.length };
};

/**
 * A listed document as it was rendered in this version; rendered now if it was not yet.
 * @throws GalleyError as `renderListed` does
 */
export const haveListed = async ({
  source,
  spool,
  version,
  name,
  position,
}: Omit<RenderListedRequest, 'task'>): Promise<RenderedDocument> => {
  const output = documentPaths(spool, version).rendered(position);
  const known = await readFileIfThere(output);
  if (known !== undefined) return renderedDocumentSchema.parse(JSON.parse(known));
  return (await renderOne(source, { name, position }, output)).document;
};

interface Listed {
  readonly name: string;
  readonly position: number;
}

/** Renders a document to its files. The ids of its blocks are unique among all documents. */
const renderOne = async (
  source: ListDocumentsRequest['source'],
  { name, position }: Listed,
  output: string,
): Promise<{ document: RenderedDocument; text: string; hash: string }> => {
  const { found, text, content, frame } = await renderFile(fileOf(source, name), maxContentBytes);
  const [, hash] = content;
  const title = titleOf(found);
  const blocks: Block[] = found.map((block, index) => ({
    id: listedBlockId(position, index),
    ...block,
    file: name,
  }));
  const document = { ...(title === undefined ? {} : { title }), blocks };
  const sourceFile = documentSourcePath(output);
  const contentFile = renderedContentPath(output);
  await withTaskOutput(output, async ({ draftOf, publish }) => {
    await writeFile(draftOf(output), JSON.stringify(document), { mode: 0o600 });
    await writeFile(draftOf(sourceFile), documentSource([{ name, text, hash }]), { mode: 0o600 });
    await writeFile(draftOf(contentFile), JSON.stringify(content), { mode: 0o600 });
    if (frame !== undefined) {
      await writeFile(draftOf(framePath(output)), JSON.stringify(frame), { mode: 0o600 });
      await publish(framePath(output));
    }
    await publish(contentFile, sourceFile, output);
  });
  return { document, text, hash };
};

const fileOf = (
  { folder, files }: ListDocumentsRequest['source'],
  name: string,
): DocumentSource => {
  const given = files?.find((file) => file.name === name);
  return given ?? { path: name, name, within: folder };
};
