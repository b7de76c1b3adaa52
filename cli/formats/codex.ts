import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { objectOf, parseEvent, textOf } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

/** The last complete plan in a message; an agent that only asks something has none. */
export const proposedPlan = (message: string): string | undefined => {
  const plans = Array.from(
    message.matchAll(/<proposed_plan>([\s\S]*?)<\/proposed_plan>/gu),
    ([, plan = '']) => plan.trim(),
  );
  return plans.findLast((plan) => plan !== '');
};

const parseLine = (line: string): HookEvent | undefined => {
  try {
    return parseEvent(line);
  } catch {
    // The last line may be half written.
    return undefined;
  }
};

/** The texts of an assistant's message in a transcript's line. */
const messageTexts = (payload: HookEvent | undefined): string => {
  const { role, content } = payload ?? {};
  if (role !== 'assistant' || !Array.isArray(content)) return '';
  return content.map((part) => textOf(part as HookEvent, 'text') ?? '').join('\n');
};

/** The plan of one turn in a session's transcript: an earlier turn's plan was reviewed then. */
const planInTranscript = async (path: string, turnId: string): Promise<string | undefined> => {
  let turn: string | undefined;
  let plan: string | undefined;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const payload = objectOf(parseLine(line), 'payload');
    turn = textOf(payload, 'turn_id') ?? turn;
    if (turn !== turnId) continue;
    const item = objectOf(payload, 'item');
    const itemPlan = item?.['type'] === 'Plan' ? textOf(item, 'text') : undefined;
    plan = itemPlan ?? proposedPlan(messageTexts(payload)) ?? plan;
  }
  return plan;
};

/**
 * Codex: the `Stop` hook, which runs at the end of each turn; a turn without a plan is left alone. The plan stands in
 * the last message, or, where the event does not carry that, in the transcript.
 * Source: developers.openai.com/codex/hooks
 */
export const codex: Format = {
  planOf: async (event) => {
    const message = textOf(event, 'last_assistant_message');
    const transcript = textOf(event, 'transcript_path');
    const turnId = textOf(event, 'turn_id');
    const content =
      message !== undefined
        ? proposedPlan(message)
        : transcript !== undefined && turnId !== undefined
          ? await planInTranscript(transcript, turnId)
          : undefined;
    return content === undefined ? undefined : { content };
  },
  pass: () => ({}),
  allow: (_event, notes) => (notes === undefined ? {} : { systemMessage: notes }),
  refuse: (_event, reason) => ({ decision: 'block', reason }),
};
