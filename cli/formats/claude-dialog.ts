import { setTimeout as delay } from 'node:timers/promises';
import { objectOf, parseLine, textOf } from './event-fields.ts';
import type { HookEvent } from './format.ts';
import { JsonlReader } from './jsonl-reader.ts';

const pollMs = 500;

/** The content parts of a message in a transcript line. */
const contentParts = (line: string): HookEvent[] => {
  const content = objectOf(parseLine(line), 'message')?.['content'];
  return Array.isArray(content) ? (content as HookEvent[]) : [];
};

/**
 * Resolves when the user has answered in the terminal's own dialog, which Claude Code shows in parallel without telling
 * its hook: then the transcript has a result for the call. Calls answered before the first poll do not count, since
 * this call may not be in the transcript yet.
 */
export const awaitDialogAnswer = async (event: HookEvent, signal: AbortSignal): Promise<void> => {
  const path = textOf(event, 'transcript_path');
  if (path === undefined) return new Promise(() => undefined);
  const lines = new JsonlReader(path);
  const openCalls = new Set<string>();
  for (let poll = 0; !signal.aborted; poll += 1) {
    const answered = await readAnswers(lines, openCalls);
    if (poll > 0 && answered > 0 && openCalls.size === 0) return;
    await delay(pollMs, undefined, { ref: false });
  }
};

/** Resolves with the number of calls answered since the last read. */
const readAnswers = async (lines: JsonlReader, openCalls: Set<string>): Promise<number> => {
  let answered = 0;
  try {
    for await (const line of lines.read())
      for (const part of contentParts(line)) {
        if (part['name'] === 'ExitPlanMode') openCalls.add(textOf(part, 'id') ?? '');
        if (openCalls.delete(textOf(part, 'tool_use_id') ?? '-')) answered += 1;
      }
  } catch {
    // No transcript yet.
  }
  return answered;
};
