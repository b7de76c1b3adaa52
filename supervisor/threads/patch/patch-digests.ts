import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';

const digestCharacters = 32;
const partBytes = 256 * 1024;

/** Adds to each file the digest of its change: its paths and its part of the patch. */
export const withDigests = async (
  patch: string,
  files: readonly ChangedFile[],
): Promise<ChangedFile[]> => {
  const file = await open(patch);
  const buffer = Buffer.alloc(partBytes);
  try {
    const digested: ChangedFile[] = [];
    for (const changed of files)
      digested.push({ ...changed, digest: await digestOf(file, changed, buffer) });
    return digested;
  } finally {
    await file.close();
  }
};

const digestOf = async (
  file: FileHandle,
  { path, oldPath = path, offset, bytes }: ChangedFile,
  buffer: Buffer,
): Promise<string> => {
  const hash = createHash('sha256').update(`${oldPath}\0${path}\0`);
  for (let at = 0; at < bytes;) {
    const wanted = Math.min(buffer.length, bytes - at);
    const { bytesRead } = await file.read(buffer, 0, wanted, offset + at);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex').slice(0, digestCharacters);
};
