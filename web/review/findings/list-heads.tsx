import { firstLine } from '../../common/markdown/first-line.ts';
import { MarkdownLine } from '../../common/markdown/markdown.tsx';
import { showHidden } from '../../common/visible-text.ts';
import { formatNumber } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { usePage, useSelect } from '../page.ts';
import { FindingButtons } from './finding-buttons.tsx';
import { originOf } from './finding-line.tsx';
import type { FindingRow } from './finding-rows.ts';
import { SeveritySign } from './severity-sign.tsx';

type HeadProps<Type extends FindingRow['type']> = {
  readonly row: Extract<FindingRow, { type: Type }>;
};

/** Above the findings on the whole, in the content, or outside of it. */
export const SideHead = ({ row }: HeadProps<'side'>) => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const { change, text } = texts().findings.places;
  return (
    <h2 className="finding-side">
      {(isReview ? change : text)[row.side]}
      <span className="count">{formatNumber(row.count)}</span>
    </h2>
  );
};

/** Folds and unfolds the findings of a file, a source or a kind. */
export const GroupHead = ({ row }: HeadProps<'group'>) => {
  const { store } = usePage();
  const { group, folded, isDismissed } = useSelect((state) => state.panel.findings);
  const { key, name, findings, isFolded } = row;
  const { kinds, onWhole, severalFiles } = texts().findings;
  const named = group === 'kind' ? kinds[name as keyof typeof kinds] : (name ?? severalFiles);
  const title = named === '' ? onWhole : showHidden(named);
  const toggle = () => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    store.dispatch({ type: 'panel/findings', change: { folded: next } });
  };
  return (
    <div className="finding-heading">
      <button
        type="button"
        className="finding-group"
        aria-expanded={!isFolded}
        title={title}
        onClick={toggle}
      >
        <span className="finding-group-name">
          <bdi>{title}</bdi>
        </span>
        <span className="count">{formatNumber(findings.length)}</span>
      </button>
      <FindingButtons findings={findings} isDismissed={isDismissed} group={title} />
    </div>
  );
};

/** The same message in several places, which it opens to. */
export const MessageHead = ({ row }: HeadProps<'message'>) => {
  const { store } = usePage();
  const { unfolded, isDismissed } = useSelect((state) => state.panel.findings);
  const { findings, isUnfolded } = row;
  const [first] = findings;
  if (first === undefined) return null;
  const line = firstLine(first.text ?? '');
  const toggle = () => {
    const next = new Set(unfolded);
    for (const { id } of findings)
      if (isUnfolded) next.delete(id);
      else next.add(id);
    store.dispatch({ type: 'panel/findings', change: { unfolded: next } });
  };
  return (
    <div className="finding-heading finding-messages">
      <button
        type="button"
        className="finding-toggle"
        aria-expanded={isUnfolded}
        aria-label={`${line} ${texts().findings.placeCount(findings.length)} ${originOf(first)}`}
        onClick={toggle}
      >
        <SeveritySign severity={first.severity} />
        <span className="finding-message" dir="auto">
          <MarkdownLine text={line} />
        </span>
        <span className="finding-origin">{texts().findings.placeCount(findings.length)}</span>
      </button>
      <FindingButtons findings={findings} isDismissed={isDismissed} group={line} />
    </div>
  );
};
