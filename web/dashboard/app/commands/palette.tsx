import { useMemo } from 'react';
import { Palette as ShellPalette } from '../../../shell/commands/palette.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { useDashboard } from '../../ui/dashboard.ts';
import { paletteEntries } from './palette-entries.ts';

/** Every command, and every review that is open. */
export const Palette = () => {
  const dashboard = useDashboard();
  const { store } = dashboard;
  // As they were when it opened: nothing moves under the reader's hand.
  const entries = useMemo(() => paletteEntries(store.getState()), [store]);
  return (
    <ShellPalette
      entries={entries}
      words={dashboardTexts().palette}
      onClose={() => store.dispatch({ type: 'view/dialog', dialog: undefined })}
      onRun={(entry) => entry.run(dashboard)}
    />
  );
};
