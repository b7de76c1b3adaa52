import type { FileHandle } from 'node:fs/promises';
import { file, type FileReply } from './reply.ts';

/** Opened on its own, an image (an SVG) must not run scripts or load anything. */
const imagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** An image from an open file. */
export const imageReply = (handle: FileHandle, contentType: string): FileReply =>
  file(handle, {
    contentType,
    offset: 0,
    headers: { 'Content-Security-Policy': imagePolicy },
  });
