import { readFile, type FileHandle } from 'node:fs/promises';
import type { DiffAnswer, PlanAnswer } from '../../session/content.ts';
import { findSource } from '../document-source.ts';
import { file, json, type Reply } from './reply.ts';

const contentType = 'application/json; charset=utf-8';

/**
 * Answers `GET /api/plan` from a rendered document: the metadata, and the blocks straight from the file, neither parsed
 * nor kept.
 */
export const planReply = async (
  document: FileHandle,
  facts: Omit<PlanAnswer, 'blocks'>,
): Promise<Reply> => {
  const offset = await blocksOffset(document);
  if (offset === undefined) {
    const { blocks } = JSON.parse(await readFile(document, 'utf8')) as Pick<PlanAnswer, 'blocks'>;
    return json({ ...facts, blocks });
  }
  const head = `${JSON.stringify(facts).slice(0, -1)},"blocks":`;
  return file(document, { contentType, head, offset });
};

const headBytes = 64 * 1024;
const headPattern = /^\s*\{\s*(?:"title"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)?"blocks"\s*:/u;

/** Where the value of the last key, `blocks`, begins: from there the file is the end of the answer, brace included. */
const blocksOffset = async (document: FileHandle): Promise<number | undefined> => {
  const head = await document.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  // As Latin-1 an offset in the text is an offset in the file.
  return headPattern.exec(head.buffer.toString('latin1', 0, head.bytesRead))?.[0].length;
};

/** Answers with keys of our own in front of those of an object in a file, without that one's brace: `GET /api/diff`. */
export const extendedReply = (
  object: FileHandle,
  facts: Pick<DiffAnswer, 'version'> & Partial<Pick<DiffAnswer, 'title' | 'preparation'>>,
): Reply =>
  file(object, { contentType, head: `${JSON.stringify(facts).slice(0, -1)},`, offset: 1 });

/** Answers `GET /api/plan/source` from what `documentSource` has written; undefined where there is no text of the name. */
export const sourceReply = async (
  texts: FileHandle,
  name: string | undefined,
): Promise<Reply | undefined> => {
  const range = await findSource(texts, name);
  return range && file(texts, { contentType: 'text/plain; charset=utf-8', ...range });
};
