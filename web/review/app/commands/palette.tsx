import { useMemo } from 'react';
import { Palette as ShellPalette } from '../../../shell/commands/palette.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage } from '../../ui/page.ts';
import { paletteEntries } from './palette-entries.ts';

export const Palette = () => {
  const page = usePage();
  const { store } = page;
  const entries = useMemo(() => paletteEntries(store.getState()), [store]);
  return (
    <ShellPalette
      entries={entries}
      words={texts().palette}
      onClose={() => store.dispatch({ type: 'panel/dialog', dialog: undefined })}
      onRun={(entry) => entry.run(page)}
    />
  );
};
