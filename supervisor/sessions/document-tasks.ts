import { GalleyError } from '../../shared/errors.ts';
import {
  contentsPath,
  documentPaths,
  sharedPaths,
  shownVersionsFolder,
} from '../../shared/node/paths.ts';
import type { Derivation } from '../../shared/supervisor/from-worker-messages.ts';
import type {
  KeepDocumentRequest,
  RenderListedRequest,
  ShareDocumentRequest,
} from '../threads/document-requests.ts';
import type { DeriveOptions } from './derive-content.ts';
import { currentFiles } from './edit-source.ts';
import { listedPath, type Source } from './source.ts';
import { replaceSource } from './spool.ts';
import { maxContentBytes } from '../../shared/limits.ts';

/**
 * Reads documents again, as they and their folder are now, as this version.
 * @throws GalleyError `not_found`, or as the tasks do
 */
export const readDocumentsAgain = async (
  source: Source | undefined,
  version: number,
  { files: { spool, document: output }, version: kept, threads, inspect, signal }: DeriveOptions,
): Promise<void> => {
  if (source?.kind === 'documents') {
    await threads.run({ task: 'list-documents', source, spool, version, output }, { signal });
    return;
  }
  if (source?.kind !== 'files')
    throw new GalleyError(
      'not_found',
      'This content did not come from a file that could be read again.',
    );
  const sources = await currentFiles(source, { inspect, signal });
  await threads.run(
    {
      task: 'render-document',
      sources,
      output,
      contents: contentsPath(spool),
      maxBytes: maxContentBytes,
      ...(kept === undefined ? {} : { version: kept }),
    },
    { signal },
  );
  // What it is compared with from now on.
  if (source.folder !== undefined) await replaceSource(spool, { ...source, files: [...sources] });
};

type DocumentTask = RenderListedRequest | KeepDocumentRequest | ShareDocumentRequest;

/** Renders one of many documents, keeps it as a version, or shares one. @throws GalleyError `not_found` if there are not many */
export const documentTask = (
  wanted: Extract<Derivation, { kind: 'document' | 'kept-document' | 'shared' }>,
  source: Source | undefined,
  { files: { spool }, version: kept }: DeriveOptions,
): DocumentTask => {
  if (wanted.kind === 'shared') return { task: 'share-document', ...sharedPaths(spool, wanted.id) };
  const { kind, name, position, version } = wanted;
  if (source?.kind !== 'documents')
    throw new GalleyError('not_found', 'This review shows all of its documents on one page.');
  if (kind === 'document') return { task: 'render-listed', source, spool, version, name, position };
  return {
    task: 'keep-document',
    rendered: documentPaths(spool, version).rendered(position),
    name,
    path: listedPath(source, name),
    version: kept,
    shown: shownVersionsFolder(spool),
  };
};
