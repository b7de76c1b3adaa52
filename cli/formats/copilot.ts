import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { noPlan, objectOf, parseEvent, textOf } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

/** The tool's arguments: JSON in a text, or the object itself. */
const argumentsOf = (event: HookEvent): HookEvent | undefined => {
  const text = textOf(event, 'toolArgs');
  return text === undefined ? objectOf(event, 'toolArgs') : parseEvent(text);
};

/** The file that the agent keeps its session's plan in. */
const sessionPlan = (event: HookEvent): string | undefined => {
  const session = textOf(event, 'sessionId');
  if (session === undefined || !/^[\w-]+$/u.test(session)) return undefined;
  const path = join(homedir(), '.copilot', 'session-state', session, 'plan.md');
  return existsSync(path) ? path : undefined;
};

/**
 * GitHub Copilot CLI: `preToolUse`, which runs before every tool; all but `exit_plan_mode` are left alone.
 * Source: docs.github.com/en/copilot/reference/hooks-configuration
 */
export const copilot: Format = {
  planOf: async (event) => {
    if (textOf(event, 'toolName') !== 'exit_plan_mode') return undefined;
    const input = argumentsOf(event);
    const content = textOf(input, 'planContent') ?? textOf(input, 'plan');
    if (content !== undefined) return { content };
    const path = sessionPlan(event);
    if (path !== undefined) return { path };
    const summary = textOf(input, 'summary');
    if (summary === undefined) throw noPlan('toolArgs');
    return { content: summary };
  },
  pass: () => ({}),
  allow: () => ({ permissionDecision: 'allow' }),
  refuse: (_event, reason) => ({
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  }),
};
