import { readFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Request, Response } from 'express';
import type { Reply } from '../../shared/node/http/reply.ts';
import type { PlanAnswer } from '../../shared/session/content.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { ContentVersion } from './content-version.ts';
import { sendFilePart, withSpoolFile } from './send-file.ts';

interface PlanParts {
  readonly assignment: Assignment;
  readonly preparation: PreparationState;
  readonly version: ContentVersion;
}

/** `GET /api/plan`: the metadata, and the blocks straight from the spool file, neither parsed nor kept. */
export const planHandler = ({
  assignment: { title, mode, origin, source, files },
  preparation,
  version,
}: PlanParts): SessionHandlers<'getPlan'> => ({
  getPlan: async (request, response) => {
    const { current } = preparation;
    const facts = { title, mode, origin, source, version: version.current, preparation: current };
    if (current.state !== 'ready') return { status: 200, body: { ...facts, blocks: [] } };
    return withSpoolFile(files.document, (file) => sendBlocks(request, response, { file, facts }));
  },
});

interface BlocksToSend {
  readonly file: FileHandle;
  readonly facts: Omit<PlanAnswer, 'blocks'>;
}

const sendBlocks = async (
  request: Request,
  response: Response,
  { file, facts }: BlocksToSend,
): Promise<Reply | undefined> => {
  const offset = await blocksOffset(file);
  if (offset === undefined) {
    const { blocks } = JSON.parse(await readFile(file, 'utf8')) as Pick<PlanAnswer, 'blocks'>;
    return { status: 200, body: { ...facts, blocks } };
  }
  const head = `${JSON.stringify(facts).slice(0, -1)},"blocks":`;
  const contentType = 'application/json; charset=utf-8';
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
