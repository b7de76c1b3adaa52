import { expect, test } from 'vitest';
import { DecisionWaiters } from '../../../supervisor/sessions/decision-waiters.ts';

const never = () => new AbortController().signal;

test('all who wait for a session are woken, and nobody else', async () => {
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

test('a wait ends after its time, and at once where it was aborted before', async () => {
  const waiting = new DecisionWaiters();
  await waiting.wait('a', { timeoutMs: 1, signal: never() });
  await waiting.wait('a', { timeoutMs: 60_000, signal: AbortSignal.abort() });
  waiting.wake('a');
});
