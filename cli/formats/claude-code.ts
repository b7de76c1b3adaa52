import { awaitDialogAnswer } from './claude-dialog.ts';
import { noPlan, objectOf, textOf, withMessage } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

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
  maxBytes,
  // No deadline for PermissionRequest: the terminal shows its own dialog meanwhile.
  timeoutMs: (event) =>
    event === undefined || isStop(event) || isPreToolUse(event) ? timeoutMs : undefined,
  awaitAnsweredElsewhere: (event, signal) =>
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
