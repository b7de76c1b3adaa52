import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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
    ['claude-code', { hook_event_name: 'Stop' }, undefined],
    ['copilot', { sessionId: 's', stopReason: 'end_turn' }, undefined],
    [
      'copilot',
      { tool_name: 'exit_plan_mode', tool_input: { planContent: '# V' } },
      { content: '# V' },
    ],
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
    ['copilot', {}],
    ['codex', {}],
  ];
  it.each(missing)('%s %j is an error, never a pass', async (name, event) => {
    await expect(formats[name].planOf(event, folders)).rejects.toThrow();
  });

  describe('in a folder of Gemini CLI', () => {
    let root = '';
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'galley-plans-'));
      await mkdir(join(root, 'my plans'));
      await writeFile(join(root, 'my plans', 'the plan.md'), '# A plan');
      await writeFile(join(root, 'secret.md'), '# A secret');
      await symlink(join(root, 'secret.md'), join(root, 'my plans', 'link.md'));
    });
    afterAll(() => rm(root, { recursive: true, force: true }));

    const planOf = (name: string, field = 'plan_filename') =>
      formats.gemini.planOf(
        { tool_name: 'exit_plan_mode', cwd: root, tool_input: { [field]: name } },
        { ...folders, geminiPlans: join(root, 'my plans') },
      );

    it.each(['the plan.md', 'my plans/the plan.md'])('is %s', async (name) => {
      expect(await planOf(name)).toEqual({ path: join(root, 'my plans', 'the plan.md') });
    });

    it.each(['../secret.md', 'secret.md', '/etc/passwd', 'link.md', 'none.md', '.'])(
      'is never %s',
      async (name) => {
        await expect(planOf(name)).rejects.toThrow();
        await expect(planOf(name, 'plan_path')).rejects.toThrow();
      },
    );
  });

  it('is a JSON object on stdin', () => {
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
  const planOf = async (entries: readonly object[], turnId: string, fields: object = {}) => {
    const path = join(folder, 'rollout.jsonl');
    const lines = entries.map((entry) => JSON.stringify(entry));
    await writeFile(path, `${lines.join('\n')}\n{"half`);
    return formats.codex.planOf(
      { last_assistant_message: null, transcript_path: path, turn_id: turnId, ...fields },
      folders,
    );
  };
  const plan = { mode: 'plan', settings: { model: 'm' } };
  /** As Codex 0.169 writes it when words stand beside the plan. */
  const planTurn = [
    { type: 'turn_context', payload: { turn_id: 't3', collaboration_mode: plan } },
    {
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        turn_id: 't3',
        item: { type: 'Plan', id: 't3-plan', text: '# Move the parser\n\n- one' },
      },
    },
    message('Here is what I found.\n\n\nTell me what you think.'),
  ];
  const first = [turn('t1'), message('<proposed_plan># One</proposed_plan>')];

  it('belongs to its turn', async () => {
    const entries = [...first, turn('t2'), message('<proposed_plan># Two</proposed_plan>')];
    expect(await planOf(entries, 't2')).toEqual({ content: '# Two' });
    expect(await planOf(entries, 't1')).toEqual({ content: '# One' });
  });

  it('is used if the message lacks it', async () => {
    const words = { last_assistant_message: 'Here is what I found.\n\n\nTell me what you think.' };
    expect(await planOf(planTurn, 't3', words)).toEqual({ content: '# Move the parser\n\n- one' });
  });

  it('counts as answered until it is presented again', async () => {
    const prompt = {
      type: 'event_msg',
      payload: { turn_id: 't3', item: { type: 'HookPrompt', fragments: [{ text: 'No.' }] } },
    };
    const content = '# Move the parser\n\n- one';
    expect(await planOf([...planTurn, prompt], 't3')).toEqual({ content, isAnswered: true });
    const again = [...planTurn, prompt, ...planTurn.slice(1)];
    expect(await planOf(again, 't3')).toEqual({ content });
  });

  const question = { last_assistant_message: 'Which one do you mean?' };
  const modes: [string, object][] = [
    ['a turn', { type: 'turn_context', payload: { turn_id: 't4', collaboration_mode: plan } }],
    ['a task', { type: 'event_msg', payload: { turn_id: 't4', collaboration_mode_kind: 'plan' } }],
  ];
  it.each(modes)('must exist once if %s is in plan mode', async (_, line) => {
    const entries = [...planTurn, line, message('Which one do you mean?')];
    await expect(planOf(entries, 't4', question)).rejects.toThrow(/no plan was found/u);
    const again = { ...question, stop_hook_active: true };
    expect(await planOf(entries, 't4', again)).toBeUndefined();
  });

  it('is optional in another mode', async () => {
    const mode = { mode: 'default' };
    const line = { type: 'turn_context', payload: { turn_id: 't4', collaboration_mode: mode } };
    const entries = [...planTurn, line, message('Which one do you mean?')];
    expect(await planOf(entries, 't4', question)).toBeUndefined();
    expect(await planOf(first, 't9', question)).toBeUndefined();
    await expect(
      planOf(first, 't1', { ...question, transcript_path: join(folder, 'none') }),
    ).rejects.toThrow(/^There is no file .*none\.$/u);
  });

  // JSON lets them stand in a text, and Node's own reader of lines parts them there.
  it.each(['\u2028', '\u2029', '\u0085'])('may contain %j', async (end) => {
    const entries = [turn('t1'), message(`<proposed_plan># A${end}B</proposed_plan>`)];
    expect(await planOf(entries, 't1')).toEqual({ content: `# A${end}B` });
  });

  it('is not taken from an earlier turn', async () => {
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

  it('gives the agent the notes of an approval where the host can', () => {
    const notes = 'Approved: keep the tests.';
    expect(formats['claude-code'].allow(claudeEvent, notes)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: {
          behavior: 'allow',
          updatedInput: { ...claudeEvent.tool_input, plan: `# A plan\n\n---\n\n${notes}` },
        },
      },
      systemMessage: notes,
    });
    const preToolUse = { ...claudeEvent, hook_event_name: 'PreToolUse' };
    expect(formats['claude-code'].allow(preToolUse, notes)).toMatchObject({
      hookSpecificOutput: { updatedInput: claudeEvent.tool_input, additionalContext: notes },
    });
    expect(formats.copilot.allow({ toolName: 'exit_plan_mode' }, notes)).toEqual({
      permissionDecision: 'allow',
      additionalContext: notes,
    });
  });

  it.each([
    ['claude-code', claudeEvent, true],
    ['claude-code', { hook_event_name: 'Stop' }, false],
    ['copilot', { toolName: 'exit_plan_mode' }, true],
    ['copilot', { stopReason: 'end_turn' }, false],
    ['codex', { hook_event_name: 'Stop' }, false],
    ['gemini', { tool_name: 'exit_plan_mode' }, false],
  ] as const)('knows whether it can: %s, %j', (name, event, can) => {
    expect(formats[name].carriesNotes?.(event) ?? false).toBe(can);
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

  it('of copilot at the end of a turn blocks, or lets it end', () => {
    const { allow, refuse } = formats.copilot;
    for (const stop of [{ stopReason: 'end_turn' }, { stop_reason: 'end_turn' }]) {
      expect(refuse(stop, 'No.')).toEqual({ decision: 'block', reason: 'No.' });
      expect(allow(stop, 'Fine.')).toEqual({});
    }
    expect(allow({ toolName: 'exit_plan_mode' }, undefined)).toEqual({
      permissionDecision: 'allow',
    });
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
