import type { FileHandle } from 'node:fs/promises';
import { GalleyError } from '../../shared/errors.ts';
import { imageProblem } from '../../shared/node/drawable-image.ts';
import { imageReply } from '../../shared/node/http/image-reply.ts';
import { json } from '../../shared/node/http/reply.ts';
import { imageHeadBytes, imageTypeOf } from '../../shared/node/image-type.ts';
import { sidePath } from '../../shared/node/paths.ts';
import { maxLines } from '../../shared/limits.ts';
import type { Side, SideAnswer, LinesAnswer } from '../../shared/session/side-lines.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';
import { withSpoolFile, spoolError, type CachedFile } from '../content/spool-file.ts';
import { createReadStream } from 'node:fs';

/** Serves the contents of changed files as compared, for lines that the patch leaves out. */
export const sideHandlers = (
  { preparation, derivations }: SessionCore,
  diff: CachedFile<DiffIndex>,
): SessionHandlers<'getDiffLines' | 'getDiffSide' | 'getDiffImage'> => {
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
        const { imageType, isTooLarge } = await factsOf(handle);
        if (isTooLarge === true)
          throw new GalleyError(
            'content_too_large',
            'This image would take a browser too much memory or time. Open the file in a program for images.',
          );
        if (imageType === undefined)
          throw new GalleyError('not_found', 'This content is not an image that browsers show.');
        return imageReply(handle, imageType);
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
  if (imageType === undefined) return { bytes: size };
  switch (await imageProblem(handle, imageType)) {
    case 'too-large':
      return { bytes: size, isTooLarge: true };
    case 'damaged':
      return { bytes: size };
    case undefined:
      return { bytes: size, imageType };
  }
};

interface LineRange {
  readonly from: number;
  readonly to: number;
}

const maxAnswerBytes = 8 * 1024 * 1024;
const lineFeed = 10;

/**
 * Reads a range of lines from a text in the spool, and its line count; only that range is held in memory.
 * @throws GalleyError `content_too_large` or `storage_failed`
 */
const readSpoolLines = async (path: string, { from, to }: LineRange): Promise<LinesAnswer> => {
  const taken: Buffer[] = [];
  let takenBytes = 0;
  let line = 1;
  let isInLine = false;
  const take = (part: Buffer): void => {
    if (line < from || line > to) return;
    takenBytes += part.length;
    if (takenBytes > maxAnswerBytes)
      throw new GalleyError('content_too_large', 'These lines are too long to be shown.');
    taken.push(Buffer.from(part));
  };
  try {
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, start)) {
        take(part.subarray(start, at + 1));
        start = at + 1;
        line += 1;
      }
      take(part.subarray(start));
      isInLine = start < part.length;
    }
  } catch (error) {
    throw error instanceof GalleyError ? error : spoolError(error);
  }
  const total = isInLine ? line : line - 1;
  const text = Buffer.concat(taken).toString('utf8');
  const lines = text === '' ? [] : text.replace(/\n$/u, '').split('\n');
  return { lines, total, endsWithNewline: !isInLine };
};
