import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { linesOf } from '../comments/comment-place.ts';
import { usePage, useSelect } from '../page.ts';
import { VirtualList } from '../panel/virtual-list.tsx';
import { FindingCard } from './finding-card.tsx';
import { countSources } from './finding-order.ts';
import { orderedFindings } from './ordered-findings.ts';

/** All findings, by their place, of all sources or of one. */
export const FindingsList = () => {
  const page = usePage();
  const findings = useSelect(orderedFindings);
  const total = useSelect((state) => state.annotations.byId.size);
  const activeId = useSelect((state) => state.selection.activeId);
  if (total === 0)
    return (
      <p className="panel-empty">
        No findings yet. Linters, scanners and other agents add them over HTTP while you read.
      </p>
    );
  const choose = (finding: Annotation) => {
    page.store.dispatch({ type: 'selection/active', id: finding.id });
    page.viewer.current()?.reveal(finding);
  };
  return (
    <>
      <SourceFilter />
      <VirtualList
        items={findings}
        keyOf={({ id }) => id}
        label="Findings"
        activeKey={activeId}
        render={(finding) => (
          // The place below is the button for the keyboard; the rest of the card is only a larger target for it.
          // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions
          <div className="panel-item" onClick={() => choose(finding)}>
            <FindingCard finding={finding}>
              <FindingPlace finding={finding} onChoose={() => choose(finding)} />
            </FindingCard>
          </div>
        )}
      />
    </>
  );
};

const SourceFilter = () => {
  const { store } = usePage();
  const byId = useSelect((state) => state.annotations.byId);
  const source = useSelect((state) => state.panel.source);
  const sources = [...countSources(byId.values())];
  if (sources.length < 2 && source === undefined) return null;
  return (
    <div className="panel-filter">
      <select
        className="select"
        aria-label="Source"
        value={source ?? ''}
        onChange={({ currentTarget: { value } }) =>
          store.dispatch({ type: 'panel/source', source: value === '' ? undefined : value })
        }
      >
        <option value="">All sources ({byId.size.toLocaleString('en')})</option>
        {sources.map(([name, count]) => (
          <option key={name} value={name}>
            {name} ({count.toLocaleString('en')})
          </option>
        ))}
      </select>
    </div>
  );
};

interface FindingPlaceProps {
  readonly finding: Annotation;
  readonly onChoose: () => void;
}

const FindingPlace = ({ finding, onChoose }: FindingPlaceProps) => {
  const place = placeOf(finding);
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

const placeOf = (finding: Annotation): string | undefined => {
  if (!('scope' in finding))
    return finding.type === 'GLOBAL_COMMENT' ? undefined : finding.originalText;
  if (finding.filePath === undefined) return undefined;
  return linesOf(finding.filePath, finding.lineStart, finding.lineEnd);
};
