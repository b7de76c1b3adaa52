import { useEffect, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../../shell/icon.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { can } from '../../store/session-slice.ts';
import { KeyButton } from '../../ui/command-button.tsx';
import { hasContent } from '../../ui/conditions.ts';
import { usePage, useSelect, useKeyTitle, useShortcut } from '../../ui/page.ts';
import { readingPlace } from '../../ui/reading-place.ts';
import { searchFieldId } from './search-commands.ts';
import './search.css';

/** Searches the content, or the shown one of many documents, including what the browser's search cannot see. */
export const SearchField = () => {
  const { store, search } = usePage();
  const query = useSelect(({ search }) => search.query);
  const canSearch = useSelect((state) => hasContent(state) && can(state, 'search'));
  const words = texts().search;
  const label = useSelect(({ content }) => content.file) === undefined ? words.label : words.here;
  const fieldTitle = useKeyTitle(label, 'search.open');
  useMarks(query !== '');
  if (!canSearch) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') leave(store.getState().search.query);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Escape first clears the query, then leaves the field.
  const leave = (text: string) => {
    if (text === '') readingPlace()?.focus({ preventScroll: true });
    else search.seek('');
  };
  return (
    <search className="search" data-has-query={query !== ''}>
      <Icon name="search" size={14} />
      <input
        id={searchFieldId}
        type="text"
        role="searchbox"
        autoComplete="off"
        title={fieldTitle}
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        value={query}
        onChange={({ currentTarget }) => search.seek(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {query === '' ? <SearchKey /> : <Found />}
    </search>
  );
};

/** Highlights hits. Loaded with the first query. */
const useMarks = (isSearching: boolean): void => {
  const page = usePage();
  const [isWanted, setWanted] = useState(false);
  if (isSearching && !isWanted) setWanted(true);
  useEffect(() => {
    if (!isWanted) return undefined;
    let end: (() => void) | undefined;
    let isOver = false;
    import('./search-marks.ts').then(
      ({ SearchMarks }) => {
        if (!isOver) end = new SearchMarks(page).start();
      },
      // Optional: search works without highlights.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [page, isWanted]);
};

/** The key that goes to the field; its title says so as well. */
const SearchKey = () => {
  const key = useShortcut('search.open');
  return key === undefined ? null : <kbd aria-hidden="true">{key}</kbd>;
};

const Found = () => {
  const { search } = usePage();
  const { state, hits, total, at } = useSelect(({ search }) => search);
  const words = texts().search;
  return (
    <>
      <span className="search-count" role="status">
        {state === 'failed' && words.failed}
        {state === 'found' && (at < 0 ? words.found(total) : words.at(at + 1, total))}
      </span>
      <KeyButton
        id="search.previous"
        icon={<Icon name="up" />}
        label={words.previous}
        disabled={hits.length === 0}
        onClick={() => search.step(-1)}
      />
      <KeyButton
        id="search.next"
        icon={<Icon name="caret" />}
        label={words.next}
        disabled={hits.length === 0}
        onClick={() => search.step(1)}
      />
    </>
  );
};
