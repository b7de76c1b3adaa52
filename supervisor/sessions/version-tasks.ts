import { comparedVersionsPath, versionsPath } from '../../shared/node/paths.ts';
import { comparedAsSchema } from '../../shared/session/versions.ts';
import type { Derivation } from '../../shared/supervisor/worker-messages.ts';
import type { CompareVersionsRequest, ListVersionsRequest } from '../threads/task-requests.ts';
import type { Source } from './source.ts';

type Wanted = Extract<Derivation, { kind: 'versions' | 'compared-versions' }>;

/** Lists the kept versions of what a session reviews, or compares two of them. */
export const versionsTask = (
  wanted: Wanted,
  source: Source | undefined,
  { spool, input }: { readonly spool: string; readonly input: string },
): ListVersionsRequest | CompareVersionsRequest => {
  if (wanted.kind === 'versions')
    return { task: 'list-versions', spool, output: versionsPath(spool) };
  const { before, after, as, id } = wanted;
  const [file] = source?.kind === 'files' ? source.files : [];
  return {
    task: 'compare-versions',
    spool,
    before,
    after,
    as: comparedAsSchema.parse(as),
    source: file ?? { path: input },
    output: comparedVersionsPath(spool, id),
  };
};
