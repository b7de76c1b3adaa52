import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseEvent } from '../../../cli/formats/event-fields.ts';
import type { HookEvent } from '../../../cli/formats/format.ts';
import { formats } from '../../../cli/formats/formats.ts';

const folders = { copilotHome: '/no-copilot', geminiPlans: undefined };

const claudeEvent = {
  hook_event_name: 'PermissionRequest',
  tool_name: 'ExitPlanMode',
  tool_input: { plan: '# A plan', allowedPrompts: [{ tool: 'Bash' }] },
};

describe('the plan of an event', () => {
  const found: [keyof typeof formats, HookEvent, unknown][] = [
    ['claude-code', claudeEvent, { content: '# A plan' }],
    ['claude-code', { ...claudeEvent, tool_name: 'Bash' }, undefined],
    [
      'codex',
      {
        last_assistant_message:
          '<proposed_plan>old</proposed_plan> so:\n<proposed_plan>\n# B\n</proposed_plan>',
      },
      { content: '# B' },
    ],
    ['codex', { last_assistant_message: 'Which one do you mean?' }, undefined],
    ['codex', { last_assistant_message: 'a <proposed_plan> without an end' }, undefined],
    ['codex', { last_assistant_message: null, transcript_path: null }, undefined],
    [
      'gemini',
      { tool_name: 'exit_plan_mode', cwd: '/work', tool_input: { plan_path: 'plans/p.md' } },
      { path: '/work/plans/p.md' },
    ],
    [
      'gemini',
      {
        tool_name: 'exit_plan_mode',
        session_id: 's-1',
        transcript_path: '/tmp/g/chats/t.json',
        tool_input: { plan_filename: 'p.md' },
      },
      { path: '/tmp/g/s-1/plans/p.md' },
    ],
    ['gemini', { tool_name: 'run_shell_command' }, undefined],
    ['copilot', { toolName: 'bash', toolArgs: '{"command":"ls"}' }, undefined],
    [
      'copilot',
      { toolName: 'exit_plan_mode', toolArgs: '{"planContent":"# C"}' },
      { content: '# C' },
    ],
    [
      'copilot',
      { toolName: 'exit_plan_mode', sessionId: '../../etc', toolArgs: { summary: 'short' } },
      { content: 'short' },
    ],
  ];
  it.each(found)('%s %j', async (name, event, expected) => {
    expect(await formats[name].planOf(event, folders)).toEqual(expected);
  });

  const missing: [keyof typeof formats, HookEvent][] = [
    ['claude-code', { tool_name: 'ExitPlanMode', tool_input: { plan: ' ' } }],
    ['claude-code', {}],
    ['gemini', { tool_name: 'exit_plan_mode', tool_input: {} }],
    [
      'gemini',
      {
        tool_name: 'exit_plan_mode',
        session_id: '..',
        transcript_path: '/a/b/c',
        tool_input: { plan_filename: '../../etc/passwd' },
      },
    ],
    ['copilot', { toolName: 'exit_plan_mode', toolArgs: '{}' }],
    ['copilot', { toolName: 'exit_plan_mode', toolArgs: 'no json' }],
  ];
  it.each(missing)('%s %j is an error, never a pass', async (name, event) => {
    await expect(formats[name].planOf(event, folders)).rejects.toThrow();
  });

  it('comes on stdin as a JSON object', () => {
    expect(parseEvent(' \n')).toBeUndefined();
    expect(parseEvent('{"a":1}')).toEqual({ a: 1 });
    for (const text of ['nonsense', '[]', 'null', '"text"'])
      expect(() => parseEvent(text)).toThrow(/stdin/u);
  });
});

describe('the plan in a transcript', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-transcript-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const message = (text: string) => ({
    type: 'response_item',
    payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  });
  const turn = (turn_id: string) => ({ type: 'turn_context', payload: { turn_id } });
  const planOf = async (entries: readonly object[], turnId: string) => {
    const path = join(folder, 'rollout.jsonl');
    const lines = entries.map((entry) => JSON.stringify(entry));
    await writeFile(path, `${lines.join('\n')}\n{"half`);
    return formats.codex.planOf(
      { last_assistant_message: null, transcript_path: path, turn_id: turnId },
      folders,
    );
  };
  const first = [turn('t1'), message('<proposed_plan># One</proposed_plan>')];

  it('is that of the turn', async () => {
    const entries = [...first, turn('t2'), message('<proposed_plan># Two</proposed_plan>')];
    expect(await planOf(entries, 't2')).toEqual({ content: '# Two' });
    expect(await planOf(entries, 't1')).toEqual({ content: '# One' });
  });

  it('is not that of an earlier turn', async () => {
    expect(await planOf([...first, turn('t2'), message('Done.')], 't2')).toBeUndefined();
  });
});

describe('the answer of a hook', () => {
  it('of claude-code allows with the input unchanged', () => {
    expect(formats['claude-code'].allow(claudeEvent, undefined)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedInput: claudeEvent.tool_input },
      },
    });
  });

  it('of claude-code denies with the feedback', () => {
    expect(formats['claude-code'].refuse(claudeEvent, 'No.')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: 'No.' },
      },
    });
    const preToolUse = { ...claudeEvent, hook_event_name: 'PreToolUse' };
    expect(formats['claude-code'].refuse(preToolUse, 'No.')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'No.',
      },
    });
  });

  it.each([
    ['codex', { decision: 'block', reason: 'No.' }, {}],
    ['gemini', { decision: 'deny', reason: 'No.' }, { decision: 'allow' }],
    [
      'copilot',
      { permissionDecision: 'deny', permissionDecisionReason: 'No.' },
      { permissionDecision: 'allow' },
    ],
  ] as const)('of %s', (name, refused, allowed) => {
    expect(formats[name].refuse(undefined, 'No.')).toEqual(refused);
    expect(formats[name].allow(undefined, undefined)).toEqual(allowed);
    expect(formats[name].pass(undefined)).toEqual({});
  });

  it('of a Stop hook blocks, or lets it stop', () => {
    const stop = { hook_event_name: 'Stop' };
    expect(formats['claude-code'].refuse(stop, 'No.')).toEqual({
      decision: 'block',
      reason: 'No.',
    });
    expect(formats['claude-code'].allow(stop, 'Fine.')).toEqual({ systemMessage: 'Fine.' });
  });
});
