import { useRef } from 'react';
import type { ScopeChoice } from '../../../../../shared/session/scope.ts';
import { Button } from '../../../../shell/button.tsx';
import { DialogFrame } from '../../../../shell/dialog-frame.tsx';
import { texts } from '../../../../shell/texts/texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import { useCan, usePage } from '../../../ui/page.ts';
import { CommitRail } from './commit-rail.tsx';
import { RangeField, ScopeList } from './scope-list.tsx';
import './scope.css';
import { scopeTexts } from '../../../../shell/texts/scope-texts.ts';

/** What of the repository is compared, and what else can be. */
export const ScopeDialog = () => {
  const page = usePage();
  const hasCommits = useCan('commits');
  const cancel = useRef<HTMLButtonElement>(null);
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
  return (
    <DialogFrame title={scopeTexts().title} look="scope" initialFocus={cancel} onDismiss={dismiss}>
      <div className="scope-columns">
        <div className="scopes">
          <ScopeList onChoose={(scope) => choose({ scope })} />
          <RangeField onChoose={(range) => choose({ range })} />
        </div>
        {hasCommits && <CommitRail onChoose={(first, last) => choose({ first, last })} />}
      </div>
      <div className="dialog-actions">
        <Button ref={cancel} onClick={dismiss}>
          {scopeTexts().cancel}
        </Button>
      </div>
    </DialogFrame>
  );
};
