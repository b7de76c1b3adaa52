import { open, readFile, writeFile } from 'node:fs/promises';
import { storageError } from '../../../shared/node/atomic-file.ts';
import { readSourceTexts } from '../../../shared/node/document-source.ts';
import { keptVersionsPath } from '../../../shared/node/kept-versions.ts';
import { documentSourcePath } from '../../../shared/node/paths.ts';
import { renderedDocumentSchema } from '../../../shared/placement/blocks.ts';
import { keepVersions, type PresentedText } from '../history/keep-versions.ts';
import type { KeepDocumentRequest, KeepDocumentResult } from '../document-requests.ts';

const headSchema = renderedDocumentSchema.pick({ title: true });

/**
 * Keeps one of many documents, as it was rendered, as a version; or notes that none is kept.
 * @throws GalleyError `storage_failed`
 */
export const keepDocument = async ({
  rendered,
  name,
  path,
  version,
  shown,
}: KeepDocumentRequest): Promise<KeepDocumentResult> => {
  const output = keptVersionsPath(rendered);
  try {
    const texts = version === undefined ? [] : await textsIn(rendered, { name, path });
    await (version === undefined
      ? writeFile(output, '[]', { mode: 0o600 })
      : keepVersions(version, { rendered, shown }, texts));
    return { versions: texts.length };
  } catch (cause) {
    throw storageError(output, cause);
  }
};

const textsIn = async (
  rendered: string,
  document: NonNullable<PresentedText['document']>,
): Promise<PresentedText[]> => {
  const { title } = headSchema.parse(JSON.parse(await readFile(rendered, 'utf8')));
  const source = await open(documentSourcePath(rendered));
  try {
    const { mtimeMs: readAtMs } = await source.stat();
    return (await readSourceTexts(source)).map(({ text }) => ({ title, text, document, readAtMs }));
  } finally {
    await source.close();
  }
};
