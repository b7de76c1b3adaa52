import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { noPlan, objectOf, textOf, withMessage } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

/** Gemini CLI waits 60 s by default, then continues. */
const timeoutMs = 50_000;

const isPlainName = (name: string): boolean => /^[\w.-]+$/u.test(name) && !/^\.+$/u.test(name);

/**
 * Resolves a path against the project folder, then the plans folder. Like Gemini CLI, accepts only files in the latter.
 */
const planIn = (plans: string, event: HookEvent, name: string): string | undefined =>
  [textOf(event, 'cwd') ?? '.', plans]
    .map((folder) => resolve(folder, name))
    .find((path) => realPath(path)?.startsWith(join(realPath(plans) ?? plans, '/')));

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    // Missing.
    return undefined;
  }
};

/** Older releases do not say where plans are: next to the session's transcript. */
const planNextToTranscript = (event: HookEvent, name: string): string | undefined => {
  const transcript = textOf(event, 'transcript_path');
  const session = textOf(event, 'session_id');
  if (transcript === undefined || session === undefined) return undefined;
  if (!isPlainName(name) || !isPlainName(session)) return undefined;
  return join(dirname(dirname(transcript)), session, 'plans', name);
};

const findPlan = (event: HookEvent, name: string, plans: string | undefined) =>
  plans === undefined ? planNextToTranscript(event, name) : planIn(plans, event, name);

/** No limit is documented; this is what Claude Code takes. */
const maxBytes = 256 * 1024;

/**
 * Gemini CLI: `BeforeTool` of `exit_plan_mode`, whose input names the plan file; `AfterAgent` for reviews of finished
 * work.
 * Source: geminicli.com/docs/hooks/reference and geminicli.com/docs/tools/planning
 */
export const gemini: Format = {
  planOf: async (event, { geminiPlans }) => {
    const tool = textOf(event, 'tool_name');
    if (tool !== undefined && tool !== 'exit_plan_mode') return undefined;
    const input = objectOf(event, 'tool_input');
    const given = textOf(input, 'plan_path');
    const name = textOf(input, 'plan_filename');
    if (given !== undefined && geminiPlans === undefined)
      return { path: resolve(textOf(event, 'cwd') ?? '.', given) };
    const wanted = given ?? name;
    const path = wanted === undefined ? undefined : findPlan(event, wanted, geminiPlans);
    if (path === undefined)
      throw noPlan(given === undefined ? 'tool_input.plan_filename' : 'tool_input.plan_path');
    return { path };
  },
  maxBytes,
  isStop: (event) => textOf(event, 'hook_event_name') === 'AfterAgent',
  stopEvent: { hook_event_name: 'AfterAgent' },
  timeoutMs: () => timeoutMs,
  pass: (_event, note) => withMessage({}, note),
  allow: (_event, notes) => withMessage({ decision: 'allow' }, notes),
  refuse: (_event, reason) => ({ decision: 'deny', reason }),
};
