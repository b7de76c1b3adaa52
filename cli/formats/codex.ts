import { GalleyError } from '../../shared/errors.ts';
import { unreadable } from '../../shared/node/text-source.ts';
import { noPlan, objectOf, parseLine, textOf, withMessage } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';
import { GrowingLines } from './growing-lines.ts';

const opening = '<proposed_plan>';
const closing = '</proposed_plan>';

/** The last complete plan in a message; an agent that only asks something has none. */
export const proposedPlan = (message: string): string | undefined => {
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

/** The texts of an assistant's message in a transcript's line. */
const messageTexts = (payload: HookEvent | undefined): string => {
  const { role, content } = payload ?? {};
  if (role !== 'assistant' || !Array.isArray(content)) return '';
  return content.map((part) => textOf(part as HookEvent, 'text') ?? '').join('\n');
};

/** What a session's transcript tells of one turn. */
interface Turn {
  /** Undefined where it does not say. */
  readonly isPlanMode: boolean | undefined;
  /** The plan of this turn alone: an earlier one was reviewed then. */
  readonly plan: string | undefined;
  /** Whether a hook has refused the end of the turn since. */
  readonly isAnswered: boolean;
}

/** The mode in a line that begins a turn: `collaboration_mode` of newer releases, or its kind. */
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
  for await (const line of new GrowingLines(path).read()) {
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

/** Codex waits 600 s by default, and lets its agent stop then. */
const limitMs = 540_000;

/** Codex cuts about 10 KB or more in the middle. */
const mostBytes = 9000;

/**
 * Codex: the `Stop` hook, which runs at the end of each turn. In plan mode the message comes without the plan that stands
 * in the midst of it: the transcript has both, and says which mode it was. A turn without a plan is left alone, unless it
 * was in plan mode: there the agent is asked once whether that is meant so.
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
  mostBytes,
  limitMs: () => limitMs,
  pass: (_event, note) => withMessage({}, note),
  allow: (_event, notes) => withMessage({}, notes),
  refuse: (_event, reason) => ({ decision: 'block', reason }),
};
