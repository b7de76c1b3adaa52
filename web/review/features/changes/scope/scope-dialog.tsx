import { useMemo, useRef, useState } from 'react';
import type { ScopeChoice, ScopesAnswer } from '../../../../../shared/session/scope.ts';
import { showPath } from '../../../../../shared/visible-text.ts';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';
import { texts } from '../../../../shell/texts/texts.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import { useCan, usePage } from '../../../ui/page.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { CommitRail } from './commit-rail.tsx';
import { RangeField, ScopeList } from './scope-list.tsx';
import './scope.css';

/** What of the repository is compared, and what else can be; of several, in all or in one of them. */
export const ScopeDialog = () => {
  const page = usePage();
  const hasCommits = useCan('commits');
  const cancel = useRef<HTMLButtonElement>(null);
  const [asked, ask] = useState<string>();
  const { known, repositories, repository } = useScopes(asked);
  const dismiss = () => page.store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const choose = (choice: ScopeChoice) => {
    dismiss();
    page.viewer
      .current()
      ?.choose?.(choice)
      .catch(() => {
        const { freshness, frame } = texts();
        page.store.dispatch(noticeOf(freshness.notRefreshed(frame.serverSilent)));
      });
  };
  const words = scopeTexts();
  const isAll = repositories.length > 0 && repository === undefined;
  const of = repository === undefined ? {} : { repository };
  return (
    <DialogFrame title={words.title} look="scope" initialFocus={cancel} onDismiss={dismiss}>
      {repositories.length > 0 && (
        <RepositoryField repositories={repositories} chosen={repository ?? ''} onChoose={ask} />
      )}
      <div className="scope-columns">
        <div className="scopes">
          <ScopeList known={known} onChoose={(scope) => choose({ scope })} />
          {!isAll && <RangeField onChoose={(range) => choose({ range, ...of })} />}
        </div>
        {isAll && hasCommits && <p className="dialog-note">{words.chooseRepository}</p>}
        {!isAll && hasCommits && known !== undefined && (
          <CommitRail
            key={repository}
            repository={repository}
            onChoose={(first, last) => choose({ first, last, ...of })}
          />
        )}
      </div>
      <div className="dialog-actions">
        <Button ref={cancel} onClick={dismiss}>
          {words.cancel}
        </Button>
      </div>
    </DialogFrame>
  );
};

interface KnownScopes {
  /** Undefined while they are loaded, a sentence if that failed. */
  readonly known: ScopesAnswer | string | undefined;
  /** Empty if there are not several. */
  readonly repositories: readonly string[];
  /** Undefined for all. */
  readonly repository: string | undefined;
}

const loadAll = (client: SessionClient, signal: AbortSignal) =>
  client.call('getScopes', { signal });

/** @param asked the repository that was chosen here, empty for all; by default the one that is compared */
const useScopes = (asked: string | undefined): KnownScopes => {
  const all = useLoaded(loadAll);
  const { repositories = [], current } = typeof all === 'object' ? all : {};
  const repository = asked ?? current?.repository ?? '';
  const load = useMemo(
    () =>
      repository === ''
        ? undefined
        : (client: SessionClient, signal: AbortSignal) =>
            client.call('getScopes', { query: { repository }, signal }),
    [repository],
  );
  const own = useLoaded(load, repositories.indexOf(repository));
  return repository === ''
    ? { known: all, repositories, repository: undefined }
    : { known: own, repositories, repository };
};

interface RepositoryFieldProps {
  readonly repositories: readonly string[];
  /** Empty for all. */
  readonly chosen: string;
  readonly onChoose: (repository: string) => void;
}

const RepositoryField = ({ repositories, chosen, onChoose }: RepositoryFieldProps) => (
  <label className="scope-repository">
    {scopeTexts().repository}
    <select
      className="select"
      value={chosen}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{scopeTexts().allRepositories}</option>
      {repositories.map((name) => (
        <option key={name} value={name}>
          {showPath(name)}
        </option>
      ))}
    </select>
  </label>
);
