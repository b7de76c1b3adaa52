import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { showKey } from '../../common/keys.ts';
import { isMac } from '../../common/platform.ts';
import { texts } from '../../texts/texts.ts';
import { DialogFrame } from '../frame/dialog-frame.tsx';
import { usePage } from '../page.ts';

import { matchEntries, paletteEntries, type PaletteEntry } from './palette-entries.ts';
import './palette.css';

/** Every command and every place of the content, by typing a part of its name. */
export const Palette = () => {
  const page = usePage();
  const { store } = page;
  const [query, setQuery] = useState('');
  const entries = useMemo(() => paletteEntries(store.getState()), [store]);
  const matching = useMemo(() => matchEntries(entries, query), [entries, query]);
  const { title, placeholder, none } = texts().palette;
  const run = (entry: PaletteEntry) => {
    store.dispatch({ type: 'panel/dialog', dialog: undefined });
    // The dialog gives the focus back first, so that a command finds what it works on.
    requestAnimationFrame(() => entry.run(page));
  };
  return (
    <DialogFrame title={title} look="palette">
      <Autocomplete.Root
        inline
        open
        mode="none"
        autoHighlight="always"
        items={entries}
        filteredItems={matching}
        itemToStringValue={({ title: name }) => name}
        value={query}
        onValueChange={(value, { reason }) => {
          if (reason !== 'item-press') setQuery(value);
        }}
      >
        <Autocomplete.Input
          className="palette-input"
          aria-label={placeholder}
          placeholder={placeholder}
        />
        <Autocomplete.Empty className="palette-empty">
          {matching.length === 0 ? none : null}
        </Autocomplete.Empty>
        <Autocomplete.List className="palette-list">
          {(entry: PaletteEntry) => (
            <Autocomplete.Item
              key={entry.id}
              value={entry}
              className="palette-entry"
              onClick={() => run(entry)}
            >
              <span>{entry.title}</span>
              {entry.keys.map((key) => (
                <kbd key={key}>{showKey(key, isMac)}</kbd>
              ))}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </DialogFrame>
  );
};
