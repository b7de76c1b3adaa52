import { describe, expect, it } from 'vitest';
import type { Death, EndedSession } from '../../../shared/session/session.ts';
import { History } from '../../../supervisor/sessions/history.ts';

const start = Date.parse('2026-01-01T10:00:30.000Z');
const minute = 60_000;

const ended = (
  id: string,
  outcome: EndedSession['outcome'],
  kind: Death['class'],
): EndedSession => ({
  id,
  mode: 'plan',
  state: 'running',
  pid: 1,
  startTime: '1',
  port: 1,
  url: 'http://127.0.0.1:1',
  title: id,
  project: '',
  cwd: '/',
  origin: '',
  isDetached: true,
  preparation: { state: 'ready' },
  isResponsive: true,
  counts: { findings: 0, comments: 0 },
  openedAt: '2026-01-01T10:00:00.000Z',
  outcome,
  death: { class: kind, exitCode: null, signal: null, message: '' },
  endedAt: '2026-01-01T10:00:00.000Z',
  isKept: true,
});

describe('the history', () => {
  it('counts by the minute, the current one last, and forgets after an hour', () => {
    const history = new History();
    history.opened(start);
    history.opened(start + minute);
    history.ended(ended('a', 'approved', 'clean'), start + minute);
    const minutes = history.minutes(start + minute);
    expect(minutes).toHaveLength(60);
    expect(minutes.slice(-2)).toEqual([
      { at: '2026-01-01T10:00:00.000Z', opened: 1, decided: 0, died: 0 },
      { at: '2026-01-01T10:01:00.000Z', opened: 1, decided: 1, died: 0 },
    ]);
    history.opened(start + 61 * minute);
    const later = history.minutes(start + 61 * minute);
    expect(later.reduce((sum, { opened }) => sum + opened, 0)).toBe(1);
  });

  it.each([
    ['approved', 'clean', 'decided'],
    ['closed', 'closed', 'decided'],
    ['undecided', 'clean', 'died'],
    ['undecided', 'out-of-memory', 'died'],
    ['approved', 'killed', 'died'],
  ] as const)('%s with a process that ended as %s counts as %s', (outcome, kind, counted) => {
    const history = new History();
    history.ended(ended('a', outcome, kind), start);
    expect(history.minutes(start).at(-1)).toMatchObject({ [counted]: 1 });
  });

  it('keeps the last hundred ended sessions', () => {
    const history = new History();
    const forgotten: string[] = [];
    for (let index = 0; index < 130; index += 1)
      forgotten.push(...history.ended(ended(String(index), 'closed', 'clean'), start));
    expect(history.lastEnded).toHaveLength(100);
    expect(history.lastEnded.at(-1)?.id).toBe('129');
    // Whoever follows is told, and lists the same.
    expect(forgotten).toEqual(Array.from({ length: 30 }, (_, index) => String(index)));
  });

  it('adds earlier ended sessions once, in order, and forgets removed ones', () => {
    const history = new History();
    const at = (id: string, second: number) => ({
      ...ended(id, 'closed', 'clean'),
      endedAt: `2026-01-01T10:00:0${second}.000Z`,
    });
    history.ended(at('c', 3), start);
    history.restore([at('d', 4), at('b', 2), at('c', 3)]);
    expect(history.lastEnded.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    expect(history.forget(['c', 'unknown'])).toEqual(['c']);
    expect(history.lastEnded.map(({ id }) => id)).toEqual(['b', 'd']);
  });
});
