import { type MouseEvent, type ReactNode } from 'react';
import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { texts } from '../../texts/texts.ts';
import { SuggestionDiff } from '../comments/lazy-suggestion-diff.tsx';
import { usePage, useSelect } from '../page.ts';
import { adoptFinding, dismissFindings, restoreFindings } from './finding-actions.ts';
import { placementNote } from './placement-note.ts';
import '../comments/comments.css';

interface FindingCardProps {
  readonly finding: Annotation;
  /** What it is about, where the card does not stand beside it. */
  readonly children?: ReactNode;
}

/** What a tool found, marked by its source. */
export const FindingCard = ({ finding, children }: FindingCardProps) => {
  const { id, source, author, text = '' } = finding;
  const isActive = useSelect((state) => state.selection.activeId === id);
  const isDismissed = useSelect((state) => state.annotations.dismissedIds.has(id));
  const note = placementNote(finding);
  return (
    <article
      className="card finding-card"
      data-active={isActive}
      data-dismissed={isDismissed}
      aria-label={texts().findings.of(source)}
    >
      <header className="card-header">
        <span className="card-labels">
          <span className="source-tag" title={source}>
            {source}
          </span>
          {author !== undefined && <span className="card-kind">{author}</span>}
          <FindingKind finding={finding} />
        </span>
        <FindingButtons finding={finding} isDismissed={isDismissed} />
      </header>
      {children}
      {note !== undefined && <p className="placement-note">{note}</p>}
      {text !== '' && <p className="card-text">{text}</p>}
      {'scope' in finding && finding.suggestedCode !== undefined && (
        <SuggestionDiff
          original={finding.originalCode ?? ''}
          replacement={finding.suggestedCode}
          isCode
        />
      )}
    </article>
  );
};

interface FindingButtonsProps {
  readonly finding: Annotation;
  readonly isDismissed: boolean;
}

const FindingButtons = ({ finding, isDismissed }: FindingButtonsProps) => {
  const page = usePage();
  const words = texts().findings;
  const press = (act: () => void) => (event: MouseEvent) => {
    event.stopPropagation();
    act();
  };
  if (isDismissed)
    return (
      <Button size="small" tone="plain" onClick={press(() => restoreFindings(page, [finding]))}>
        {words.restore}
      </Button>
    );
  return (
    <>
      <Button
        size="small"
        tone="plain"
        label={words.adopt}
        icon={<Icon name="comment" size={14} />}
        onClick={press(() => adoptFinding(page, finding))}
      />
      <Button
        size="small"
        tone="plain"
        label={words.dismiss}
        icon={<Icon name="close" size={14} />}
        onClick={press(() => dismissFindings(page, [finding]))}
      />
    </>
  );
};

/** What a finding is meant as, in a word or two. */
export const FindingKind = ({ finding: { type } }: { readonly finding: Annotation }) => {
  const { deletion, kinds } = texts().findings;
  if (type === 'DELETION') return <span className="card-kind">{deletion}</span>;
  if (type === 'suggestion' || type === 'concern')
    return (
      <span className="card-kind" data-kind={type}>
        {kinds[type]}
      </span>
    );
  return null;
};
