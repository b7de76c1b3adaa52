import { readFile, type FileHandle } from 'node:fs/promises';
import type { DiffAnswer, PlanAnswer } from '../../session/content.ts';
import { findSource, readSourceText } from '../document-source.ts';
import { file, json, type Reply } from './reply.ts';

const contentType = 'application/json; charset=utf-8';

/**
 * Answers `GET /api/plan` from a rendered document: the metadata, and the blocks piped from the file without parsing.
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

/** Offset of the value of `blocks`, the last key: the rest of the file, closing brace included, ends the response. */
const blocksOffset = async (document: FileHandle): Promise<number | undefined> => {
  const head = await document.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  // In Latin-1, text offsets equal byte offsets.
  return headPattern.exec(head.buffer.toString('latin1', 0, head.bytesRead))?.[0].length;
};

/**
 * Replies with our own keys followed by those of a JSON object in a file, which is piped without its opening brace:
 * `GET /api/diff`.
 */
export const extendedReply = (
  object: FileHandle,
  facts: Pick<DiffAnswer, 'version'> &
    Partial<
      Pick<DiffAnswer, 'title' | 'preparation'> & {
        readonly round: number;
        readonly settled: readonly string[];
      }
    >,
): Reply =>
  file(object, { contentType, head: `${JSON.stringify(facts).slice(0, -1)},`, offset: 1 });

/** Answers `GET /api/source` from the output of `documentSource`; undefined if there is no text with that name. */
export const sourceReply = async (
  texts: FileHandle,
  wanted: string | undefined,
): Promise<Reply | undefined> => {
  const found = await findSource(texts, wanted);
  if (found === undefined) return undefined;
  const { name, hash, offset, bytes } = found;
  if (hash === undefined) return json({ name, text: await readSourceText(texts, found) });
  const head = `${JSON.stringify({ name, hash }).slice(0, -1)},"text":`;
  return file(texts, { contentType, head, offset, bytes, tail: '}' });
};
