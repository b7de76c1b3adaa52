import { useState, type MouseEvent } from 'react';
import type { Commit } from '../../../../../shared/session/scope.ts';
import { showHidden, spellHidden } from '../../../../../shared/visible-text.ts';
import { Button, QuietButton } from '../../../../shell/button.tsx';
import { FilterBox } from '../../../../shell/filter-box.tsx';
import { formatDateTime } from '../../../../shell/texts/format.ts';
import { useCommits, type CommitList } from './use-commits.ts';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';

interface CommitRailProps {
  /** Whose commits, of several. */
  readonly repository?: string | undefined;
  /** Called with the oldest and the newest of the chosen commits. */
  readonly onChoose: (first: string, last: string) => void;
}

/** The places of the chosen commits in the list, newest first. */
type Chosen = readonly [from: number, to: number];

/** The commits that lead to the current one. One or several in a row can be chosen. */
export const CommitRail = ({ repository, onChoose }: CommitRailProps) => {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const list = useCommits(query, repository);
  const [from, to] = chosen ?? [-1, -1];
  const [newest, oldest] = [list.commits[from], list.commits[to]];
  const words = scopeTexts();
  const choose = (index: number, { shiftKey }: MouseEvent) => {
    // The commits that a search finds are not in a row.
    const start = shiftKey && query === '' && from >= 0 ? from : index;
    setChosen([Math.min(start, index), Math.max(start, index)]);
  };
  return (
    <section className="commits" aria-label={words.commits}>
      <FilterBox
        label={words.search}
        value={query}
        onChange={(text) => {
          setQuery(text);
          setChosen(undefined);
        }}
        onLeave={() => firstRow()?.focus()}
        onEnter={() => firstRow()?.click()}
      />
      <Rows list={list} chosen={[from, to]} isSearched={query !== ''} onPress={choose} />
      <div className="dialog-actions">
        <span className="dialog-note">{words.several}</span>
        <Button
          disabled={newest === undefined || oldest === undefined}
          onClick={() => {
            if (newest !== undefined && oldest !== undefined) onChoose(oldest.id, newest.id);
          }}
        >
          {words.show(to - from + 1)}
        </Button>
      </div>
    </section>
  );
};

const firstRow = () => document.querySelector<HTMLElement>('.commit');

interface RowsProps {
  readonly list: CommitList;
  readonly chosen: Chosen;
  readonly isSearched: boolean;
  readonly onPress: (index: number, event: MouseEvent) => void;
}

const Rows = ({ list, chosen: [from, to], isSearched, onPress }: RowsProps) => {
  const { commits, error, isLoading, more } = list;
  const words = scopeTexts();
  if (error !== undefined && commits.length === 0) return <p role="alert">{error}</p>;
  if (commits.length === 0)
    return (
      <p role="status" className="dialog-note">
        {isLoading ? words.loading : words.none}
      </p>
    );
  return (
    <ol className="commit-list" data-is-searched={isSearched} aria-busy={isLoading}>
      {commits.map((commit, index) => (
        <li key={commit.id}>
          <CommitRow
            commit={commit}
            isChosen={index >= from && index <= to}
            onPress={(event) => onPress(index, event)}
          />
        </li>
      ))}
      {more !== undefined && (
        <li>
          <QuietButton onClick={more}>{words.more}</QuietButton>
        </li>
      )}
      {error !== undefined && <li role="alert">{error}</li>}
    </ol>
  );
};

interface CommitRowProps {
  readonly commit: Commit;
  readonly isChosen: boolean;
  readonly onPress: (event: MouseEvent) => void;
}

const CommitRow = ({ commit, isChosen, onPress }: CommitRowProps) => {
  const { id, subject, body, author, authoredAt, parents, labels = [] } = commit;
  return (
    <button
      type="button"
      className="commit"
      aria-pressed={isChosen}
      data-is-merge={parents.length > 1}
      onClick={onPress}
    >
      <span className="commit-subject">{showHidden(subject) || scopeTexts().noMessage}</span>
      <span className="commit-facts">
        <code>{id.slice(0, 10)}</code>{' '}
        {labels.map((label) => (
          <code key={label}>{showHidden(label)}</code>
        ))}{' '}
        {showHidden(author)}, {formatDateTime(authoredAt)}
      </span>
      {isChosen && body !== '' && <span className="commit-body">{spellHidden(body)}</span>}
    </button>
  );
};
