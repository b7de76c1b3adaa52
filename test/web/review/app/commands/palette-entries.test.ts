import { describe, expect, it } from 'vitest';
import { matchEntries } from '../../../../../web/shell/commands/match-entries.ts';
import {
  keywords,
  paletteEntries,
} from '../../../../../web/review/app/commands/palette-entries.ts';
import { initialState } from '../../../../../web/review/store/state.ts';

describe('paletteEntries', () => {
  it('offers what could be done if it were not open', () => {
    const state = { ...initialState, panel: { ...initialState.panel, dialog: 'palette' as const } };
    const ids = paletteEntries(state).map(({ id }) => id);
    expect(ids).toContain('view.help');
    expect(ids).toContain('view.panel');
    expect(ids).not.toContain('view.palette');
    expect(ids).not.toContain('decide.approve');
  });

  it.each([
    ['dark', 'view.theme'],
    ['shortcuts', 'view.help'],
    ['Seitenleiste', 'view.panel'],
  ])('is found by another word for it: %s', (query, id) => {
    const found = matchEntries(paletteEntries(initialState), query);
    expect(found.map((entry) => entry.id)).toContain(id);
  });

  it.each(['split', 'unified', 'side by side'])(
    'knows what a code change is shown by: %s',
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
