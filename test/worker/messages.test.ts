import { afterAll, beforeAll, expect, it } from 'vitest';
import { toWorkerSchema } from '../../shared/supervisor/worker-messages.ts';
import { sessionPath } from '../helpers/paths.ts';
import { entry } from '../helpers/supervisor.ts';
import { until } from '../helpers/until.ts';
import { forkWorker, openSession, type TestSession } from '../helpers/worker.ts';

let session: TestSession;
beforeAll(async () => {
  session = await openSession(entry('worker'), 'plan', { isKept: true });
});
afterAll(() => session.remove());

const types = toWorkerSchema.options.map(({ shape }) => shape.type.value);

/** Messages from another release, or from an intruder, with fields of the wrong type. */
const malformed = [
  null,
  7,
  'close',
  [],
  {},
  { type: 'of-a-later-release', content: 'x'.repeat(10_000) },
  { type: ['close'] },
  { type: '__proto__' },
  ...types.flatMap((type) => [
    { type },
    { type, assignment: null, preparation: null, reason: null },
    { type, assignment: [], preparation: { state: 'done' }, reason: { toString: 'no' } },
  ]),
];

/** Frames without a message, or with an unexpected encoding. */
const frames = [
  null,
  'frame',
  12,
  [],
  { seq: 'one', message: { type: 'close', reason: 'x' } },
  { seq: -1, message: { type: 'close', reason: 'x' } },
  { ack: 'all' },
  { ack: 10 ** 9 },
  { message: { type: 'close', reason: 'x' } },
  { probe: { probe: true } },
];

it.each(malformed.map((message) => [message]))(
  'a session ignores the message %j and continues',
  async (message) => {
    session.send(message as never);
    expect((await session.call(sessionPath('getSession'))).json).toMatchObject({
      state: 'running',
    });
  },
);

it.each(frames.map((frame) => [frame]))(
  'a session ignores the frame %j and continues',
  async (frame) => {
    session.child.send(frame as never);
    expect((await session.call(sessionPath('getSession'))).json).toMatchObject({
      state: 'running',
    });
  },
);

it('a session still handles valid messages', async () => {
  session.send({ type: 'close', reason: 'Enough.' });
  await session.exited();
  expect(await session.decision()).toMatchObject({ outcome: 'closed', reason: 'Enough.' });
});

it.each(types.map((type) => [type]))(
  'a warm worker exits on an invalid %s message',
  async (type) => {
    const warm = await forkWorker(entry('worker'));
    warm.send({ type } as never);
    await until('it says that it failed', () => warm.messages.some((m) => m.type === 'failed'));
    await warm.exited();
  },
);
