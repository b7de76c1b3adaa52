import { noPlan, objectOf, textOf } from './event-fields.ts';
import type { Format, HookEvent } from './format.ts';

const isStop = (event: HookEvent | undefined): boolean =>
  ['Stop', 'SubagentStop'].includes(textOf(event, 'hook_event_name') ?? '');

const isPreToolUse = (event: HookEvent | undefined): boolean =>
  textOf(event, 'hook_event_name') === 'PreToolUse';

const withNotes = (answer: object, notes: string | undefined): object =>
  notes === undefined ? answer : { ...answer, systemMessage: notes };

/**
 * Claude Code: `PermissionRequest` (or `PreToolUse`) of ExitPlanMode, with the plan in `tool_input.plan`; `Stop` for
 * reviews of what was done. An `allow` must repeat the input, or newer releases ignore it.
 * Source: code.claude.com/docs/en/hooks
 */
export const claudeCode: Format = {
  planOf: async (event) => {
    const tool = textOf(event, 'tool_name');
    if (tool !== undefined && tool !== 'ExitPlanMode') return undefined;
    const content = textOf(objectOf(event, 'tool_input'), 'plan');
    if (content === undefined) throw noPlan('tool_input.plan');
    return { content };
  },
  pass: () => ({}),
  allow: (event, notes) => {
    if (isStop(event)) return withNotes({}, notes);
    const updatedInput = objectOf(event, 'tool_input') ?? {};
    const hookSpecificOutput = isPreToolUse(event)
      ? { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput }
      : { hookEventName: 'PermissionRequest', decision: { behavior: 'allow', updatedInput } };
    return withNotes({ hookSpecificOutput }, notes);
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
