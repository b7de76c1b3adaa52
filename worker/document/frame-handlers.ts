import { GalleyError } from '../../shared/errors.ts';
import { assetReply } from '../../shared/node/http/frame-replies.ts';
import { file } from '../../shared/node/http/reply.ts';
import { framePath } from '../../shared/node/paths.ts';
import { isThere, withSpoolFile } from '../content/spool-file.ts';
import { assetsFolder, type FindShown } from './shown-document.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';

/** An HTML document for its frame, and the files that documents show. */
export const frameHandlers = (
  { assignment: { source, files }, preparation }: SessionCore,
  { key, shown }: { readonly key: string; readonly shown: FindShown },
): SessionHandlers<'getFrame' | 'getAsset'> => ({
  getFrame: async ({ query }) => {
    if (preparation.current.state !== 'ready') throw noFrame();
    const path = framePath((await shown(query.file)).document);
    if (!(await isThere(path))) throw noFrame();
    return withSpoolFile(path, (handle) =>
      file(handle, { contentType: 'application/json; charset=utf-8', offset: 0 }),
    );
  },
  getAsset: ({ params, query }) =>
    assetReply({
      key,
      given: params,
      isQuirky: query.quirks !== undefined,
      page: files.page,
      folder: assetsFolder(source),
    }),
});

const noFrame = (): GalleyError =>
  new GalleyError('not_found', 'This document is not HTML that can be shown as it is.');
