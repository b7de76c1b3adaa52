import type { ReactNode } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { showHidden } from '../../../../shared/visible-text.ts';
import { MarkdownText } from '../../../shell/markdown/markdown.tsx';
import { texts } from '../../../shell/texts/texts.ts';
import { Suggestion } from '../comments/lazy-suggestion.tsx';
import '../comments/comments.css';

interface FindingBodyProps {
  readonly finding: Annotation;
  /** The target. */
  readonly children?: ReactNode;
}

/** A finding in full. */
export const FindingBody = ({ finding, children }: FindingBodyProps) => {
  const { text = '' } = finding;
  const note = placementNote(finding);
  return (
    <div className="finding-body">
      {children}
      {note !== undefined && <p className="placement-note">{note}</p>}
      {'lostCode' in finding && <pre className="card-code">{showHidden(finding.lostCode)}</pre>}
      {text !== '' && <MarkdownText text={text} />}
      {'scope' in finding && finding.suggestedCode !== undefined && (
        <Suggestion
          original={finding.originalCode ?? ''}
          replacement={finding.suggestedCode}
          isCode
          of={finding}
        />
      )}
      <FindingFacts finding={finding} />
    </div>
  );
};

const FindingFacts = ({ finding }: { readonly finding: Annotation }) => {
  const { rule, url } = finding;
  const kind = findingKindText(finding);
  if (kind === undefined && url === undefined) return null;
  return (
    <p className="finding-facts">
      {kind !== undefined && <span>{kind}</span>}
      {url !== undefined && <RuleLink url={url} rule={rule} />}
    </p>
  );
};

/** The contract allows only http and https, but the server may be newer than the page. */
const RuleLink = ({ url, rule }: { readonly url: string; readonly rule: string | undefined }) =>
  /^https?:/iu.test(url) ? (
    <a href={url} title={url} target="_blank" rel="noopener noreferrer">
      {texts().findings.aboutRule(rule === undefined ? undefined : showHidden(rule))}
    </a>
  ) : null;

/** The kind of a finding; undefined for a mere comment. */
export const findingKindText = ({ type }: Annotation): string | undefined => {
  const { deletion, kinds } = texts().findings;
  if (type === 'DELETION') return deletion;
  return type === 'suggestion' || type === 'concern' ? kinds[type] : undefined;
};

/** A note on the placement, if it is not obvious. */
const placementNote = (finding: Annotation): string | undefined => {
  const { comments, findings, freshness } = texts();
  if ('lostCode' in finding) return freshness.isOutdated;
  if ('shownAt' in finding && finding.shownAt?.isApproximate) return comments.changedSince;
  const notes: Partial<Record<Annotation['placement'], string>> = findings.notes;
  return notes[finding.placement];
};
