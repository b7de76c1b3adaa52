import { GalleyError } from '../../shared/errors.ts';
import { extendedReply } from '../../shared/node/http/content-replies.ts';
import { structurePath } from '../../shared/node/paths.ts';
import { withSpoolFile, type CachedFile } from '../content/spool-file.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';

/** `getDiffStructure`: what happened to functions, classes, types …, made on the first request for a version. */
export const structureHandler = (
  { preparation, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionHandlers<'getDiffStructure'> => ({
  getDiffStructure: async () => {
    const known = preparation.current.state === 'ready' ? await diff.use() : undefined;
    if (known?.source !== 'repository')
      throw new GalleyError('not_found', 'Only the patch of this change is known, not its files.');
    const { version, folder } = known;
    const path = structurePath(folder);
    await derivations.have({ kind: 'structure', version }, path);
    return withSpoolFile(path, (file) => extendedReply(file, { version }));
  },
});
