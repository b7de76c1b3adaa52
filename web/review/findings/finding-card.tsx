import type { ReactNode } from 'react';
import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { Button } from '../../common/button.tsx';
import { Icon } from '../../common/icon.tsx';
import { usePage, useSelect } from '../page.ts';
import { dismissFinding } from './finding-actions.ts';
import { placementNote } from './placement-note.ts';
import '../comments/comments.css';

interface FindingCardProps {
  readonly finding: Annotation;
  /** What it is about, where the card does not stand beside it. */
  readonly children?: ReactNode;
}

/** What a tool found, marked by its source. */
export const FindingCard = ({ finding, children }: FindingCardProps) => {
  const page = usePage();
  const isActive = useSelect((state) => state.selection.activeId === finding.id);
  const canDismiss = useSelect((state) => state.session.end === undefined);
  const note = placementNote(finding);
  return (
    <article
      className="card finding-card"
      data-active={isActive}
      aria-label={`Finding of ${finding.source}`}
    >
      <header className="card-header">
        <span className="card-labels">
          <span className="source-tag" title={finding.source}>
            {finding.source}
          </span>
          {finding.author !== undefined && <span className="card-kind">{finding.author}</span>}
          <FindingKind finding={finding} />
        </span>
        {canDismiss && (
          <Button
            size="small"
            tone="plain"
            label="Dismiss finding"
            icon={<Icon name="close" size={14} />}
            onClick={(event) => {
              event.stopPropagation();
              void dismissFinding(page, finding);
            }}
          />
        )}
      </header>
      {children}
      {note !== undefined && <p className="placement-note">{note}</p>}
      {finding.text !== undefined && finding.text !== '' && (
        <p className="card-text">{finding.text}</p>
      )}
      {'scope' in finding && finding.suggestedCode !== undefined && (
        <pre className="card-code">{finding.suggestedCode}</pre>
      )}
    </article>
  );
};

const FindingKind = ({ finding: { type } }: { readonly finding: Annotation }) => {
  if (type === 'DELETION') return <span className="card-kind">Delete this</span>;
  if (type === 'suggestion') return <span className="card-kind">Suggestion</span>;
  if (type === 'concern') return <span className="card-kind card-kind-concern">Concern</span>;
  return null;
};
