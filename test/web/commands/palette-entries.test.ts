import { describe, expect, it } from 'vitest';
import { paletteEntries } from '../../../web/review/commands/palette-entries.ts';
import { initialState } from '../../../web/review/store/state.ts';

describe('paletteEntries', () => {
  it('offers what could be done if it were not open', () => {
    const state = { ...initialState, panel: { ...initialState.panel, dialog: 'palette' as const } };
    const ids = paletteEntries(state).map(({ id }) => id);
    expect(ids).toContain('view.help');
    expect(ids).toContain('view.panel');
    expect(ids).not.toContain('view.palette');
    expect(ids).not.toContain('decide.approve');
  });
});
