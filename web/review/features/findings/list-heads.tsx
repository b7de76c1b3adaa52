import { ChevronDown, ChevronRight } from 'lucide';
import type { ReactNode } from 'react';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import { Drawing } from '../../../shell/icon.tsx';
import { firstLine, MarkdownLine } from '../../../shell/markdown/markdown.tsx';
import { showHidden } from '../../../../shared/visible-text.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { findingsTexts } from '../../../shell/texts/findings-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { FindingButtons } from '../../ui/findings/finding-buttons.tsx';
import { originOf } from '../../ui/findings/finding-line.tsx';
import type { FindingRow } from '../../store/findings/finding-rows.ts';
import { SeverityIcon } from '../../ui/findings/severity-icon.tsx';

type HeadProps<Type extends FindingRow['type']> = {
  readonly row: Extract<FindingRow, { type: Type }>;
};

/** Heading of a section: general, in the content, or outside of it. */
export const SideHead = ({ row }: HeadProps<'side'>) => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const { change, text } = findingsTexts().places;
  return (
    <h2 className="finding-side">
      {(isReview ? change : text)[row.side]}
      <span className="count">{formatNumber(row.count)}</span>
    </h2>
  );
};

/** Collapsible heading of a file, source or kind. */
export const GroupHead = ({ row }: HeadProps<'group'>) => {
  const group = useSelect((state) => state.panel.findings.group);
  const { key, name, findings, isFolded } = row;
  const { kinds } = texts().findings;
  const { onWhole, severalFiles } = findingsTexts();
  const named = group === 'kind' ? kinds[name as keyof typeof kinds] : (name ?? severalFiles);
  const title = named === '' ? onWhole : showHidden(named);
  const toggle = useToggle('folded', [key], isFolded);
  return (
    <OpeningHead
      findings={findings}
      group={title}
      isOpen={!isFolded}
      onToggle={toggle}
      title={title}
    >
      <Drawing of={isFolded ? ChevronRight : ChevronDown} size={14} />
      <span className="finding-group-name">
        <bdi>{title}</bdi>
      </span>
      <span className="count">{formatNumber(findings.length)}</span>
    </OpeningHead>
  );
};

/** Collapsible message with several places. */
export const MessageHead = ({ row }: HeadProps<'message'>) => {
  const { findings, isUnfolded } = row;
  const ids = findings.map(({ id }) => id);
  const toggle = useToggle('unfolded', ids, isUnfolded);
  const [first] = findings;
  if (first === undefined) return null;
  const line = firstLine(first.text ?? '');
  const places = findingsTexts().placeCount(findings.length);
  return (
    <OpeningHead
      findings={findings}
      group={line}
      isOpen={isUnfolded}
      onToggle={toggle}
      label={`${line} ${places} ${originOf(first)}`}
    >
      <SeverityIcon severity={first.severity} />
      <span className="finding-message" dir="auto">
        <MarkdownLine text={line} />
      </span>
      <span className="finding-origin">{places}</span>
    </OpeningHead>
  );
};

/** Adds keys to one of the panel's sets, or removes them. */
const useToggle = (set: 'folded' | 'unfolded', keys: readonly string[], isIn: boolean) => {
  const { store } = usePage();
  const known = useSelect((state) => state.panel.findings[set]);
  return () => {
    const next = new Set(known);
    for (const key of keys)
      if (isIn) next.delete(key);
      else next.add(key);
    store.dispatch({ type: 'panel/findings', change: { [set]: next } });
  };
};

interface OpeningHeadProps {
  readonly findings: readonly Annotation[];
  /** Name of the findings, for button labels. */
  readonly group: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** For a group of messages. */
  readonly title?: string;
  /** For a single message. */
  readonly label?: string;
  readonly children: ReactNode;
}

const OpeningHead = ({
  findings,
  group,
  isOpen,
  onToggle,
  title,
  label,
  children,
}: OpeningHeadProps) => {
  const isDismissed = useSelect((state) => state.panel.findings.isDismissed);
  return (
    <div className={label === undefined ? 'finding-heading' : 'finding-heading finding-messages'}>
      <button
        type="button"
        className={label === undefined ? 'finding-group' : 'finding-toggle'}
        aria-expanded={isOpen}
        aria-label={label}
        title={title}
        onClick={onToggle}
      >
        {children}
      </button>
      <FindingButtons findings={findings} isDismissed={isDismissed} group={group} />
    </div>
  );
};
