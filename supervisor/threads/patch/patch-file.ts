import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { digestCharacters } from '../../../shared/node/digest-below.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { TakePart } from '../../version-control/provider.ts';
import { PatchIndex, type Correction, type IndexedPatch } from './patch-index.ts';

interface PatchFileOptions {
  readonly path: string;
  readonly maxBytes: number;
}

/**
 * Writes a streamed patch to a file and indexes it on the way.
 * @throws GalleyError `content_too_large` or `invalid_patch`, or the disk's error
 */
export const writePatch = async <Produced>(
  { path, maxBytes }: PatchFileOptions,
  produce: (take: TakePart) => Promise<Produced>,
): Promise<IndexedPatch & { readonly produced: Produced }> => {
  const index = new PatchIndex();
  const file = await open(path, 'wx', 0o600);
  let bytes = 0;
  let produced;
  try {
    produced = await produce(async (part) => {
      bytes += part.length;
      if (bytes > maxBytes)
        throw new GalleyError(
          'content_too_large',
          `The change is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB. Review a smaller range, or add what need not be reviewed to .gitignore.`,
        );
      index.write(part);
      await file.appendFile(part);
    });
  } finally {
    await file.close();
  }
  return { ...index.finish(), produced };
};

/** Copies a patch with its corrections applied. */
export const copyCorrected = async (
  from: string,
  to: string,
  corrections: readonly Correction[],
): Promise<void> => {
  const file = await open(to, 'wx', 0o600);
  let offset = 0;
  try {
    for (const { offset: start, end, line } of corrections) {
      await copyBytes(from, file, [offset, start]);
      await file.appendFile(line);
      offset = end;
    }
    await copyBytes(from, file, [offset, Infinity]);
  } finally {
    await file.close();
  }
};

const copyBytes = async (
  from: string,
  to: FileHandle,
  [start, end]: readonly [number, number],
): Promise<void> => {
  if (start >= end) return;
  for await (const part of createReadStream(from, { start, end: end - 1 }))
    await to.appendFile(part as Buffer);
};

/** Adjusts the files' offsets to the corrected patch. */
export const moveFiles = (
  files: readonly ChangedFile[],
  corrections: readonly Correction[],
): ChangedFile[] => {
  let next = 0;
  let moved = 0;
  const moveTo = (limit: number): number => {
    for (; (corrections[next]?.offset ?? Infinity) < limit; next += 1) {
      const correction = corrections[next];
      if (correction !== undefined)
        moved += correction.line.length - (correction.end - correction.offset);
    }
    return limit + moved;
  };
  return files.map((file) => {
    const offset = moveTo(file.offset);
    return { ...file, offset, bytes: moveTo(file.offset + file.bytes) - offset };
  });
};

const partBytes = 1024 * 1024;

/** Adds to each file that has none the digest of its change: its paths and its part of the patch. */
export const withDigests = async (
  patch: string,
  files: readonly ChangedFile[],
): Promise<ChangedFile[]> => {
  const file = await open(patch);
  try {
    const readAt = readerOf(file);
    const digested: ChangedFile[] = [];
    for (const changed of files)
      digested.push({ digest: await digestOf(readAt, changed), ...changed });
    return digested;
  } finally {
    await file.close();
  }
};

/** Returns what is read from a position on; empty at the end. Valid until the next call. */
type ReadAt = (position: number) => Promise<Buffer>;

/** Reads much at a time, since most parts of a patch are small and follow each other. */
const readerOf = (file: FileHandle): ReadAt => {
  const buffer = Buffer.alloc(partBytes);
  let start = 0;
  let end = 0;
  return async (position) => {
    if (position < start || position >= end) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      start = position;
      end = position + bytesRead;
    }
    return buffer.subarray(position - start, end - start);
  };
};

const digestOf = async (
  readAt: ReadAt,
  { path, oldPath = path, offset, bytes, tooLargeBytes }: ChangedFile,
): Promise<string> => {
  const hash = createHash('sha256').update(`${oldPath}\0${path}\0${tooLargeBytes ?? ''}`);
  for (let at = 0; at < bytes;) {
    const part = (await readAt(offset + at)).subarray(0, bytes - at);
    if (part.length === 0) break;
    hash.update(part);
    at += part.length;
  }
  return hash.digest('hex').slice(0, digestCharacters);
};

/** Reads a file's part of a patch. */
export const readPart = async (
  patch: FileHandle,
  { offset, bytes }: Pick<ChangedFile, 'offset' | 'bytes'>,
): Promise<Buffer> => {
  const { buffer, bytesRead } = await patch.read(Buffer.alloc(bytes), 0, bytes, offset);
  return buffer.subarray(0, bytesRead);
};

/** How many lines all files add and delete. */
export const totalsOf = (
  files: readonly ChangedFile[],
): { readonly additions: number; readonly deletions: number } => ({
  additions: files.reduce((sum, file) => sum + file.additions, 0),
  deletions: files.reduce((sum, file) => sum + file.deletions, 0),
});
