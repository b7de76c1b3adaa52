import type { FileHandle } from 'node:fs/promises';
import type { Request, Response } from 'express';
import { findSource } from '../document-source.ts';
import { sendFilePart } from './send-file.ts';

interface SourceToSend {
  /** As `documentSource` writes it. */
  readonly file: FileHandle;
  /** Whose text; the first one where absent. */
  readonly name: string | undefined;
}

/** Answers `GET /api/plan/source`. @returns false where there is no text of that name */
export const sendSource = async (
  request: Request,
  response: Response,
  { file, name }: SourceToSend,
): Promise<boolean> => {
  const range = await findSource(file, name);
  if (range === undefined) return false;
  const part = { contentType: 'text/plain; charset=utf-8', ...range };
  await sendFilePart(request, response, { file, part });
  return true;
};
