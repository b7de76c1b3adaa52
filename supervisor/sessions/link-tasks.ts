import { linkedFilePath } from '../../shared/node/paths.ts';
import { pathBelow, pathText } from '../../shared/node/path-name.ts';
import { linksRequestSchema } from '../../shared/session/links.ts';
import type { Derivation } from '../../shared/supervisor/from-worker-messages.ts';
import type { CheckLinksRequest, ReadLinkedFileRequest } from '../threads/document-requests.ts';
import type { Source } from './source.ts';

/** Looks up what the texts of a session lead to, or reads a file that they do. */
export const linksTask = (
  { request }: Extract<Derivation, { kind: 'links' }>,
  source: Source | undefined,
  { cwd, spool }: { readonly cwd: string; readonly spool: string },
): CheckLinksRequest | ReadLinkedFileRequest => {
  const asked = linksRequestSchema.parse(request);
  const { isRemote } = asked;
  if (asked.do === 'read') {
    const output = linkedFilePath(spool, asked.id);
    return { task: 'read-linked-file', cwd, isRemote, path: asked.path, output };
  }
  const { file, references } = asked;
  return {
    task: 'check-links',
    cwd,
    isRemote,
    ...(file === undefined ? {} : { file }),
    references: references.map(({ document: name, ...reference }) => {
      const document = documentPathOf(source, name);
      return { ...reference, ...(document === undefined ? {} : { document }) };
    }),
  };
};

/** The absolute path of a document by its name, wherever that leads; undefined if it is in no file. */
const documentPathOf = (
  source: Source | undefined,
  name: string | undefined,
): string | undefined => {
  if (source?.kind !== 'files' && source?.kind !== 'documents') return undefined;
  if (name === undefined) return source.files?.[0]?.path;
  const { folder, files } = source;
  const found = files?.find((file) => file.name === name)?.path;
  return found ?? (folder === undefined ? undefined : pathText(pathBelow(folder, name)));
};
