import { describe, expect, it } from 'vitest';
import { matchEntries } from '../../../../../web/shell/commands/match-entries.ts';
import {
  keywords,
  paletteEntries,
  runnableIds,
} from '../../../../../web/review/app/commands/palette-entries.ts';
import { initialState, type State } from '../../../../../web/review/store/state.ts';

// With the outline open, it would depend on the window whether Escape closes it.
const closed: State = { ...initialState, panel: { ...initialState.panel, isOutlineOpen: false } };

describe('paletteEntries', () => {
  it('offers the commands that can run', () => {
    const state = { ...closed, panel: { ...closed.panel, dialog: 'palette' as const } };
    const ids = paletteEntries(state, runnableIds(state)).map(({ id }) => id);
    expect(ids).toContain('view.help');
    expect(ids).toContain('view.panel');
    expect(ids).not.toContain('view.palette');
    expect(ids).not.toContain('decide.approve');
  });

  it.each([
    ['dark', 'view.theme'],
    ['shortcuts', 'view.help'],
    ['Seitenleiste', 'view.panel'],
  ])('finds commands by a synonym: %s', (query, id) => {
    const found = matchEntries(paletteEntries(closed, runnableIds(closed)), query);
    expect(found.map((entry) => entry.id)).toContain(id);
  });

  it.each(['split', 'unified', 'side by side'])(
    'has the display commands of a code change: %s',
    (query) => {
      const split = {
        id: 'view.split',
        title: '',
        keys: [],
        keywords: keywords['view.split'] ?? '',
      };
      expect(matchEntries([split], query)).toEqual([split]);
    },
  );
});
