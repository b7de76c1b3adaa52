import { setTimeout as delay } from 'node:timers/promises';
import { noPlan, objectOf, parseLine, textOf, withMessage } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';
import { JsonlReader } from './jsonl-reader.ts';

const isStop = (event: HookEvent | undefined): boolean =>
  ['Stop', 'SubagentStop'].includes(textOf(event, 'hook_event_name') ?? '');

const isPreToolUse = (event: HookEvent | undefined): boolean =>
  textOf(event, 'hook_event_name') === 'PreToolUse';

/** Claude Code waits 600 s by default, then lets the tool run and the agent stop. */
const timeoutMs = 540_000;

/** Claude Code 2.1 was observed to accept 300 KB. */
const maxBytes = 256 * 1024;

/**
 * Claude Code: `PermissionRequest` (or `PreToolUse`) of ExitPlanMode, with the plan in `tool_input.plan`; `Stop` for
 * reviews of what was done. An `allow` must repeat the input, or newer releases ignore it.
 * Source: code.claude.com/docs/en/hooks
 */
export const claudeCode: Format = {
  planOf: async (event) => {
    const tool = textOf(event, 'tool_name');
    if (isStop(event) || (tool !== undefined && tool !== 'ExitPlanMode')) return undefined;
    const content = textOf(objectOf(event, 'tool_input'), 'plan');
    if (content === undefined) throw noPlan('tool_input.plan');
    return { content };
  },
  isStop,
  stopEvent: { hook_event_name: 'Stop' },
  maxBytes,
  // No deadline for PermissionRequest: the terminal shows its own dialog meanwhile.
  timeoutMs: (event) =>
    event === undefined || isStop(event) || isPreToolUse(event) ? timeoutMs : undefined,
  awaitAnsweredElsewhere: (event, signal) =>
    textOf(event, 'hook_event_name') === 'PermissionRequest'
      ? awaitDialogAnswer(event, signal)
      : new Promise(() => undefined),
  pass: (_event, note) => withMessage({}, note),
  takesEditedPlan: true,
  allow: (event, notes, editedPlan) => {
    if (isStop(event)) return withMessage({}, notes);
    const input = {
      ...objectOf(event, 'tool_input'),
      ...(editedPlan === undefined ? {} : { plan: editedPlan }),
    };
    const hookSpecificOutput = isPreToolUse(event)
      ? {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: input,
          ...(notes === undefined ? {} : { additionalContext: notes }),
        }
      : {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'allow', updatedInput: withNotes(input, notes) },
        };
    return withMessage({ hookSpecificOutput }, notes);
  },
  carriesNotes: (event) => !isStop(event),
  refuse: (event, reason) => {
    if (isStop(event)) return { decision: 'block', reason };
    const hookSpecificOutput = isPreToolUse(event)
      ? {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: reason,
        }
      : { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: reason } };
    return { hookSpecificOutput };
  },
};

/** An approved permission has no field for notes: the agent reads them at the end of its plan. */
const withNotes = (input: HookEvent, notes: string | undefined): HookEvent => {
  const plan = textOf(input, 'plan');
  if (notes === undefined || plan === undefined) return input;
  return { ...input, plan: `${plan.trimEnd()}\n\n---\n\n${notes}` };
};

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
const awaitDialogAnswer = async (event: HookEvent, signal: AbortSignal): Promise<void> => {
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
