import { useState } from 'react';
import type { Scope, ScopesAnswer } from '../../../../../shared/session/scope.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { Icon } from '../../../../shell/icon.tsx';
import { scopeInWords } from './scope-words.ts';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';

interface Choosing {
  /** Called with a scope's id, or with a range as typed. */
  readonly onChoose: (what: string) => void;
}

interface ScopeListProps extends Choosing {
  /** Undefined while they are loaded, a sentence if that failed. */
  readonly known: ScopesAnswer | string | undefined;
}

/** The scopes, the current one marked. */
export const ScopeList = ({ known, onChoose }: ScopeListProps) => {
  if (known === undefined) return <p className="dialog-note">{scopeTexts().loading}</p>;
  if (typeof known === 'string') return <p role="alert">{known}</p>;
  return (
    <>
      {known.commits !== undefined && (
        <p className="dialog-note">
          {scopeTexts().sides(sideInWords(known.commits.base), sideInWords(known.commits.head))}
        </p>
      )}
      <ul>
        {known.scopes.map((scope) => (
          <li key={scope.id}>
            <ScopeItem
              scope={scope}
              isCurrent={scope.id === known.current.id}
              onPress={() => onChoose(scope.id)}
            />
          </li>
        ))}
      </ul>
    </>
  );
};

const sideInWords = (id: string): string => {
  const { worktree, index } = scopeTexts();
  if (id === 'worktree') return worktree;
  return id === 'index' ? index : id.slice(0, 10);
};

interface ScopeItemProps {
  readonly scope: Scope;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

const ScopeItem = ({ scope, isCurrent, onPress }: ScopeItemProps) => (
  <button
    type="button"
    className="menu-item"
    ref={isCurrent ? focusOnce : undefined}
    aria-current={isCurrent}
    onClick={onPress}
  >
    <span>{showHidden(scopeInWords(scope))}</span>
    <span className="menu-check">{isCurrent && <Icon name="approve" />}</span>
  </button>
);

/** Moves the focus to the current scope once it is there, unless the reviewer has moved it. */
const focusOnce = (element: HTMLElement | null): void => {
  if (element !== null && document.activeElement?.closest('.scope-columns') === null)
    element.focus();
};

/** A commit or range, as typed. */
export const RangeField = ({ onChoose }: Choosing) => {
  const [range, setRange] = useState('');
  return (
    <form
      className="scope-range"
      onSubmit={(event) => {
        event.preventDefault();
        if (range.trim() !== '') onChoose(range.trim());
      }}
    >
      <label>
        {scopeTexts().range}
        <input
          type="text"
          value={range}
          placeholder="main..HEAD"
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => setRange(currentTarget.value)}
        />
      </label>
    </form>
  );
};
