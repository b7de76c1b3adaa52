import { expect, test } from 'vitest';
import { DecisionWaiters } from '../../../supervisor/sessions/decision-waiters.ts';

const never = () => new AbortController().signal;

test('wakes everybody who waits for a session, and nobody else', async () => {
  const waiting = new DecisionWaiters();
  let isOtherWoken = false;
  const both = Promise.all([
    waiting.wait('a', { timeoutMs: 60_000, signal: never() }),
    waiting.wait('a', { timeoutMs: 60_000, signal: never() }),
  ]);
  const other = new AbortController();
  const others = waiting
    .wait('b', { timeoutMs: 60_000, signal: other.signal })
    .then(() => (isOtherWoken = true));
  waiting.wake('a');
  await both;
  expect(isOtherWoken).toBe(false);
  other.abort();
  await others;
});

test('a wait ends on timeout, and at once if it was aborted', async () => {
  const waiting = new DecisionWaiters();
  await waiting.wait('a', { timeoutMs: 1, signal: never() });
  await waiting.wait('a', { timeoutMs: 60_000, signal: AbortSignal.abort() });
  waiting.wake('a');
});
