import { useMemo } from 'react';
import type { StructureEntry } from '../../../../shared/session/structure.ts';
import { Palette as ShellPalette } from '../../../shell/commands/palette.tsx';
import { paletteTexts } from '../../../shell/texts/command-texts.ts';
import { useStructure } from '../../features/changes/structure/use-structure.ts';
import { useChangedFiles } from '../../features/changes/viewed/viewed-progress.tsx';
import { useCan, usePage, useSelect } from '../../ui/page.ts';
import { paletteEntries, runnableIds, symbolEntries } from './palette-entries.ts';

export const Palette = () => {
  const page = usePage();
  const { store } = page;
  const symbols = useSymbols();
  // What can run may change while it is open: something was loading, or a finding arrives.
  const ids = useSelect(runnableIds);
  const entries = useMemo(() => {
    const state = store.getState();
    return [...paletteEntries(state, ids), ...symbolEntries(state, symbols)];
  }, [store, symbols, ids]);
  return (
    <ShellPalette
      entries={entries}
      words={paletteTexts()}
      onClose={() => store.dispatch({ type: 'panel/dialog', dialog: undefined })}
      onRun={(entry) => entry.run(page)}
    />
  );
};

/** Of a larger change, the palette lists no symbols: reading its structure takes many seconds. */
const maxFiles = 500;

const none: readonly StructureEntry[] = [];

/** The functions, classes, types … of the change; none until they are known. */
const useSymbols = (): readonly StructureEntry[] => {
  const hasStructure = useCan('structure');
  const files = useChangedFiles();
  const known = useStructure(hasStructure && files.length <= maxFiles);
  return typeof known === 'object' ? known.entries : none;
};
