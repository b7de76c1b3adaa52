import { GalleyError } from '../../shared/errors.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { textHash } from '../../shared/node/document-source.ts';
import { json } from '../../shared/node/http/reply.ts';
import { editPaths } from '../../shared/node/paths.ts';
import {
  saveResultSchema,
  type SourceConflict,
  type SourceRequest,
} from '../../shared/session/source.ts';
import { noRemoteWrites } from '../content/no-remote-writes.ts';
import { requireReady } from '../content/require-ready.ts';
import type { Refresher } from '../content/refresher.ts';
import type { SessionCore } from '../session-core.ts';
import type { FindShown } from './shown-document.ts';
import type { SessionHandlers } from '../session-handlers.ts';

interface SaveParts {
  readonly find: FindShown;
  readonly refresher: Refresher;
}

/** `PUT /api/source`: writes an edited text to its file, and shows it as the next version. */
export const saveHandler = (
  core: SessionCore,
  { find, refresher }: SaveParts,
): SessionHandlers<'saveSource'> => {
  const { assignment, derivations, gate, preparation, reviewed, version } = core;
  const { provided, isRemote, files } = assignment;
  return {
    saveSource: async ({ body: { file, hash, text } }) => {
      if (!provided.includes('saving')) throw isRemote ? noRemoteWrites() : notOffered();
      return refresher.whileWriting(async (readAgain) => {
        gate.assertUndecided();
        requireReady(preparation);
        // Of many documents, only those that are listed.
        const { file: name } = await find(file);
        await replaceFile(editPaths(files.spool).text, text, { isDurable: false });
        const named = name === undefined ? {} : { file: name };
        const request: SourceRequest = { do: 'save', hash, ...named };
        const { answer } = await derivations.make({ kind: 'source', request });
        const result = saveResultSchema.parse(answer);
        if (result.state === 'conflict') return json(conflict(result, text), 409);
        const { path, diff } = result;
        reviewed.edited({ path, isSaved: true, diff });
        // The file is saved: if it cannot be read now, the page offers to refresh.
        await readAgain().catch(() => undefined);
        return json({ hash: result.hash, version: version.current });
      });
    },
  };
};

const conflict = (
  { text, hash }: { readonly text: string; readonly hash: string },
  mine: string,
): SourceConflict => ({
  error:
    'The file has changed since it was read, so nothing was saved. Merge the two texts, then save again.',
  code: 'content_changed',
  disk: { text, hash },
  mine: { text: mine, hash: textHash(mine) },
});

const notOffered = (): GalleyError =>
  new GalleyError(
    'not_found',
    'This text is not in a file of this session, so it cannot be saved.',
  );
