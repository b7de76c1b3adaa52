import type { FileHandle } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { file, json } from '../../shared/node/http/reply.ts';
import { sidePath } from '../../shared/node/paths.ts';
import { maxLines } from '../../shared/session/max-lines.ts';
import type { Side, SideAnswer } from '../../shared/session/side-lines.ts';
import { Mutex } from '../mutex.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Derivations } from '../content/derivations.ts';
import type { DiffIndex } from './diff-index.ts';
import type { CachedFile } from '../content/cached-file.ts';
import { imageHeadBytes, imageTypeOf } from './image-type.ts';
import { withSpoolFile } from '../content/spool-file.ts';
import { readSpoolLines } from './spool-lines.ts';

const imagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

interface SideParts {
  readonly preparation: PreparationState;
  readonly diff: CachedFile<DiffIndex>;
  readonly derivations: Derivations;
}

/** Serves the contents of changed files as compared, for lines that the patch leaves out. */
export const sideHandlers = ({
  preparation,
  diff,
  derivations,
}: SideParts): SessionHandlers<'getDiffLines' | 'getDiffSide' | 'getDiffImage'> => {
  /** Makes sure that the content of a side is in the spool. @returns its path */
  const have = async (fileId: string, side: Side): Promise<string> => {
    const known = preparation.current.state === 'ready' ? await diff.use() : undefined;
    if (known?.sides.get(fileId)?.has(side) !== true)
      throw new GalleyError('not_found', 'Only the patch of this file is known, not its content.');
    const path = sidePath(known.folder, { fileId, side });
    await derivations.have({ kind: 'side', fileId, side, version: known.version }, path);
    return path;
  };
  const readings = new Mutex();
  return {
    getDiffSide: async ({ query: { id, side } }) =>
      json(await withSpoolFile(await have(id, side), factsOf)),
    getDiffImage: async ({ query: { id, side } }) =>
      withSpoolFile(await have(id, side), async (handle) => {
        const { imageType } = await factsOf(handle);
        if (imageType === undefined)
          throw new GalleyError('not_found', 'This content is not an image that browsers show.');
        // Opened on its own, an SVG must not run scripts or load anything.
        const headers = { 'Content-Security-Policy': imagePolicy };
        return file(handle, { contentType: imageType, offset: 0, headers });
      }),
    getDiffLines: async ({ query: { id, side, ...range } }) => {
      const from = Number(range.from);
      const to = Math.min(Number(range.to), from + maxLines - 1);
      const path = await have(id, side);
      // One at a time: each may hold many lines.
      return json(await readings.run(() => readSpoolLines(path, { from, to })));
    },
  };
};

const factsOf = async (handle: FileHandle): Promise<SideAnswer> => {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(imageHeadBytes),
    0,
    imageHeadBytes,
    0,
  );
  const imageType = imageTypeOf(buffer.subarray(0, bytesRead));
  return { bytes: size, ...(imageType === undefined ? {} : { imageType }) };
};
