import { awaitDialogAnswer } from './claude-dialog.ts';
import { noPlan, objectOf, textOf, withMessage } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

const isStop = (event: HookEvent | undefined): boolean =>
  ['Stop', 'SubagentStop'].includes(textOf(event, 'hook_event_name') ?? '');

const isPreToolUse = (event: HookEvent | undefined): boolean =>
  textOf(event, 'hook_event_name') === 'PreToolUse';

/** Claude Code waits 600 s by default. At the end of that it lets a tool run, and its agent stop. */
const limitMs = 540_000;

/** Of Claude Code 2.1, 300 KB were seen to arrive whole. */
const mostBytes = 256 * 1024;

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
  mostBytes,
  // A permission is asked for in the terminal all the while.
  limitMs: (event) =>
    event === undefined || isStop(event) || isPreToolUse(event) ? limitMs : undefined,
  awaitHostWentOn: (event, signal) =>
    textOf(event, 'hook_event_name') === 'PermissionRequest'
      ? awaitDialogAnswer(event, signal)
      : new Promise(() => undefined),
  pass: (_event, note) => withMessage({}, note),
  allow: (event, notes) => {
    if (isStop(event)) return withMessage({}, notes);
    const updatedInput = objectOf(event, 'tool_input') ?? {};
    const hookSpecificOutput = isPreToolUse(event)
      ? { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput }
      : { hookEventName: 'PermissionRequest', decision: { behavior: 'allow', updatedInput } };
    return withMessage({ hookSpecificOutput }, notes);
  },
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
