import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decisionSchema } from '../../shared/session/decision.ts';
import type { SessionView } from '../../shared/session/session.ts';
import { call } from '../helpers/http-call.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { coldHome, startSupervisor } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: SharedSupervisor;
beforeAll(async () => {
  galley = await shareSupervisor();
});
afterAll(() => galley.stop());

type Opener = Pick<SharedSupervisor, 'open' | 'api'>;
const open = async (request: object, supervisor: Opener = galley): Promise<SessionView> => {
  const { id } = await supervisor.open({ detached: true, ...request });
  return (await supervisor.api(controlPath('getSession', { params: { id } }))).json as SessionView;
};

const decide = (session: SessionView, how: string, body: object = {}) =>
  call(`${session.url}/api/${how}`, { method: 'POST', body });

const decisionOf = async ({ id }: SessionView, supervisor: Opener = galley) => {
  const { json } = await supervisor.api(
    controlPath('getDecision', { params: { id }, query: { wait: 10 } }),
  );
  return decisionSchema.parse(json);
};

it('a plan presented again after a denial is the next round, until it is approved', async () => {
  await writeFile(join(galley.folder, 'plan.md'), '# A plan');
  const plan = { mode: 'plan', path: 'plan.md' };
  const first = await open(plan);
  expect(first.round).toBe(1);
  await decide(first, 'deny', { feedback: 'Not yet.' });
  expect((await decisionOf(first)).markdown).toMatch(
    /^Denied: the plan "A plan" \(`plan\.md`\)\.\n/u,
  );

  await writeFile(join(galley.folder, 'plan.md'), '# Another heading');
  const second = await open(plan);
  expect(second.round).toBe(2);
  expect((await call(`${second.url}${sessionPath('getSession')}`)).json).toMatchObject({
    round: 2,
  });
  await decide(second, 'approve');
  const decision = await decisionOf(second);
  expect(decision.reviewed?.round).toBe(2);
  expect(decision.markdown).toMatch(
    /^Approved: the plan "Another heading" \(`plan\.md`\), round 2\.\n/u,
  );

  expect((await open(plan)).round).toBe(1);
});

it('a plan of the same agent session is the next round, even under another heading and after a closed review', async () => {
  const agent = { mode: 'plan', origin: 'codex', agentSession: 'agent-1' };
  const plan = (content: string) => ({ ...agent, content });
  const first = await open(plan('# First'));
  await decide(first, 'deny');
  await decisionOf(first);
  const second = await open(plan('# Second'));
  expect(second.round).toBe(2);
  await decide(second, 'exit');
  await decisionOf(second);
  expect((await open(plan('# Third'))).round).toBe(2);
  expect((await open({ ...plan('# Fourth'), agentSession: 'agent-2' })).round).toBe(1);
});

it('a held decision counts once it is released', async () => {
  const document = { mode: 'document', content: '# Held' };
  const first = await open(document);
  await decide(first, 'feedback', { undoSeconds: 60 });
  expect((await open(document)).round).toBe(1);
  await decide(first, 'decision/release');
  await decisionOf(first);
  expect((await open(document)).round).toBe(2);
});

it('internal fields are not exposed, and the key that rounds share is', async () => {
  const session = await open({ mode: 'document', content: '# Shown' });
  const listed = JSON.stringify((await galley.api(controlPath('listSessions'))).json);
  for (const internal of ['nonce', 'idempotencyKey', 'launcher']) {
    expect(session).not.toHaveProperty(internal);
    expect(listed).not.toContain(`"${internal}"`);
  }
  expect(listed).toContain(`"roundsKey":"${session.roundsKey}"`);
});

it('the round outlives the supervisor, with or without the session', async () => {
  const home = await coldHome();
  const plan = { mode: 'plan', content: '# Long', cwd: home.home };
  const before = await startSupervisor(home);
  await decide(await open(plan, before), 'deny');
  await until('it is counted', async () => (await open(plan, before)).round === 2);
  const second = await open(plan, before);
  before.child.kill('SIGKILL');
  await before.exited;
  // Decided while there is no supervisor.
  await decide(second, 'deny');
  const after = await startSupervisor(home);
  expect(await decisionOf(second, after)).toMatchObject({ outcome: 'denied' });
  await until('it is counted, too', async () => (await open(plan, after)).round === 3);
  await after.stop();
});
