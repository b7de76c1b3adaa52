import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { DialogFrame } from '../dialog-frame.tsx';
import type { NamedCommand } from './command.ts';
import { KeyCaps } from './key-caps.tsx';
import { matchEntries } from './match-entries.ts';
import '../menu.css';
import './palette.css';

interface PaletteProps<Entry> {
  readonly entries: readonly Entry[];
  readonly words: { readonly title: string; readonly placeholder: string; readonly none: string };
  readonly onClose: () => void;
  readonly onRun: (entry: Entry) => void;
}

export const Palette = <Entry extends NamedCommand>({
  entries,
  words,
  onClose,
  onRun,
}: PaletteProps<Entry>) => {
  const run = (entry: Entry) => {
    onClose();
    // The dialog restores the focus first, so that the command has its context.
    requestAnimationFrame(() => onRun(entry));
  };
  return (
    <DialogFrame title={words.title} look="palette" onDismiss={onClose}>
      <PaletteList entries={entries} words={words} onRun={run} />
    </DialogFrame>
  );
};

const PaletteList = <Entry extends NamedCommand>({
  entries,
  words,
  onRun,
}: Omit<PaletteProps<Entry>, 'onClose'>) => {
  const [query, setQuery] = useState('');
  const matching = useMemo(() => matchEntries(entries, query), [entries, query]);
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={entries}
      filteredItems={matching}
      itemToStringValue={({ title }) => title}
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setQuery(value);
      }}
    >
      <Autocomplete.Input
        className="palette-input"
        aria-label={words.placeholder}
        placeholder={words.placeholder}
      />
      <Autocomplete.Empty className="palette-empty">
        {matching.length === 0 ? words.none : null}
      </Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(entry: Entry) => (
          <Autocomplete.Item
            key={entry.id}
            value={entry}
            className="menu-item palette-entry"
            onClick={() => onRun(entry)}
          >
            <span>{entry.title}</span>
            <KeyCaps keys={entry.keys} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
};
