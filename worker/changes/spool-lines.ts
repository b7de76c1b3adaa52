import { createReadStream } from 'node:fs';
import { GalleyError } from '../../shared/errors.ts';
import type { LinesAnswer } from '../../shared/session/side-lines.ts';
import { spoolError } from '../content/spool-file.ts';

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
export const readSpoolLines = async (
  path: string,
  { from, to }: LineRange,
): Promise<LinesAnswer> => {
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
