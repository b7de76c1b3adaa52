import { useState } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Suggestion } from '../../../../shared/session/staging.ts';
import { Button } from '../../../shell/button.tsx';
import { stagingTexts } from '../../../shell/texts/staging-texts.ts';
import { noticeOf } from '../../store/notices-slice.ts';
import { useCan, usePage, useSelect, type Page } from '../page.ts';
import { showChanges } from '../project-changes.ts';

interface ApplyButtonsProps {
  readonly of: Comment | Annotation;
}

/** Writes a suggestion to the work tree; from a comment, also all those that were accepted. */
export const ApplyButtons = ({ of }: ApplyButtonsProps) => {
  const page = usePage();
  const canApply = useCan('staging');
  const comments = useSelect((state) => state.comments);
  const [isBusy, setBusy] = useState(false);
  const own = suggestionOf(of);
  if (!canApply || own === undefined) return null;
  const isComment = !('source' in of);
  const accepted = isComment ? comments.flatMap((one) => suggestionOf(one) ?? []) : [];
  const words = stagingTexts();
  const run = async (suggestions: readonly Suggestion[]) => {
    setBusy(true);
    await apply(page, suggestions);
    setBusy(false);
  };
  return (
    <div className="suggestion-actions">
      <Button
        size="small"
        title={words.applyHint}
        disabled={isBusy}
        onClick={() => void run([own])}
      >
        {words.apply}
      </Button>
      {accepted.length > 1 && (
        <Button size="small" tone="plain" disabled={isBusy} onClick={() => void run(accepted)}>
          {words.applyAll(accepted.length)}
        </Button>
      )}
    </div>
  );
};

/** What to write where; undefined if it is not about lines that are there, or its code is gone. */
const suggestionOf = (of: Comment | Annotation): Suggestion | undefined => {
  if (!('scope' in of) || of.scope !== 'line' || of.side === 'old') return undefined;
  const { filePath: path, suggestedCode, originalCode } = of;
  const place = 'source' in of ? (of.shownAt ?? of) : of;
  const { lineStart: first, lineEnd: last } = place;
  if (path === undefined || suggestedCode === undefined) return undefined;
  if (first === undefined || last === undefined) return undefined;
  if (('isOutdated' in of && of.isOutdated) || 'lostCode' in of) return undefined;
  if ('isApproximate' in place && place.isApproximate) return undefined;
  return {
    path,
    first,
    last,
    suggestedCode,
    ...(originalCode === undefined ? {} : { originalCode }),
  };
};

const apply = async (page: Page, suggestions: readonly Suggestion[]): Promise<void> => {
  const version = page.store.getState().content.diff?.version ?? 1;
  const answer = await page.client.call('applySuggestions', {
    body: { version, suggestions: [...suggestions] },
  });
  const words = stagingTexts();
  if (answer.kind !== 'ok') {
    page.store.dispatch(noticeOf(words.refused(answer.sentence)));
    return;
  }
  const { changes, refused } = answer.value;
  const done = suggestions.length - refused.length;
  const text = [
    ...(done === 0 ? [] : [words.applied(done)]),
    ...(refused.length === 0 ? [] : [words.notApplied(refused.length, refused[0]?.reason ?? '')]),
  ].join(' ');
  if (changes.length === 0) page.store.dispatch(noticeOf(text));
  else await showChanges(page, text, changes);
};
