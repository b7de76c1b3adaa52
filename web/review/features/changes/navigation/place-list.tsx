import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { showHidden, showPath } from '../../../../../shared/visible-text.ts';
import { navigationTexts } from '../../../../shell/texts/navigation-texts.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import '../../../../shell/menu.css';
import '../../../../shell/commands/palette.css';
import './navigation.css';

/** A line of code to go to. */
export interface Place {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly kind?: string;
}

/** The lines of a file, under its path. */
export interface PlacesOfFile {
  readonly [other: string]: unknown;
  readonly value: string;
  readonly items: readonly Place[];
  readonly more: number;
}

interface PlaceListProps {
  readonly groups: readonly PlacesOfFile[];
  readonly name: string;
  /** What is said if there is nothing. */
  readonly none: string;
  /** A sentence below. */
  readonly foot: string;
  readonly onGo: (place: Place) => void;
}

/** More are found by typing. */
const maxShown = 300;

/** Lines of code by file, to filter and to choose from. */
export const PlaceList = ({ groups, name, none, foot, onGo }: PlaceListProps) => {
  const words = navigationTexts();
  const [query, setQuery] = useState('');
  const { shown, left } = useMemo(() => matchingPlaces(groups, query), [groups, query]);
  const sentences = [foot, left > 0 ? words.more(left) : ''].filter(Boolean).join(' · ');
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={shown}
      filteredItems={shown}
      itemToStringValue={({ id }) => id}
      value={query}
      onValueChange={(value, { reason }) => {
        if (reason !== 'item-press') setQuery(value);
      }}
    >
      <Autocomplete.Input
        className="palette-input"
        aria-label={words.filter}
        placeholder={words.filter}
      />
      <Autocomplete.Empty className="palette-empty">
        {shown.length > 0 ? null : groups.length > 0 ? words.noMatches : none}
      </Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(group: PlacesOfFile) => (
          <Autocomplete.Group key={group.value} items={group.items} className="symbol-file">
            <FileLabel group={group} />
            <Autocomplete.Collection>
              {(place: Place) => (
                <Autocomplete.Item
                  key={place.id}
                  value={place}
                  className="menu-item symbol-place"
                  onClick={() => onGo(place)}
                >
                  <span className="symbol-line">{place.line}</span>
                  <code>
                    <Marked text={showHidden(place.text.trim())} name={showHidden(name)} />
                  </code>
                  {place.kind !== undefined && <span className="palette-note">{place.kind}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p className="palette-foot" role="status">
        {sentences}
      </p>
    </Autocomplete.Root>
  );
};

const FileLabel = ({ group: { value, more } }: { readonly group: PlacesOfFile }) => {
  const status = useChangedFiles().find(({ path }) => path === value)?.status;
  const words = navigationTexts();
  return (
    <Autocomplete.GroupLabel className="symbol-path">
      <span>
        <bdi>{showPath(value)}</bdi>
      </span>
      {status !== undefined && <em>{diffTexts().status[status]}</em>}
      {more > 0 && <small>{words.moreOfFile(more)}</small>}
    </Autocomplete.GroupLabel>
  );
};

/** The text with the symbol in it marked. */
const Marked = ({ text, name }: { readonly text: string; readonly name: string }) =>
  text.split(name).map((part, index) => (
    // The parts never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index}>
      {index > 0 && <mark>{name}</mark>}
      {part}
    </span>
  ));

/** The places whose path and text have each word, as many as are shown, and how many are not. */
const matchingPlaces = (groups: readonly PlacesOfFile[], query: string) => {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const shown: PlacesOfFile[] = [];
  let [count, left] = [0, 0];
  for (const group of groups) {
    const items = group.items.filter(({ path, text }) => {
      const all = `${path} ${text}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
    const taken = items.slice(0, maxShown - count);
    count += taken.length;
    left += items.length - taken.length;
    if (taken.length > 0) shown.push({ ...group, items: taken });
  }
  return { shown, left };
};
