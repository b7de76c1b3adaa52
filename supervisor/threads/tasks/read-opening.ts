import { readFile, writeFile } from 'node:fs/promises';
import { parseJson } from '../../../shared/node/http/read-json.ts';
import { parseWith } from '../../../shared/parse.ts';
import { openRequestSchema, type OpenRequest } from '../../../shared/session/session.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ReadOpeningRequest, ReadOpeningResult } from '../task-requests.ts';
import { inspectSource } from './inspect-source.ts';

/**
 * Parses and inspects a request to open a session, and writes the text it contains to a file.
 * @throws GalleyError `invalid_json`, `invalid_request` or `storage_failed`, or as inspectSource does
 */
export const readOpening = async (
  { body, content: output }: ReadOpeningRequest,
  context: TaskContext,
): Promise<ReadOpeningResult> => {
  const request = parseWith(openRequestSchema, parseJson(await readFile(body)), {
    what: 'The request',
  });
  const inspected = await inspectSource(request, context);
  const text = request.mode === 'review' ? undefined : request.content;
  if (text !== undefined)
    await withTaskOutput(output, async ({ draftOf, publish }) => {
      await writeFile(draftOf(output), text, { mode: 0o600 });
      await publish(output);
    });
  return { request: withoutContent(request), inspected };
};

const withoutContent = (request: OpenRequest): OpenRequest => {
  if (request.mode === 'review') return request;
  const { content: _, ...rest } = request;
  return rest;
};
