import { GalleyError } from '../../shared/errors.ts';
import { unreadable } from '../../shared/node/text-source.ts';
import { noPlan, objectOf, parseLine, textOf, withMessage } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';
import { JsonlReader } from './jsonl-reader.ts';

const opening = '<proposed_plan>';
const closing = '</proposed_plan>';

/** The last complete plan in a message, if it has one. */
const proposedPlan = (message: string): string | undefined => {
  let last: string | undefined;
  for (let start = message.indexOf(opening); start >= 0;) {
    const end = message.indexOf(closing, start);
    if (end < 0) break;
    const plan = message.slice(start + opening.length, end).trim();
    if (plan !== '') last = plan;
    start = message.indexOf(opening, end);
  }
  return last;
};

/** The text of an assistant's message in a transcript line. */
const messageTexts = (payload: HookEvent | undefined): string => {
  const { role, content } = payload ?? {};
  if (role !== 'assistant' || !Array.isArray(content)) return '';
  return content.map((part) => textOf(part as HookEvent, 'text') ?? '').join('\n');
};

/** What the transcript says about a turn. */
interface Turn {
  /** Undefined if it does not say. */
  readonly isPlanMode: boolean | undefined;
  /** The plan of this turn only: earlier ones were reviewed in theirs. */
  readonly plan: string | undefined;
  /** Whether a hook has answered this plan already. */
  readonly isAnswered: boolean;
}

/** The mode in the first line of a turn: `collaboration_mode` in newer releases, else its kind. */
const planModeOf = (payload: HookEvent | undefined): boolean | undefined => {
  const mode =
    textOf(objectOf(payload, 'collaboration_mode'), 'mode') ??
    textOf(payload, 'collaboration_mode_kind');
  return mode === undefined ? undefined : mode === 'plan';
};

const readTurn = async (path: string, turnId: string): Promise<Turn> => {
  let turn: string | undefined;
  let plan: string | undefined;
  let isPlanMode: boolean | undefined;
  let isAnswered = false;
  for await (const line of new JsonlReader(path).read()) {
    const payload = objectOf(parseLine(line), 'payload');
    turn = textOf(payload, 'turn_id') ?? turn;
    if (turn !== turnId) continue;
    isPlanMode = planModeOf(payload) ?? isPlanMode;
    const item = objectOf(payload, 'item');
    const itemPlan = item?.['type'] === 'Plan' ? textOf(item, 'text') : undefined;
    const found = itemPlan ?? proposedPlan(messageTexts(payload));
    plan = found ?? plan;
    isAnswered = found === undefined && (isAnswered || item?.['type'] === 'HookPrompt');
  }
  return { isPlanMode, plan, isAnswered };
};

const turnOf = async (event: HookEvent): Promise<Turn> => {
  const transcript = textOf(event, 'transcript_path');
  const turnId = textOf(event, 'turn_id');
  const isPlanMode = textOf(event, 'permission_mode') === 'plan' || undefined;
  if (transcript === undefined || turnId === undefined)
    return { isPlanMode, plan: undefined, isAnswered: false };
  const turn = await readTurn(transcript, turnId).catch((cause: unknown) => {
    throw unreadable(transcript, cause);
  });
  return { ...turn, isPlanMode: isPlanMode ?? turn.isPlanMode };
};

const planMissing = (): GalleyError =>
  new GalleyError(
    'content_empty',
    'This turn was in plan mode, and no plan was found in it. Write the whole plan between <proposed_plan> tags; if you only have a question, ask it again.',
  );

/** Codex waits 600 s by default, then lets the agent stop. */
const timeoutMs = 540_000;

/** Codex cuts texts of about 10 KB or more in the middle. */
const maxBytes = 9000;

/**
 * Codex: the `Stop` hook, which runs at the end of each turn. In plan mode the event's message lacks the plan inside
 * it; the transcript has the plan and the mode. Turns without a plan pass, but in plan mode the agent is asked once
 * whether it forgot it.
 * Source: developers.openai.com/codex/hooks; `collaboration_mode` of Codex 0.169
 */
export const codex: Format = {
  planOf: async (event) => {
    if (!('hook_event_name' in event || 'turn_id' in event || 'last_assistant_message' in event))
      throw noPlan('hook_event_name');
    const message = textOf(event, 'last_assistant_message');
    const plan = message === undefined ? undefined : proposedPlan(message);
    if (plan !== undefined) return { content: plan };
    const turn = await turnOf(event);
    if (turn.plan !== undefined)
      return { content: turn.plan, ...(turn.isAnswered ? { isAnswered: true } : {}) };
    if (turn.isPlanMode === true && event['stop_hook_active'] !== true) throw planMissing();
    return undefined;
  },
  isStop: () => true,
  stopEvent: { hook_event_name: 'Stop' },
  maxBytes,
  timeoutMs: () => timeoutMs,
  pass: (_event, note) => withMessage({}, note),
  allow: (_event, notes) => withMessage({}, notes),
  refuse: (_event, reason) => ({ decision: 'block', reason }),
};
