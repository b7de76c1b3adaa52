import { describe, expect, it } from 'vitest';
import { heldFrom } from '../../../../web/review/store/session-slice.ts';
import type { HeldDecision } from '../../../../web/review/store/session-slice.ts';
import { initialState, reduce, type Action } from '../../../../web/review/store/state.ts';

const decidedMs = Date.parse('2001-01-01T00:00:00.000Z');
const told = {
  outcome: 'denied',
  decidedAt: new Date(decidedMs).toISOString(),
  releaseAt: new Date(decidedMs + 5000).toISOString(),
} as const;

describe('the time left to undo', () => {
  it.each([
    { name: 'when it was just decided', serverMs: undefined, leftMs: 5000 },
    { name: 'when a page comes later', serverMs: decidedMs + 3000, leftMs: 2000 },
    { name: 'is never more than it was', serverMs: decidedMs - 60_000, leftMs: 5000 },
    { name: 'is never less than none', serverMs: decidedMs + 60_000, leftMs: 0 },
  ])("$name follows from the server's times", ({ serverMs, leftMs }) => {
    const before = performance.now();
    const { endsAtMs } = heldFrom(told, serverMs);
    expect(endsAtMs).toBeGreaterThanOrEqual(before + leftMs);
    expect(endsAtMs).toBeLessThanOrEqual(performance.now() + leftMs);
  });
});

describe('a held decision', () => {
  const held = (change: Partial<HeldDecision> = {}): Action => ({
    type: 'session/held',
    held: { ...heldFrom(told), ...change },
  });
  const after = (...actions: Action[]) => actions.reduce(reduce, initialState).session;
  const ours = { isOurs: true, agentText: 'Denied.' } as const;

  it('is taken from the response on the page that made it, whatever the order of events', () => {
    expect(after(held(), held(ours)).held).toMatchObject(ours);
    expect(after(held(ours), held()).held).toMatchObject(ours);
  });

  it('ends with the details that its page has', () => {
    const ended: Action = { type: 'session/ended', end: { outcome: 'denied', isOurs: false } };
    expect(after(held(ours), ended)).toMatchObject({ held: undefined, end: ours });
    expect(after(held(ours), { type: 'session/undone' }, ended).end).toEqual({
      outcome: 'denied',
      isOurs: false,
    });
  });

  it('does not come back after its end', () => {
    const ended: Action = { type: 'session/ended', end: { outcome: 'denied', isOurs: true } };
    expect(after(ended, held()).held).toBeUndefined();
  });
});
