import { GalleyError } from '../../shared/errors.ts';
import { readKeptVersions } from '../../shared/node/kept-versions.ts';
import { comparedVersionsPath, versionsPath } from '../../shared/node/paths.ts';
import { comparedAsSchema } from '../../shared/session/versions.ts';
import type { KeptVersion } from '../../shared/session/kept-version.ts';
import type { Derivation } from '../../shared/supervisor/from-worker-messages.ts';
import type {
  CompareVersionsRequest,
  DocumentSource,
  ListVersionsRequest,
} from '../threads/document-requests.ts';
import type { Source } from './source.ts';

type Wanted = Extract<Derivation, { kind: 'versions' | 'compared-versions' }>;

interface Files {
  readonly spool: string;
  readonly input: string;
  readonly document: string;
}

/**
 * Lists the kept versions of a text, or compares two of them.
 * @throws GalleyError `not_found` if none are kept
 */
export const versionsTask = async (
  wanted: Wanted,
  source: Source | undefined,
  files: Files,
): Promise<ListVersionsRequest | CompareVersionsRequest> => {
  const { kept = (await readKeptVersions(files.document))[0] } = wanted;
  const { spool } = files;
  if (wanted.kind === 'versions')
    return { task: 'list-versions', kept, output: versionsPath(spool) };
  const { before, after, as, id } = wanted;
  if (kept === undefined) throw new GalleyError('not_found', `Version ${before} is not kept.`);
  return {
    task: 'compare-versions',
    folder: kept.folder,
    before,
    after,
    as: comparedAsSchema.parse(as),
    source: formatSource(kept, source, files),
    output: comparedVersionsPath(spool, id),
  };
};

/** Whatever tells the format of the text. */
const formatSource = (
  { file: name }: KeptVersion,
  source: Source | undefined,
  { input }: Files,
): DocumentSource => {
  if (name !== undefined) return { path: name, name };
  const [only] = source?.kind === 'files' ? source.files : [];
  return only ?? { path: input };
};
