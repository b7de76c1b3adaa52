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

interface SoughtPaletteProps<Entry> extends PaletteProps<Entry> {
  /** `entries` are those that match it. */
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** A sentence below the entries. */
  readonly foot?: string;
}

export const Palette = <Entry extends NamedCommand>(props: PaletteProps<Entry>) => {
  const { entries } = props;
  const [query, setQuery] = useState('');
  const matching = useMemo(() => matchEntries(entries, query), [entries, query]);
  return <SoughtPalette {...props} entries={matching} query={query} onQuery={setQuery} />;
};

/** A palette whose entries are sought elsewhere. */
export const SoughtPalette = <Entry extends NamedCommand>({
  onClose,
  onRun,
  ...list
}: SoughtPaletteProps<Entry>) => {
  const run = (entry: Entry) => {
    onClose();
    // The dialog restores the focus first, so that the command has its context.
    requestAnimationFrame(() => onRun(entry));
  };
  return (
    <DialogFrame title={list.words.title} look="palette" onDismiss={onClose}>
      <PaletteList {...list} onRun={run} />
    </DialogFrame>
  );
};

const PaletteList = <Entry extends NamedCommand>({
  entries,
  words,
  query,
  foot,
  onQuery,
  onRun,
}: Omit<SoughtPaletteProps<Entry>, 'onClose'>) => {
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={entries}
      filteredItems={entries}
      itemToStringValue={({ title }) => title}
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') onQuery(value);
      }}
    >
      <Autocomplete.Input
        className="palette-input"
        aria-label={words.placeholder}
        placeholder={words.placeholder}
      />
      <Autocomplete.Empty className="palette-empty">
        {entries.length === 0 ? words.none : null}
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
            {entry.note !== undefined && <span className="palette-note">{entry.note}</span>}
            <KeyCaps keys={entry.keys} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      {foot !== undefined && <p className="palette-foot">{foot}</p>}
    </Autocomplete.Root>
  );
};
