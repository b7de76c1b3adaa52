import type { ReactNode } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { firstLine, MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { showHidden } from '../../../../shared/visible-text.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect } from '../page.ts';
import { FindingBody } from './finding-body.tsx';
import { FindingButtons } from './finding-buttons.tsx';
import { countPlaces } from '../../store/findings/finding-rows.ts';
import { SeverityIcon } from './severity-icon.tsx';
import './finding-line.css';

interface FindingLineProps {
  readonly finding: Annotation;
  /** Shown before the message, or in place of it if the message is shown above. */
  readonly lead?: string | undefined;
  readonly isPlace?: boolean;
  /** The target, if the line is not beside it. */
  readonly children?: ReactNode;
  readonly onOpen?: () => void;
}

/** A finding as one line that expands. */
export const FindingLine = ({ finding, lead, isPlace, children, onOpen }: FindingLineProps) => {
  const { store } = usePage();
  const { id, source } = finding;
  const isActive = useSelect(({ selection }) => selection.activeId === id);
  const isOpen = useSelect(({ selection }) => selection.openFindings.has(id));
  const isDismissed = useSelect(({ annotations }) => annotations.dismissedIds.has(id));
  const toggle = () => {
    store.dispatch(
      { type: 'selection/findingOpened', id, isOpen: !isOpen },
      { type: 'selection/active', id: isOpen ? undefined : id },
    );
    if (!isOpen) onOpen?.();
  };
  const message = isPlace === true ? '' : messageOf(finding);
  return (
    <article
      className="finding"
      data-active={isActive}
      data-open={isOpen}
      data-dismissed={isDismissed}
      aria-label={texts().findings.of(showHidden(source))}
    >
      <div className="finding-row">
        <button
          type="button"
          className="finding-toggle"
          aria-expanded={isOpen}
          aria-label={labelOf(finding, lead, message)}
          onClick={toggle}
        >
          <SeverityIcon severity={finding.severity} />
          {!isOpen && (
            <span className="finding-message" dir="auto">
              {lead !== undefined && <span className="finding-lead">{lead} </span>}
              <MarkdownLine text={message} />
            </span>
          )}{' '}
          <span className="finding-origin">{originOf(finding)}</span>
        </button>
        <FindingButtons findings={[finding]} isDismissed={isDismissed} />
      </div>
      {isOpen && <FindingBody finding={finding}>{children}</FindingBody>}
    </article>
  );
};

/** A finding in the code or document. */
export const FindingInPlace = ({ finding }: { readonly finding: Annotation }) => {
  const places = useSelect((state) => countPlaces(state, finding));
  const lead = places > 1 ? texts().findings.samePlaces(places) : undefined;
  return <FindingLine finding={finding} lead={lead} />;
};

const messageOf = ({ text = '' }: Annotation): string =>
  firstLine(text) || texts().findings.suggestsCode;

/** `source · author · rule` */
export const originOf = ({ source, author, rule }: Annotation): string =>
  [source, author, rule]
    .filter((part) => part !== undefined)
    .map(showHidden)
    .join(' · ');

const labelOf = (finding: Annotation, lead: string | undefined, message: string): string => {
  const { severity } = finding;
  const grade = severity === undefined ? undefined : `${texts().findings.severities[severity]}:`;
  return [grade, lead, message, originOf(finding)].filter(Boolean).join(' ');
};
