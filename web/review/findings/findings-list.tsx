import { useEffect } from 'react';
import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { formatNumber } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { linesOf } from '../comments/comment-place.ts';
import { usePage, useSelect } from '../page.ts';
import { BehindFrame } from '../panel/behind-frame.tsx';
import { VirtualList } from '../panel/virtual-list.tsx';
import { FindingCard } from './finding-card.tsx';
import type { FindingRow } from './finding-rows.ts';
import { FindingsToolbar } from './findings-toolbar.tsx';
import { keptGroup } from './kept-group.ts';
import { listedRows } from './ordered-findings.ts';
import './findings.css';

const heights = { side: 34, group: 30, finding: 108 } as const;

/** All findings, in groups and by their place, or those that are asked for. */
export const FindingsList = () => (
  <BehindFrame>
    <List />
  </BehindFrame>
);

const List = () => {
  const { store } = usePage();
  const rows = useSelect(listedRows);
  const total = useSelect((state) => state.annotations.all.size);
  const activeId = useSelect((state) => state.selection.activeId);
  const { folded: _, ...view } = useSelect((state) => state.panel.findings);
  useEffect(() => {
    const group = keptGroup();
    if (group !== undefined) store.dispatch({ type: 'panel/findings', change: { group } });
  }, [store]);
  if (total === 0) return <p className="panel-empty">{texts().findings.none}</p>;
  return (
    <>
      <FindingsToolbar />
      {rows.length === 0 && <p className="panel-empty">{texts().findings.noMatch}</p>}
      <VirtualList
        items={rows}
        keyOf={({ key }) => key}
        isAnchor={({ type }) => type === 'finding'}
        heightOf={({ type }) => heights[type]}
        viewKey={JSON.stringify(view)}
        label={texts().findings.list}
        activeKey={activeId}
        render={(row) => <Row row={row} />}
      />
    </>
  );
};

const Row = ({ row }: { readonly row: FindingRow }) => {
  switch (row.type) {
    case 'side':
      return <SideHead row={row} />;
    case 'group':
      return <GroupHead row={row} />;
    case 'finding':
      return <FindingItem finding={row.finding} />;
  }
};

const SideHead = ({ row }: { readonly row: Extract<FindingRow, { type: 'side' }> }) => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const { change, text } = texts().findings.places;
  return (
    <h2 className="finding-side">
      {(isReview ? change : text)[row.side]}
      <span className="count">{formatNumber(row.count)}</span>
    </h2>
  );
};

const GroupHead = ({ row }: { readonly row: Extract<FindingRow, { type: 'group' }> }) => {
  const { store } = usePage();
  const { group, folded } = useSelect((state) => state.panel.findings);
  const { key, name, count, isFolded } = row;
  const toggle = () => {
    const next = new Set(folded);
    if (!next.delete(key)) next.add(key);
    store.dispatch({ type: 'panel/findings', change: { folded: next } });
  };
  const { kinds, onWhole } = texts().findings;
  const title = name === '' ? onWhole : group === 'kind' ? kinds[name as keyof typeof kinds] : name;
  return (
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
      <span className="count">{formatNumber(count)}</span>
    </button>
  );
};

const FindingItem = ({ finding }: { readonly finding: Annotation }) => {
  const page = usePage();
  const choose = () => {
    page.store.dispatch({ type: 'selection/active', id: finding.id });
    page.viewer.current()?.reveal(finding);
  };
  return (
    // The place below is the button for the keyboard; the rest of the card is only a larger target for it.
    // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions
    <div className="panel-item" onClick={choose}>
      <FindingCard finding={finding}>
        <FindingPlace finding={finding} onChoose={choose} />
      </FindingCard>
    </div>
  );
};

interface FindingPlaceProps {
  readonly finding: Annotation;
  readonly onChoose: () => void;
}

const FindingPlace = ({ finding, onChoose }: FindingPlaceProps) => {
  const isBelowFile = useSelect((state) => state.panel.findings.group === 'place');
  const place = placeOf(finding, isBelowFile);
  if (place === undefined) return null;
  return (
    <button
      type="button"
      className="panel-place"
      onClick={(event) => {
        event.stopPropagation();
        onChoose();
      }}
    >
      {place}
    </button>
  );
};

/** Below the head of its file, the lines are enough. */
const placeOf = (finding: Annotation, isBelowFile: boolean): string | undefined => {
  if (!('scope' in finding))
    return finding.type === 'GLOBAL_COMMENT' ? undefined : finding.originalText;
  const { filePath, lineStart, lineEnd = lineStart } = finding;
  if (filePath === undefined) return undefined;
  if (!isBelowFile || lineStart === undefined || lineEnd === undefined)
    return linesOf(filePath, lineStart, lineEnd);
  return texts().findings.lines(lineStart, lineEnd);
};
