import { useMemo } from 'react';
import { PaletteList } from '../../../shell/commands/palette-list.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { usePage } from '../../ui/page.ts';
import { paletteEntries, type PaletteEntry } from './palette-entries.ts';

/** Every command and every place of the content. */
export const Palette = () => {
  const page = usePage();
  const { store } = page;
  const entries = useMemo(() => paletteEntries(store.getState()), [store]);
  const run = (entry: PaletteEntry) => {
    store.dispatch({ type: 'panel/dialog', dialog: undefined });
    // The dialog gives the focus back first, so that a command finds what it works on.
    requestAnimationFrame(() => entry.run(page));
  };
  return (
    <DialogFrame title={texts().palette.title} look="palette">
      <PaletteList entries={entries} words={texts().palette} onRun={run} />
    </DialogFrame>
  );
};
