import { describe, expect, it, vi } from 'vitest';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { pageConfigSchema } from '../../../../shared/config.ts';
import { dismissedFindings } from '../../../../web/review/store/findings/ordered-findings.ts';
import {
  initialState,
  reduce,
  type Action,
  type State,
} from '../../../../web/review/store/state.ts';
import { createStore } from '../../../../web/shell/store.ts';

const after = (...actions: Action[]): State => actions.reduce(reduce, initialState);
const comment = { id: 'a', type: 'GLOBAL_COMMENT', kind: 'must', text: 'x' } as const;

describe('the state', () => {
  it('begins with the settings that the server has by default, apart from its labels', () => {
    expect(initialState.settings).toEqual({ ...pageConfigSchema.parse({}), quickLabels: [] });
  });

  it('stays the same object if an action changes nothing', () => {
    const state = after({ type: 'comments/added', comment });
    expect(reduce(state, { type: 'comments/added', comment })).toBe(state);
    expect(reduce(state, { type: 'notices/gone', id: 'other' })).toBe(state);
  });

  it('changes only the slice that the action names', () => {
    const state = after({ type: 'panel/tab', tab: 'comments' });
    expect(state).toEqual({ ...initialState, panel: { ...initialState.panel, tab: 'comments' } });
    expect(state.comments).toBe(initialState.comments);
  });

  it('restores a comment at its position', () => {
    const [first, second] = [comment, { ...comment, id: 'b' }];
    const state = after(
      { type: 'comments/added', comment: first },
      { type: 'comments/added', comment: second },
      { type: 'comments/removed', id: 'a' },
      { type: 'comments/added', comment: first, index: 0 },
    );
    expect(state.comments).toEqual([first, second]);
  });

  it('hides a finding as long as it is accepted as a comment, however that comment comes and goes', () => {
    const finding: Annotation = {
      id: '5f0c2d1e-0000-4000-8000-000000000000',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      source: 's',
      text: 't',
      type: 'GLOBAL_COMMENT',
      placement: 'document',
    };
    const made = { ...comment, madeOf: finding.id };
    const events: Action = {
      type: 'annotations/events',
      events: [{ type: 'snapshot', version: 1, annotations: [finding] }],
    };
    const findings = (...actions: Action[]) => after(...actions).annotations.byId.size;
    const replaced: Action = { type: 'comments/replaced', comments: [made] };
    expect(findings(events)).toBe(1);
    expect(findings(events, { type: 'comments/added', comment: made })).toBe(0);
    expect(findings(replaced, events)).toBe(0);
    expect(findings(replaced, events, { type: 'comments/removed', id: 'a' })).toBe(1);
    expect(dismissedFindings(after(events, replaced))).toEqual([]);
  });

  it('keeps the first end that is reported', () => {
    const { session } = after(
      { type: 'session/ended', end: { outcome: 'approved', isOurs: true } },
      { type: 'session/ended', end: { outcome: 'closed', isOurs: false } },
      { type: 'session/lost' },
    );
    expect(session.end?.outcome).toBe('approved');
    expect(session.connection).toBe('connecting');
  });

  it('allows deciding again after a failure', () => {
    const { session } = after(
      { type: 'session/deciding' },
      { type: 'session/notDecided', sentence: 'No room.' },
    );
    expect(session).toMatchObject({ isDeciding: false, decideError: 'No room.' });
  });
});

describe('a store', () => {
  it('notifies listeners once for several actions, and not at all if nothing changed', () => {
    const store = createStore<State, Action>(reduce, initialState);
    const listener = vi.fn();
    const end = store.subscribe(listener);
    store.dispatch({ type: 'comments/added', comment }, { type: 'panel/tab', tab: 'comments' });
    expect(listener).toHaveBeenCalledTimes(1);
    store.dispatch({ type: 'notices/gone', id: 'x' });
    end();
    store.dispatch({ type: 'comments/removed', id: 'a' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
