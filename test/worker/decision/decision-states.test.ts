import { describe, expect, it, test } from 'vitest';
import {
  noticeFor,
  refusalAfter,
  stepFor,
  type DecisionAct,
  type DecisionEvent,
  type DecisionState,
} from '../../../worker/decision/decision-states.ts';

const decidedAt = '2026-11-20T12:00:00.000Z';
const releaseAt = '2026-11-20T12:00:05.000Z';
const decision = { outcome: 'approved', decidedAt, releaseAt } as const;
const states = {
  undecided: { kind: 'undecided' },
  held: { kind: 'held', decision },
  released: { kind: 'released', decision, isForeign: false },
  foreign: { kind: 'released', decision: { outcome: 'undecided', decidedAt }, isForeign: true },
} as const satisfies Readonly<Record<string, DecisionState>>;
type Name = keyof typeof states;

const types = ['decide', 'hold', 'undo', 'release', 'end'] as const;
const events: readonly DecisionEvent[] = [
  ...types.map((type) => ({ type })),
  { type: 'timeUp', of: decision },
];

const over = [...Array<string>(4).fill('already_decided'), 'nothing', 'nothing'];
/** By state, for: decide, hold, undo, release, end, timeUp. */
const table: readonly (readonly [Name, readonly string[]])[] = [
  ['undecided', ['write', 'hold', 'not_held', 'not_held', 'write', 'nothing']],
  ['held', ['already_decided', 'already_decided', 'remove', 'promote', 'promote', 'promote']],
  ['released', over],
  ['foreign', over],
];

describe('the step for an event', () => {
  test.each(table)('in a session that is %s', (name, steps) => {
    expect(events.map((event) => stepFor(states[name], event))).toEqual(steps);
  });

  it('is nothing when the timer of an undone decision fires', () => {
    const later = { kind: 'held', decision: { ...decision } } as const;
    expect(stepFor(later, { type: 'timeUp', of: decision })).toBe('nothing');
  });
});

/** By act: the refusal if the disk has no decision, a held one, a released one, or another process's. */
const refusals: readonly (readonly [DecisionAct, readonly (string | undefined)[]])[] = [
  ['write', ['not_held', 'already_decided', undefined, 'already_decided']],
  ['hold', ['not_held', undefined, 'already_decided', 'already_decided']],
  ['remove', [undefined, 'already_decided', 'already_decided', 'already_decided']],
  ['promote', ['not_held', 'already_decided', undefined, 'already_decided']],
];

test.each(refusals)(
  'an attempt to %s is refused depending on the state found afterwards',
  (act, expected) => {
    const found = Object.values(states).map((state) => refusalAfter(act, state));
    expect(found).toEqual(expected);
  },
);

const held = { type: 'held', held: { outcome: 'approved', decidedAt, releaseAt } };
const released = { type: 'released', outcome: 'approved', decidedAt };

const news: readonly (readonly [Name, Name, object | undefined])[] = [
  ['undecided', 'held', held],
  ['held', 'undecided', { type: 'undone' }],
  ['held', 'released', released],
  ['held', 'foreign', { ...released, outcome: 'undecided' }],
  ['undecided', 'released', undefined],
  ['undecided', 'foreign', undefined],
];

test.each(news)('a change from %s to %s sends the pages %o', (before, after, expected) => {
  expect(noticeFor(states[before], states[after])).toEqual(expected);
});
