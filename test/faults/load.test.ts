import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import type { SessionView } from '../../shared/session/session.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { call } from '../helpers/http-call.ts';
import { until } from '../helpers/until.ts';
import { followFindings, startLoad } from './endurance/load.ts';
import { sendVerdict, verdicts } from './kills/acts.ts';
import { checkNothingHeld, checkNothingLeft, descriptorsWhenQuiet } from './kills/promises.ts';
import { World, type Ledger } from './kills/world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set in a long run. */
    load?: { readonly sessions: number; readonly kills: number; readonly minutes: number };
  }
}

const { sessions, kills, minutes } = inject('load') ?? { sessions: 16, kills: 3, minutes: 0.15 };
const streams = Math.min(50, sessions);
const adoptionMs = 60_000;

let world: World | undefined;
afterAll(() => world?.galley.stop());

const killLeader = async (place: World): Promise<void> => {
  const pid = await place.supervisorPid();
  process.kill(pid, 'SIGKILL');
  await place.lead();
  const log = join(place.galley.home, 'state', 'log', 'supervisor.log');
  const leader = await place.supervisorPid();
  const beganMs = performance.now();
  await until(
    'every session is adopted',
    async () => {
      const lines = (await readFile(log, 'utf8')).split('\n');
      const ours = lines.filter((line) => line.includes(`"pid":${leader},`));
      return ours.filter((line) => line.includes('"msg":"session adopted"')).length === sessions;
    },
    adoptionMs,
  );
  process.stdout.write(`adopted after ${Math.round(performance.now() - beganMs)} ms\n`);
};

const checkKept = async ({ session, findings, draftGeneration }: Ledger): Promise<void> => {
  const { json } = await call(`${session.url}${sessionPath('listAnnotations')}`);
  const held = (json as { annotations: { text: string }[] }).annotations.map(({ text }) => text);
  // Every request was answered, so each finding is there once, in order.
  expect(held).toEqual(findings);
  const draft = await call(`${session.url}${sessionPath('getDraft')}`);
  expect(draft.json).toMatchObject({ generation: draftGeneration });
};

test(
  `${sessions} sessions under load lose nothing by ${kills} kills of the supervisor`,
  async () => {
    const place = await World.start(1);
    world = place;
    const before = await descriptorsWhenQuiet(place);
    const keys = Array.from({ length: sessions }, (_, index) => `session ${index}`);
    const ledgers = await Promise.all(keys.map((key) => place.openDetached(key)));
    const followers = await Promise.all(ledgers.slice(0, streams).map(followFindings));
    const load = startLoad(ledgers, Math.max(500, sessions * 8));
    for (let count = 0; count < kills; count += 1) {
      await delay((minutes * 60_000) / kills);
      await killLeader(place);
    }
    await load.stop();

    const { json } = await place.control(controlPath('listSessions'));
    const running = (json as { sessions: SessionView[] }).sessions;
    expect(running).toHaveLength(sessions);
    expect(new Set(running.map(({ pid }) => pid))).toEqual(
      new Set(ledgers.map(({ session }) => session.pid)),
    );
    for (const ledger of ledgers) await checkKept(ledger);
    for (const [index, follower] of followers.entries()) {
      await until('the stream has told everything', () => {
        return follower.texts().length >= (ledgers[index]?.findings.length ?? 0);
      });
      expect(follower.texts()).toEqual(ledgers[index]?.findings);
      follower.close();
    }
    const total = ledgers.reduce((sum, { findings }) => sum + findings.length, 0);
    const saves = ledgers.reduce((sum, { draftGeneration }) => sum + draftGeneration, 0);
    process.stdout.write(`${total} findings and ${saves} drafts were kept\n`);
    expect(total).toBeGreaterThan(sessions);

    for (const ledger of ledgers) {
      await sendVerdict(ledger, place.random.pick(verdicts));
      const answer = await place.control(
        controlPath('getDecision', { params: { id: ledger.session.id }, query: { wait: 60 } }),
      );
      expect(answer.json).toMatchObject({ outcome: ledger.confirmed });
    }
    await checkNothingHeld(place, before);
    await checkNothingLeft(place);
  },
  (minutes * 60 + kills * 60 + sessions * 2 + 60) * 1000,
);
