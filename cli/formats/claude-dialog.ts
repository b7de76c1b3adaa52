import { setTimeout as delay } from 'node:timers/promises';
import { objectOf, parseLine, textOf } from './event-fields.ts';
import type { HookEvent } from './format.ts';
import { GrowingLines } from './growing-lines.ts';

const pollMs = 500;

/** The parts of a message in a line of the transcript. */
const partsOf = (line: string): HookEvent[] => {
  const content = objectOf(parseLine(line), 'message')?.['content'];
  return Array.isArray(content) ? (content as HookEvent[]) : [];
};

/**
 * Resolves when the user has answered in the terminal's own dialog, which Claude Code shows beside its hook and does not
 * tell it of: the transcript has a result for the call then. A call that was answered before does not count, since this
 * one may not stand there yet.
 */
export const awaitDialogAnswer = async (event: HookEvent, signal: AbortSignal): Promise<void> => {
  const path = textOf(event, 'transcript_path');
  if (path === undefined) return new Promise(() => undefined);
  const lines = new GrowingLines(path);
  const openCalls = new Set<string>();
  for (let look = 0; !signal.aborted; look += 1) {
    const answered = await readAnswers(lines, openCalls);
    if (look > 0 && answered > 0 && openCalls.size === 0) return;
    await delay(pollMs, undefined, { ref: false });
  }
};

/** Resolves with how many calls were answered in what has been written since. */
const readAnswers = async (lines: GrowingLines, openCalls: Set<string>): Promise<number> => {
  let answered = 0;
  try {
    for await (const line of lines.read())
      for (const part of partsOf(line)) {
        if (part['name'] === 'ExitPlanMode') openCalls.add(textOf(part, 'id') ?? '');
        if (openCalls.delete(textOf(part, 'tool_use_id') ?? '-')) answered += 1;
      }
  } catch {
    // There is none, or not yet.
  }
  return answered;
};
