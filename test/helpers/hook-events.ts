import type { FormatName } from '../../cli/formats/format.ts';

/** The events of an agent, and where its hook expects the answer. */
interface HostEvents {
  /** An event that asks for approval of a plan; `cwd` is the project folder. */
  readonly plan: (content: string, cwd: string) => object;
  /** The agent is about to end its turn. */
  readonly stop: (fields: object) => object;
  /** What the agent reads with the approval of a plan. */
  readonly planNotes: (answer: unknown) => string | undefined;
  /** The reason given for refusing a plan, or the end of a turn; undefined for any other answer. */
  readonly planRefused: (answer: unknown) => string | undefined;
  readonly stopRefused: (answer: unknown) => string | undefined;
}

/** The text under a key, if the other keys are as expected. */
const reasonIn = (answer: unknown, expected: Record<string, string>, key: string) => {
  const fields = answer as Record<string, unknown>;
  const isExpected = Object.entries(expected).every(([name, value]) => fields[name] === value);
  return isExpected ? (fields[key] as string) : undefined;
};
const block = (answer: unknown) => reasonIn(answer, { decision: 'block' }, 'reason');
const deny = (answer: unknown) => reasonIn(answer, { decision: 'deny' }, 'reason');

/** Hosts that have no field for it. */
const noNotes = () => undefined;

const claudeStop = (fields: object) => ({ hook_event_name: 'Stop', session_id: 's-1', ...fields });

/** In the formats of the real agents. */
export const hostEvents: Readonly<Record<FormatName, HostEvents>> = {
  'claude-code': {
    plan: (plan, cwd) => ({
      hook_event_name: 'PreToolUse',
      session_id: 's-1',
      tool_name: 'ExitPlanMode',
      tool_input: { plan },
      cwd,
    }),
    stop: claudeStop,
    planNotes: (answer) =>
      reasonIn(
        (answer as { hookSpecificOutput?: object }).hookSpecificOutput ?? {},
        { permissionDecision: 'allow' },
        'additionalContext',
      ),
    planRefused: (answer) =>
      reasonIn(
        (answer as { hookSpecificOutput?: object }).hookSpecificOutput ?? {},
        { permissionDecision: 'deny' },
        'permissionDecisionReason',
      ),
    stopRefused: block,
  },
  codex: {
    plan: (plan, cwd) => ({
      ...claudeStop({ cwd }),
      last_assistant_message: `<proposed_plan>\n${plan}\n</proposed_plan>`,
    }),
    stop: claudeStop,
    planNotes: noNotes,
    planRefused: block,
    stopRefused: block,
  },
  gemini: {
    plan: (_plan, cwd) => ({
      hook_event_name: 'BeforeTool',
      session_id: 's-1',
      tool_name: 'exit_plan_mode',
      tool_input: { plan_path: 'plan.md' },
      cwd,
    }),
    stop: (fields) => ({ hook_event_name: 'AfterAgent', session_id: 's-1', ...fields }),
    planNotes: noNotes,
    planRefused: deny,
    stopRefused: deny,
  },
  copilot: {
    plan: (plan, cwd) => ({
      sessionId: 's-1',
      toolName: 'exit_plan_mode',
      toolArgs: JSON.stringify({ planContent: plan }),
      cwd,
    }),
    stop: (fields) => ({ sessionId: 's-1', stopReason: 'end_turn', ...fields }),
    planNotes: (answer) => reasonIn(answer, { permissionDecision: 'allow' }, 'additionalContext'),
    planRefused: (answer) =>
      reasonIn(answer, { permissionDecision: 'deny' }, 'permissionDecisionReason'),
    stopRefused: block,
  },
};
