import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { capabilitiesOf, endedCapabilities } from '../../../../../shared/session/capabilities.ts';
import type { Capability } from '../../../../../shared/session/capabilities.ts';
import type { Mode } from '../../../../../shared/session/mode.ts';
import { commands } from '../../../../../web/review/app/commands/command-list.ts';
import { listedCommands } from '../../../../../web/review/app/commands/listed-commands.ts';
import {
  reduce,
  withinCapabilities,
  type Action,
  type State,
} from '../../../../../web/review/store/state.ts';
import type { Command } from '../../../../../web/review/ui/page.ts';
import { stateOf } from '../../../../helpers/session-info.ts';

vi.stubGlobal('document', { activeElement: null });
vi.stubGlobal('matchMedia', () => ({ matches: false }));
afterAll(() => vi.unstubAllGlobals());

const facts = {
  title: 'A review',
  preparation: { state: 'ready' },
  version: 1,
} as const;

const contentOf = (mode: Mode): Action =>
  mode === 'review'
    ? {
        type: 'content/diff',
        diff: { ...facts, description: 'a change', files: [], additions: 0, deletions: 0 },
      }
    : {
        type: 'content/document',
        document: { ...facts, mode, origin: 'cli', source: { kind: 'content' }, blocks: [] },
      };

const comment = { id: 'a', type: 'GLOBAL_COMMENT', kind: 'must', text: 'x' } as const;

/** A state with a focused finding, a selection and newer content. */
const busy = (mode: Mode): Action[] => [
  contentOf(mode),
  { type: 'comments/added', comment },
  { type: 'selection/active', id: 'a' },
  { type: 'selection/currentBlock', blockId: 'b' },
  { type: 'freshness/stale', isStale: true },
];

const all = (mode: Mode): readonly Capability[] =>
  capabilitiesOf(mode, ['context', 'sides', 'whitespace', 'refresh', 'search']);

const at = (mode: Mode, capabilities = all(mode)): State =>
  busy(mode).reduce(reduce, stateOf(mode, capabilities));

const canRun = (state: State, id: string): boolean =>
  commands.some((command) => command.id === id && command.canRun(state));

const isListed = (state: State, id: string): boolean =>
  listedCommands(commands, state).some((command) => command.id === id);

describe('a command', () => {
  it.each<[Capability, Mode, Command['id']]>([
    ['context', 'review', 'file.whole'],
    ['whitespace', 'review', 'view.whitespace'],
    ['viewed', 'review', 'file.viewed'],
    ['search', 'review', 'search.open'],
    ['search', 'document', 'search.open'],
    ['refresh', 'document', 'view.refresh'],
    ['refresh', 'review', 'view.refresh'],
    ['document', 'plan', 'view.source'],
    ['comments', 'document', 'comment.whole'],
    ['comments', 'review', 'comment.edit'],
    ['suggestions', 'plan', 'comment.suggest'],
    ['close', 'plan', 'decide.close'],
    ['feedback', 'document', 'decide.feedback'],
    ['feedback', 'review', 'decide.deny'],
    ['deny', 'plan', 'decide.deny'],
    ['approve', 'plan', 'decide.approve'],
  ])('that needs %s is not offered by a %s without it: %s', (capability, mode, id) => {
    const lacking = at(
      mode,
      all(mode).filter((one) => one !== capability),
    );
    expect([canRun(at(mode), id), isListed(at(mode), id)]).toEqual([true, true]);
    expect([canRun(lacking, id), isListed(lacking, id)]).toEqual([false, false]);
  });

  it.each<Mode>(['plan', 'document', 'review'])('of an ended %s cannot write or decide', (mode) => {
    const ended = at(mode, endedCapabilities(mode));
    const offered = commands.filter((command) => command.canRun(ended));
    expect(offered.filter(({ group }) => group === 'Comment' || group === 'Decide')).toEqual([]);
    expect(offered.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['search.open', 'view.print', 'move.next']),
    );
  });
});

describe('the store', () => {
  it.each<[Capability, Action]>([
    ['comments', { type: 'comments/added', comment: { ...comment, id: 'other' } }],
    ['comments', { type: 'comments/removed', id: 'a' }],
    ['triage', { type: 'annotations/dismissed', ids: ['f'] }],
    ['viewed', { type: 'viewed/changed', digests: ['d'], isViewed: true }],
  ])('of a session without %s ignores its actions', (capability, action) => {
    const within = withinCapabilities(reduce);
    const lacking = at(
      'review',
      all('review').filter((one) => one !== capability),
    );
    expect(within(lacking, action)).toBe(lacking);
    expect(within(at('review'), action)).toEqual(reduce(at('review'), action));
    expect(reduce(lacking, action)).not.toBe(lacking);
  });
});

/** Where code may depend on the mode: wording, and the format of what is written. */
const presentation: ReadonlySet<string> = new Set([
  'features/comments/comments-list.tsx',
  'features/decision/decision-button.tsx',
  'features/decision/decision-commands.ts',
  'features/decision/end-screen.tsx',
  'features/decision/ended-bar.tsx',
  'features/decision/verdict-form.tsx',
  'features/findings/filter-chips.tsx',
  'features/findings/findings-toolbar.tsx',
  'features/findings/list-heads.tsx',
]);

describe('the features', () => {
  const root = fileURLToPath(new URL('../../../../../web/review', import.meta.url));
  const files = readdirSync(join(root, 'features'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => join('features', name));

  it('depend on the session’s capabilities, not on its mode', () => {
    const readers = files.filter((name) =>
      /\binfo\?*\.mode\b|\.session\.can\b|\binfo\.can\b/u.test(
        readFileSync(join(root, name), 'utf8'),
      ),
    );
    expect(readers.toSorted()).toEqual([...presentation].toSorted());
  });
});
