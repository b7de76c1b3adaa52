import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noPlan, objectOf, parseEvent, textOf } from './event-fields.ts';
import type { Format, HookEvent, HostFolders } from './format.ts';

/** Copilot CLI waits 30 s by default, then takes silence for approval. */
const timeoutMs = 25_000;

/**
 * Events have a name only if configured under Claude Code's event names, which also changes the names of their fields.
 */
const toolOf = (event: HookEvent | undefined): string | undefined =>
  textOf(event, 'toolName') ?? textOf(event, 'tool_name');

const isStop = (event: HookEvent | undefined): boolean =>
  toolOf(event) === undefined &&
  (textOf(event, 'stopReason') ?? textOf(event, 'stop_reason')) !== undefined;

/** The tool's arguments: a JSON string or an object. */
const argumentsOf = (event: HookEvent): HookEvent | undefined => {
  const text = textOf(event, 'toolArgs');
  if (text !== undefined) return parseEvent(text);
  return objectOf(event, 'toolArgs') ?? objectOf(event, 'tool_input');
};

/** The file in which the agent keeps the session's plan. */
const sessionPlan = (event: HookEvent, { copilotHome }: HostFolders): string | undefined => {
  const session = textOf(event, 'sessionId') ?? textOf(event, 'session_id');
  if (session === undefined || !/^[\w-]+$/u.test(session)) return undefined;
  const path = join(copilotHome, 'session-state', session, 'plan.md');
  return existsSync(path) ? path : undefined;
};

/** No limit is documented; this is what Claude Code takes. */
const maxBytes = 256 * 1024;

/**
 * GitHub Copilot CLI: `preToolUse`, which runs before every tool; all but `exit_plan_mode` pass. `agentStop` for
 * reviews of finished work.
 * Source: docs.github.com/en/copilot/reference/hooks-configuration
 */
export const copilot: Format = {
  planOf: async (event, folders) => {
    if (toolOf(event) === undefined && !isStop(event)) throw noPlan('toolName');
    if (toolOf(event) !== 'exit_plan_mode') return undefined;
    const input = argumentsOf(event);
    const content = textOf(input, 'planContent') ?? textOf(input, 'plan');
    if (content !== undefined) return { content };
    const path = sessionPlan(event, folders);
    if (path !== undefined) return { path };
    const summary = textOf(input, 'summary');
    if (summary === undefined) throw noPlan('toolArgs');
    return { content: summary };
  },
  isStop,
  stopEvent: { stopReason: 'end_turn' },
  maxBytes,
  timeoutMs: () => timeoutMs,
  pass: () => ({}),
  allow: (event, notes) =>
    isStop(event)
      ? {}
      : {
          permissionDecision: 'allow',
          ...(notes === undefined ? {} : { additionalContext: notes }),
        },
  carriesNotes: (event) => !isStop(event),
  refuse: (event, reason) =>
    isStop(event)
      ? { decision: 'block', reason }
      : { permissionDecision: 'deny', permissionDecisionReason: reason },
};
