import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { urlOf } from '../../shared/client.ts';
import { sessionTargets } from '../../shared/session/session-targets.ts';
import type { SessionInfo } from '../../shared/session/session.ts';
import { decide, startGalley, type Galley } from '../helpers/galley.ts';
import { hostEvents } from '../helpers/hook-events.ts';
import { call } from '../helpers/http-call.ts';
import { addFinding } from '../helpers/review-session.ts';
import { until } from '../helpers/until.ts';

let galley: Galley;
beforeAll(async () => {
  galley = await startGalley({ warmWorkers: 0 });
});
afterAll(() => galley.stop());

const event = (fields: object = {}): string =>
  JSON.stringify({
    hook_event_name: 'PermissionRequest',
    tool_name: 'ExitPlanMode',
    tool_input: { plan: '# The plan of a hook\n', kept: true },
    cwd: galley.root,
    ...fields,
  });

const start = (input = event()) =>
  galley.start(['plan', '-', '--format', 'claude-code'], { input, cwd: '/' });

const answerOf = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as { hookSpecificOutput: { decision: Record<string, unknown> } })
    .hookSpecificOutput.decision;

describe('a hook', () => {
  it('allows with the input unchanged after an approval', async () => {
    const hook = start();
    const url = await hook.url();
    const [session] = galley.sessions();
    expect(session).toMatchObject({
      title: 'The plan of a hook',
      origin: 'claude-code',
      cwd: galley.root,
    });
    await decide(url, 'approve');
    const result = await hook.ended;
    expect(result.code).toBe(0);
    expect(answerOf(result)).toEqual({
      behavior: 'allow',
      updatedInput: { plan: '# The plan of a hook\n', kept: true },
    });
  });

  it('denies with the feedback after a denial', async () => {
    const hook = start();
    await decide(await hook.url(), 'deny', { feedback: 'Smaller steps, please.' });
    const result = await hook.ended;
    expect(result.code).toBe(0);
    expect(answerOf(result)).toMatchObject({ behavior: 'deny' });
    expect(answerOf(result)['message']).toContain('Smaller steps, please.');
  });

  it('gives Claude Code the plan as the reviewer has edited it, and has Codex take the edit over', async () => {
    const base = '# The plan of a hook\n';
    const edits = [{ hash: 'x', base, text: '# The plan of a hook, edited\n' }];
    const hook = start(event({ session_id: 'edits' }));
    await decide(await hook.url(), 'approve', { edits });
    expect(answerOf(await hook.ended)).toEqual({
      behavior: 'allow',
      updatedInput: { plan: '# The plan of a hook, edited\n', kept: true },
    });
    const before = start(event({ session_id: 'edits', hook_event_name: 'PreToolUse' }));
    await decide(await before.url(), 'approve', { edits });
    expect(JSON.parse((await before.ended).stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { plan: '# The plan of a hook, edited\n', kept: true },
      },
    });
    const input = JSON.stringify({
      turn_id: 't1',
      session_id: 'edits',
      last_assistant_message: `<proposed_plan>\n${base}</proposed_plan>`,
      cwd: galley.root,
    });
    const codex = galley.start(['plan', '-', '--format', 'codex'], { input });
    const ofMessage = edits.map((edit) => ({ ...edit, base: base.trimEnd() }));
    await decide(await codex.url(), 'approve', { edits: ofMessage });
    const answer = JSON.parse((await codex.ended).stdout) as { decision: string; reason: string };
    expect(answer.decision).toBe('block');
    expect(answer.reason).toMatch(/^Approved: the plan .*\n\nGo on with the plan as the reviewer/u);
    expect(answer.reason).toContain('+# The plan of a hook, edited\n');
    expect(answer.reason).toContain('Take over this edit word for word');
  });

  it.each([
    ['claude-code', true],
    ['codex', false],
    ['gemini', false],
    ['copilot', true],
  ] as const)('of %s gives its agent the notes of an approval: %s', async (name, can) => {
    await galley.write('plan.md', '# A plan with notes\n');
    const input = JSON.stringify(hostEvents[name].plan('# A plan with notes', galley.root));
    const hook = galley.start(['plan', '-', '--format', name], { input, cwd: '/' });
    const url = await hook.url();
    // The page tells the reviewer where it cannot.
    const { carriesNotes = true } = (await call(urlOf(url, sessionTargets.getSession)))
      .json as SessionInfo;
    expect(carriesNotes).toBe(can);
    await decide(url, 'approve', { feedback: 'Keep the tests.' });
    const answer: unknown = JSON.parse((await hook.ended).stdout);
    expect(hostEvents[name].planRefused(answer)).toBeUndefined();
    expect(hostEvents[name].planNotes(answer)?.includes('Keep the tests.') ?? false).toBe(can);
    // Others show them to their user.
    if (!can)
      expect(answer).toMatchObject({
        systemMessage: expect.stringContaining('Keep the tests.') as string,
      });
  });

  it('of Claude Code has the notes at the end of the plan that it permits', async () => {
    const hook = start(event({ session_id: 'notes' }));
    await decide(await hook.url(), 'approve', { feedback: 'Keep the tests.' });
    expect(answerOf(await hook.ended)).toEqual({
      behavior: 'allow',
      updatedInput: {
        plan: expect.stringMatching(
          /^# The plan of a hook\n\n---\n\nApproved: [^]*Keep the tests\./u,
        ) as string,
        kept: true,
      },
    });
  });

  it('states the round of a plan that its agent presents again under another heading', async () => {
    const present = async (plan: string): Promise<unknown> => {
      const hook = start(event({ session_id: 'again', tool_input: { plan } }));
      const url = await hook.url();
      const [session] = galley.sessions();
      await decide(url, 'deny', { feedback: 'No.' });
      const message = answerOf(await hook.ended)['message'];
      const shown = await galley.json<object>(['sessions', 'show', session?.id ?? '']);
      return { message, shown };
    };
    expect(await present('# One plan')).toMatchObject({
      message: expect.stringMatching(/^Denied: the plan "One plan"\.\n/u) as unknown,
      shown: { round: 1 },
    });
    expect(await present('# The plan, smaller')).toMatchObject({
      message: expect.stringMatching(
        /^Denied: the plan "The plan, smaller", round 2\.\n/u,
      ) as unknown,
      shown: { round: 2, state: 'exited' },
    });
  });

  it('of Codex, which cuts long texts, ends with an item, and the whole is in a file', async () => {
    const input = JSON.stringify({
      turn_id: 't1',
      last_assistant_message: '<proposed_plan>\n# A long story\n</proposed_plan>',
      cwd: galley.root,
    });
    const hook = galley.start(['plan', '-', '--format', 'codex'], { input });
    const annotations = Array.from({ length: 100 }, (_, index) => ({
      id: `${index}`,
      type: 'GLOBAL_COMMENT',
      text: `Comment ${index}: ${'ä'.repeat(100)} end`,
    }));
    await decide(await hook.url(), 'deny', { feedback: 'Much.', annotations });
    const { reason } = JSON.parse((await hook.ended).stdout) as { reason: string };
    expect(Buffer.byteLength(reason)).toBeLessThan(9001);
    expect(reason).toMatch(
      /^Denied: the plan "A long story"\. 100 to address\.\n\nDo not start\./u,
    );
    const [, whole = '', path = ''] =
      /^(.+ end)\n\nThis is only the beginning\. Read the whole in `(.+)` before you go on\.\n$/su.exec(
        reason,
      ) ?? [];
    const text = await readFile(path, 'utf8');
    expect(text.startsWith(`${whole}\n\n### `)).toBe(true);
    expect(text).toContain('Comment 99: ');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(path).toContain(join(galley.home, 'state', 'decisions'));
  });

  it('reports findings with an approval, without control sequences', async () => {
    for (const withFindings of [true, false]) {
      const hook = start();
      const url = await hook.url();
      await addFinding(url, { source: 'lint', text: 'Until \u001b[31mwhen\u001b[0m\u0007?' });
      await decide(url, 'approve', { withFindings });
      const { systemMessage } = JSON.parse((await hook.ended).stdout) as { systemMessage?: string };
      const line = String.raw`> - Overall: [lint] Until when\u0007?`;
      if (withFindings) expect(systemMessage).toContain(line);
      else expect(systemMessage).toBeUndefined();
    }
  });

  it('of Codex gets a note cut inside a code block with the block closed', async () => {
    const message = '<proposed_plan>\n# A long block\n</proposed_plan>';
    const input = JSON.stringify({ turn_id: 't3', last_assistant_message: message });
    const hook = galley.start(['plan', '-', '--format', 'codex'], { input, cwd: galley.root });
    const feedback = `Like this:\n\n~~~~ts\n${'```\ncall();\n'.repeat(5000)}~~~~\n`;
    await decide(await hook.url(), 'deny', { feedback });
    const { reason } = JSON.parse((await hook.ended).stdout) as { reason: string };
    expect(Buffer.byteLength(reason)).toBeLessThan(9001);
    expect(reason).toMatch(/\n~~~~ts\n[^~]+\n~~~~\n\nThis is only the beginning\./u);
  });

  it('of Codex gets the start of a note that is too long', async () => {
    const message = '<proposed_plan>\n# A long note\n</proposed_plan>';
    const input = JSON.stringify({ turn_id: 't2', last_assistant_message: message });
    const hook = galley.start(['plan', '-', '--format', 'codex'], { input, cwd: galley.root });
    await decide(await hook.url(), 'deny', { feedback: 'A line.\n'.repeat(10_000) });
    const { reason } = JSON.parse((await hook.ended).stdout) as { reason: string };
    expect(Buffer.byteLength(reason)).toBeLessThan(9001);
    expect(reason).toMatch(/A line\.\n\nThis is only the beginning\./u);
  });

  it('denies after the review was closed, lost or interrupted', async () => {
    const closed = start();
    await decide(await closed.url(), 'exit');
    expect(answerOf(await closed.ended)).toMatchObject({ behavior: 'deny' });

    const lost = start();
    await lost.url();
    process.kill(galley.sessions()[0]?.pid ?? 0, 'SIGKILL');
    expect(answerOf(await lost.ended)).toMatchObject({ behavior: 'deny' });

    const interrupted = start();
    await interrupted.url();
    interrupted.kill('SIGTERM');
    const result = await interrupted.ended;
    expect(result.code).toBe(0);
    expect(answerOf(result)).toMatchObject({ behavior: 'deny' });
    expect(await galley.listed()).toEqual([]);
  });

  it.each([
    ['an event that is no JSON', 'nonsense'],
    ['no event at all', ''],
    ['an event without a plan', '{"tool_name":"ExitPlanMode"}'],
  ])('denies on %s', async (_, input) => {
    const result = await start(input).ended;
    expect(result.code).toBe(0);
    expect(answerOf(result)).toMatchObject({ behavior: 'deny' });
  });

  it('denies when Galley cannot run', async () => {
    const result = await galley.run(['plan', '-', '--format', 'claude-code'], {
      input: event(),
      env: { GALLEY_HOME: '/proc/no-folder-can-be-made-here' },
    });
    expect(result.code).toBe(0);
    expect(answerOf(result)).toMatchObject({ behavior: 'deny' });
    expect(result.stderr).toMatch(/^galley: /u);
  });

  it("finds the plan through its host's environment", async () => {
    const plans = join(galley.root, 'plans of mine');
    await mkdir(plans);
    await writeFile(join(plans, 'one.md'), '# The plan of Gemini CLI\n');
    const session = join(galley.root, 'copilot', 'session-state', 's-1');
    await mkdir(session, { recursive: true });
    await writeFile(join(session, 'plan.md'), '# The plan of Copilot CLI\n');
    const hosts: [string, Record<string, string>, object, string][] = [
      [
        'gemini',
        { GEMINI_PLANS_DIR: plans },
        { tool_name: 'exit_plan_mode', tool_input: { plan_filename: 'one.md' } },
        'The plan of Gemini CLI',
      ],
      [
        'copilot',
        { COPILOT_HOME: join(galley.root, 'copilot') },
        { sessionId: 's-1', toolName: 'exit_plan_mode', toolArgs: '{"summary":"short"}' },
        'The plan of Copilot CLI',
      ],
    ];
    for (const [format, env, fields, title] of hosts) {
      const input = JSON.stringify({ cwd: galley.root, ...fields });
      const hook = galley.start(['plan', '-', '--format', format], { input, env });
      await decide(await hook.url(), 'approve');
      expect((await hook.ended).stderr).toContain(title);
    }
  });

  it("ends, with its review, when the user has answered in Claude Code's terminal", async () => {
    const transcript = join(galley.root, 'claude.jsonl');
    const call = (id: string) =>
      `${JSON.stringify({ message: { content: [{ type: 'tool_use', id, name: 'ExitPlanMode' }] } })}\n`;
    const result = (tool_use_id: string) =>
      `${JSON.stringify({ message: { content: [{ type: 'tool_result', tool_use_id }] } })}\n`;
    // One that was answered before is another one.
    await writeFile(
      transcript,
      `${call('1')}${result('1')}{"message":{"content":"text"}}\nno json\n`,
    );
    const hook = start(event({ transcript_path: transcript }));
    await hook.url();
    const [session] = galley.sessions();
    await appendFile(transcript, call('2'));
    await appendFile(transcript, result('another'));
    await appendFile(transcript, result('2'));
    const ended = await hook.ended;
    expect(answerOf(ended)).toMatchObject({ behavior: 'deny' });
    await until('it is closed', () => galley.sessions().length === 0);
    expect(await galley.json(['sessions', 'show', session?.id ?? ''])).toMatchObject({
      outcome: 'closed',
      reason: expect.stringContaining('The agent went on without this review'),
    });
  });

  it('continues when only an earlier dialog was answered', async () => {
    const transcript = join(galley.root, 'earlier.jsonl');
    const answered = [
      { type: 'tool_use', id: '1', name: 'ExitPlanMode' },
      { type: 'tool_result', tool_use_id: '1' },
    ];
    await writeFile(transcript, `${JSON.stringify({ message: { content: answered } })}\n`);
    const hook = start(event({ transcript_path: transcript }));
    const url = await hook.url();
    const other = start(event({ transcript_path: join(galley.root, 'none.jsonl') }));
    for (const one of [url, await other.url()]) await decide(one, 'approve');
    for (const one of [hook, other])
      expect(answerOf(await one.ended)).toMatchObject({ behavior: 'allow' });
  });

  it('closes its review, with a reason, when it is killed', async () => {
    const hook = start();
    await hook.url();
    const [session] = galley.sessions();
    hook.kill('SIGKILL');
    await until('it is closed', () => galley.sessions().length === 0);
    const shown = await galley.json(['sessions', 'show', session?.id ?? '']);
    expect(shown).toMatchObject({
      outcome: 'closed',
      reason: expect.stringContaining('The agent went on without this review'),
    });
  });

  it('loses no decision when it is killed before receiving it', async () => {
    const hook = start();
    const url = await hook.url();
    const [session] = galley.sessions();
    hook.kill('SIGSTOP');
    await decide(url, 'deny', { feedback: 'Not like this.' });
    hook.kill('SIGKILL');
    await until('it is gone', () => galley.sessions().length === 0);
    for (const command of ['show', 'wait', 'wait'])
      expect(await galley.run(['sessions', command, session?.id ?? '', '--json'])).toMatchObject({
        code: command === 'show' ? 0 : 10,
        stdout: expect.stringContaining('denied'),
      });
  });

  it('of Codex asks about a plan once, until it is presented again', async () => {
    const line = (item: object) =>
      `${JSON.stringify({ payload: { turn_id: 't1', item, collaboration_mode: { mode: 'plan' } } })}\n`;
    const presented = line({ type: 'Plan', text: '# The plan of Codex' });
    const transcript = join(galley.root, 'rollout.jsonl');
    const stop = (text: string, ...options: string[]) =>
      writeFile(transcript, text).then(() =>
        galley.start(['plan', '-', '--format', 'codex', ...options], {
          input: JSON.stringify({
            turn_id: 't1',
            transcript_path: transcript,
            last_assistant_message: 'Tell me what you think.',
          }),
        }),
      );
    const refused = presented + line({ type: 'HookPrompt' });

    const undecided = await stop(presented, '--timeout', '2');
    const url = await undecided.url();
    expect((await undecided.ended).stdout).toContain('still open');
    const joined = await stop(refused);
    expect(await joined.url()).toBe(url);
    await decide(url, 'deny', { feedback: 'Smaller steps.' });
    expect((await joined.ended).stdout).toContain('Smaller steps.');
    expect((await (await stop(refused)).ended).stdout).toBe('{}\n');

    const again = await stop(refused + presented);
    await decide(await again.url(), 'approve');
    expect((await again.ended).stdout).toBe('{}\n');
  });

  it('passes anything but a plan without a review', async () => {
    const result = await start(event({ tool_name: 'Bash' })).ended;
    expect(result).toMatchObject({ code: 0, stdout: '{}\n' });
    expect(galley.sessions()).toEqual([]);
  });

  it('blocks by its exit code if the command line is invalid', async () => {
    expect(await galley.run(['plan', '-', '--format', 'unknown'])).toMatchObject({ code: 2 });
  });
});
