import { useLayoutEffect } from 'react';
import { rememberLast } from '../../common/remember-last.ts';
import { Button } from '../../common/button.tsx';
import { formatNumber } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';
import { usePage, useSelect } from '../page.ts';
import type { FindingGroup, FindingKind, FindingSide } from '../store/panel-slice.ts';
import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { Choice, type ChoiceOption } from './choice.tsx';
import { findingKind, findingSide, isFiltered } from './filter-findings.ts';
import { dismissFindings, restoreFindings } from './finding-actions.ts';
import { keepGroup } from './kept-group.ts';
import {
  dismissedFindings,
  listedFindings,
  viewedFindings,
  viewedSources,
} from './ordered-findings.ts';

/** Search, filters and grouping of the findings, their number, and what can be done with all that are listed. */
export const FindingsToolbar = () => (
  <div className="findings-toolbar" role="search" aria-label={texts().findings.search}>
    <SearchField />
    <div className="findings-choices">
      <GroupChoice />
      <SourceChoice />
      <KindChoice />
      <SideChoice />
    </div>
    <FindingsSummary />
  </div>
);

const SearchField = () => {
  const { store } = usePage();
  const query = useSelect((state) => state.panel.findings.query);
  return (
    <input
      type="search"
      className="search-field"
      aria-label={texts().findings.search}
      placeholder={texts().findings.search}
      value={query}
      onChange={({ currentTarget }) =>
        store.dispatch({ type: 'panel/findings', change: { query: currentTarget.value } })
      }
    />
  );
};

const GroupChoice = () => {
  const { store } = usePage();
  const group = useSelect((state) => state.panel.findings.group);
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const { groups, group: label } = texts().findings;
  const options: ChoiceOption<FindingGroup>[] = [
    { value: 'place', text: isReview ? groups.file : groups.place },
    { value: 'source', text: groups.source },
    { value: 'kind', text: groups.kind },
  ];
  return (
    <Choice
      label={label}
      value={group}
      options={options}
      onChoose={(chosen = 'place') => {
        keepGroup(chosen);
        store.dispatch({ type: 'panel/findings', change: { group: chosen } });
      }}
    />
  );
};

const SourceChoice = () => {
  const { store } = usePage();
  const sources = useSelect(viewedSources);
  const source = useSelect((state) => state.panel.findings.source);
  if (sources.size < 2 && source === undefined) return null;
  return (
    <Choice
      label={texts().findings.source}
      all={texts().findings.allSources}
      value={source}
      options={[...sources].map(([value, count]) => ({ value, text: withCount(value, count) }))}
      onChoose={(chosen) => store.dispatch({ type: 'panel/findings', change: { source: chosen } })}
    />
  );
};

interface Facts {
  readonly kinds: ReadonlyMap<FindingKind, number>;
  readonly sides: ReadonlyMap<FindingSide, number>;
}

const countFacts = (findings: readonly Annotation[]): Facts => {
  const kinds = new Map<FindingKind, number>();
  const sides = new Map<FindingSide, number>();
  for (const finding of findings) {
    const [kind, side] = [findingKind(finding), findingSide(finding)];
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    sides.set(side, (sides.get(side) ?? 0) + 1);
  }
  return { kinds, sides };
};
const factsOf = rememberLast(countFacts);
const factsOfListed = rememberLast(countFacts);

const KindChoice = () => {
  const { store } = usePage();
  const { kinds } = factsOf(useSelect(viewedFindings));
  const kind = useSelect((state) => state.panel.findings.kind);
  if (kinds.size < 2 && kind === undefined) return null;
  const words = texts().findings;
  return (
    <Choice
      label={words.kind}
      all={words.allKinds}
      value={kind}
      options={[...kinds].map(([value, count]) => ({
        value,
        text: withCount(words.kinds[value], count),
      }))}
      onChoose={(chosen) => store.dispatch({ type: 'panel/findings', change: { kind: chosen } })}
    />
  );
};

const SideChoice = () => {
  const { store } = usePage();
  const { sides } = factsOf(useSelect(viewedFindings));
  const side = useSelect((state) => state.panel.findings.side);
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  if (!sides.has('outside') && side === undefined) return null;
  const { places, place, allPlaces } = texts().findings;
  const names = isReview ? places.change : places.text;
  return (
    <Choice
      label={place}
      all={allPlaces}
      value={side}
      options={(['inside', 'outside'] as const).map((value) => ({
        value,
        text: withCount(names[value], sides.get(value) ?? 0),
      }))}
      onChoose={(chosen) => store.dispatch({ type: 'panel/findings', change: { side: chosen } })}
    />
  );
};

const withCount = (name: string, count: number): string => `${name} (${formatNumber(count)})`;

const FindingsSummary = () => {
  const page = usePage();
  const listed = useSelect(listedFindings);
  const total = useSelect(viewedFindings).length;
  const dismissedCount = useSelect(dismissedFindings).length;
  const view = useSelect((state) => state.panel.findings);
  const words = texts().findings;
  const outside = factsOfListed(listed).sides.get('outside') ?? 0;
  const parts = [
    listed.length === total ? words.all(total) : words.some(listed.length, total),
    ...(outside === 0 ? [] : [words.outside(outside)]),
  ];
  const change = (isDismissed: boolean) =>
    page.store.dispatch({ type: 'panel/findings', change: { isDismissed } });
  // The way back to those that stand goes with the last one that was dismissed.
  useLayoutEffect(() => {
    if (view.isDismissed && dismissedCount === 0) change(false);
  });
  return (
    <div className="findings-summary">
      <span>{parts.join(' · ')}</span>
      {isFiltered(view) && <ClearFilters />}
      {dismissedCount > 0 && (
        <Button
          size="small"
          tone="plain"
          aria-pressed={view.isDismissed}
          onClick={() => change(!view.isDismissed)}
        >
          {words.showDismissed(dismissedCount)}
        </Button>
      )}
      <span className="spacer" />
      {listed.length > 1 && (
        <Button
          size="small"
          title={view.isDismissed ? words.restoreAllTitle : words.dismissAllTitle}
          onClick={() => (view.isDismissed ? restoreFindings : dismissFindings)(page, listed)}
        >
          {view.isDismissed ? words.restoreAll(listed.length) : words.dismissAll(listed.length)}
        </Button>
      )}
    </div>
  );
};

const ClearFilters = () => {
  const { store } = usePage();
  const none = { query: '', source: undefined, kind: undefined, side: undefined };
  return (
    <Button
      size="small"
      tone="plain"
      onClick={() => store.dispatch({ type: 'panel/findings', change: none })}
    >
      {texts().findings.clearFilters}
    </Button>
  );
};
