import { GalleyError } from '../../shared/errors.ts';
import { replaceFile } from '../../shared/node/atomic-file.ts';
import { sourceReply } from '../../shared/node/http/content-replies.ts';
import { file as fileReply } from '../../shared/node/http/reply.ts';
import { documentSourcePath, editPaths } from '../../shared/node/paths.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { SourceRequest } from '../../shared/session/source.ts';
import { isThere, withSpoolFile } from '../content/spool-file.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { FindShown } from './shown-document.ts';

/** The source text of the blocks, straight from the spool, and what an edit of it would look like. */
export const sourceHandlers = (
  { assignment: { files }, derivations, gate, preparation }: SessionCore,
  find: FindShown,
): SessionHandlers<'getSource' | 'previewSource'> => {
  const previews = new Mutex();
  const preview = editPaths(files.spool);
  return {
    getSource: async ({ query }) => {
      if (preparation.current.state !== 'ready') throw noSource();
      const path = documentSourcePath(files.document);
      // Spools of earlier releases may have none.
      if (!(await isThere(path))) throw noSource();
      const source = await withSpoolFile(path, (texts) => sourceReply(texts, query.file));
      if (source === undefined) throw noSource();
      return source;
    },

    previewSource: ({ body: { file, text } }) =>
      previews.run(async () => {
        gate.assertUndecided();
        if (preparation.current.state !== 'ready') throw noSource();
        await find(file);
        await replaceFile(preview.previewedText, text, { isDurable: false });
        const request: SourceRequest = { do: 'preview', ...(file === undefined ? {} : { file }) };
        await derivations.make({ kind: 'source', request });
        const contentType = 'application/json; charset=utf-8';
        return withSpoolFile(preview.preview, (blocks) =>
          fileReply(blocks, { contentType, offset: 0 }),
        );
      }),
  };
};

const noSource = (): GalleyError =>
  new GalleyError(
    'not_found',
    `There is no document with this name. ${sessionTargets.getPlan} lists them.`,
  );
