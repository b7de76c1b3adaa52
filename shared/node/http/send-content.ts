import { readFile, type FileHandle } from 'node:fs/promises';
import type { Request, Response } from 'express';
import type { DiffAnswer, PlanAnswer } from '../../session/content.ts';
import type { Reply } from './reply.ts';
import { sendFilePart } from './send-file.ts';

const contentType = 'application/json; charset=utf-8';

interface PlanToSend {
  /** A rendered document. */
  readonly file: FileHandle;
  readonly facts: Omit<PlanAnswer, 'blocks'>;
}

/** Answers `GET /api/plan`: the metadata, and the blocks straight from the file, neither parsed nor kept. */
export const sendPlan = async (
  request: Request,
  response: Response,
  { file, facts }: PlanToSend,
): Promise<Reply | undefined> => {
  const offset = await blocksOffset(file);
  if (offset === undefined) {
    const { blocks } = JSON.parse(await readFile(file, 'utf8')) as Pick<PlanAnswer, 'blocks'>;
    return { status: 200, body: { ...facts, blocks } };
  }
  const head = `${JSON.stringify(facts).slice(0, -1)},"blocks":`;
  await sendFilePart(request, response, { file, part: { contentType, head, offset } });
  return undefined;
};

const headBytes = 64 * 1024;
const headPattern = /^\s*\{\s*(?:"title"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)?"blocks"\s*:/u;

/** Where the value of the last key, `blocks`, begins: from there the file is the end of the answer, brace included. */
const blocksOffset = async (file: FileHandle): Promise<number | undefined> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  // As Latin-1 an offset in the text is an offset in the file.
  return headPattern.exec(buffer.toString('latin1', 0, bytesRead))?.[0].length;
};

interface ManifestToSend {
  readonly file: FileHandle;
  readonly facts: Pick<DiffAnswer, 'title' | 'preparation' | 'version'>;
}

/** Answers `GET /api/diff`: the metadata, and the manifest's own keys behind it. */
export const sendManifest = (
  request: Request,
  response: Response,
  { file, facts }: ManifestToSend,
): Promise<void> => {
  const head = `${JSON.stringify(facts).slice(0, -1)},`;
  // The manifest's own brace is left out: its keys go on behind ours.
  return sendFilePart(request, response, { file, part: { contentType, head, offset: 1 } });
};
