import { dirname, join, resolve } from 'node:path';
import { noPlan, objectOf, textOf } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

const isPlainName = (name: string): boolean => /^[\w.-]+$/u.test(name) && !/^\.+$/u.test(name);

/** Where a plan that is only named stands: in the folder of plans beside the session's transcript. */
const namedPlan = (event: HookEvent, name: string): string | undefined => {
  const transcript = textOf(event, 'transcript_path');
  const session = textOf(event, 'session_id');
  if (transcript === undefined || session === undefined) return undefined;
  if (!isPlainName(name) || !isPlainName(session)) return undefined;
  return join(dirname(dirname(transcript)), session, 'plans', name);
};

/**
 * Gemini CLI: `BeforeTool` of `exit_plan_mode`, whose input names the file of the plan.
 * Source: geminicli.com/docs/hooks/reference and geminicli.com/docs/tools/planning
 */
export const gemini: Format = {
  planOf: async (event) => {
    const tool = textOf(event, 'tool_name');
    if (tool !== undefined && tool !== 'exit_plan_mode') return undefined;
    const input = objectOf(event, 'tool_input');
    const given = textOf(input, 'plan_path');
    const name = textOf(input, 'plan_filename');
    const path =
      given === undefined
        ? name === undefined
          ? undefined
          : namedPlan(event, name)
        : resolve(textOf(event, 'cwd') ?? '.', given);
    if (path === undefined) throw noPlan('tool_input.plan_path');
    return { path };
  },
  pass: () => ({}),
  allow: (_event, notes) => ({
    decision: 'allow',
    ...(notes === undefined ? {} : { systemMessage: notes }),
  }),
  refuse: (_event, reason) => ({ decision: 'deny', reason }),
};
