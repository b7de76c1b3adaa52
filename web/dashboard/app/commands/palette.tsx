import { useMemo } from 'react';
import { PaletteList } from '../../../shell/commands/palette-list.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import { useDashboard } from '../../ui/dashboard.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { paletteEntries, type PaletteEntry } from './palette-entries.ts';

/** Every command, and every review that is open. */
export const Palette = () => {
  const dashboard = useDashboard();
  const { store } = dashboard;
  // As they were when it opened: nothing moves under the reader's hand.
  const entries = useMemo(() => paletteEntries(store.getState()), [store]);
  const run = (entry: PaletteEntry) => {
    store.dispatch({ type: 'view/dialog', dialog: undefined });
    // The dialog gives the focus back first.
    requestAnimationFrame(() => entry.run(dashboard));
  };
  return (
    <DialogFrame title={dashboardTexts().palette.title} look="palette">
      <PaletteList entries={entries} words={dashboardTexts().palette} onRun={run} />
    </DialogFrame>
  );
};
