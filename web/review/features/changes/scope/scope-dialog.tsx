import { useEffect, useRef, useState } from 'react';
import type { ScopeChoice, ScopesAnswer } from '../../../../../shared/session/scope.ts';
import { showHidden } from '../../../../../shared/visible-text.ts';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { Icon } from '../../../../shell/icon.tsx';
import { texts } from '../../../../shell/texts/texts.ts';
import { useCan, usePage } from '../../../ui/page.ts';
import { chooseScope, scopeInWords } from './choose-scope.ts';
import { CommitRail } from './commit-rail.tsx';
import './scope.css';

/** What of the repository is compared, and what else can be. */
export const ScopeDialog = () => {
  const page = usePage();
  const hasCommits = useCan('commits');
  const cancel = useRef<HTMLButtonElement>(null);
  const [range, setRange] = useState('');
  const known = useScopes();
  const words = texts().scope;
  const dismiss = () => page.store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const choose = (choice: ScopeChoice) => {
    dismiss();
    void chooseScope(page, choice);
  };
  return (
    <DialogFrame title={words.title} look="scope" initialFocus={cancel} onDismiss={dismiss}>
      <div className="scope-columns">
        <div className="scopes">
          {typeof known === 'string' && <p role="alert">{known}</p>}
          <ul>
            {(typeof known === 'object' ? known.scopes : []).map((scope) => {
              const isCurrent = typeof known === 'object' && scope.id === known.current.id;
              return (
                <li key={scope.id}>
                  <button
                    type="button"
                    className="menu-item"
                    ref={isCurrent ? focusOnce : undefined}
                    aria-current={isCurrent}
                    onClick={() => choose({ scope: scope.id })}
                  >
                    <span>{showHidden(scopeInWords(scope))}</span>
                    <span className="menu-check">{isCurrent && <Icon name="approve" />}</span>
                  </button>
                </li>
              );
            })}
          </ul>
          <form
            className="scope-range"
            onSubmit={(event) => {
              event.preventDefault();
              if (range.trim() !== '') choose({ range: range.trim() });
            }}
          >
            <label>
              {words.range}
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
        </div>
        {hasCommits && <CommitRail onChoose={(from, to) => choose({ first: from, last: to })} />}
      </div>
      <div className="dialog-actions">
        <Button ref={cancel} onClick={dismiss}>
          {words.cancel}
        </Button>
      </div>
    </DialogFrame>
  );
};

/** Moves the focus to the current scope once it is there, unless the reviewer has moved it. */
const focusOnce = (element: HTMLElement | null): void => {
  if (element !== null && document.activeElement?.closest('.scope-columns') === null)
    element.focus();
};

/** What can be compared; undefined while it is loaded, a sentence if that failed. */
const useScopes = (): ScopesAnswer | string | undefined => {
  const { client } = usePage();
  const [known, setKnown] = useState<ScopesAnswer | string>();
  useEffect(() => {
    const ending = new AbortController();
    void client.call('getScopes', { signal: ending.signal }).then((answer) => {
      if (!ending.signal.aborted) setKnown(answer.kind === 'ok' ? answer.value : answer.sentence);
    });
    return () => ending.abort();
  }, [client]);
  return known;
};
