import { useLayoutEffect } from 'react';
import { QuietButton } from '../../../shell/button.tsx';
import { storedChoice } from '../../../shell/stored-choice.ts';
import { findingsTexts } from '../../../shell/texts/findings-texts.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import { noFilter, type FindingGroup } from '../../store/panel-slice.ts';
import { isFiltered } from '../../store/findings/filter-findings.ts';
import { FilterChips } from './filter-chips.tsx';
import { FindingButtons } from '../../ui/findings/finding-buttons.tsx';
import {
  dismissedFindings,
  listedFindings,
  viewedFindings,
} from '../../store/findings/ordered-findings.ts';

export const FindingsToolbar = () => (
  <div className="findings-toolbar" role="search" aria-label={findingsTexts().search}>
    <div className="findings-search">
      <SearchField />
      <GroupChoice />
    </div>
    <FilterChips />
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
      aria-label={findingsTexts().search}
      placeholder={findingsTexts().search}
      value={query}
      onChange={({ currentTarget }) =>
        store.dispatch({ type: 'panel/findings', change: { query: currentTarget.value } })
      }
    />
  );
};

const groupsOf: readonly FindingGroup[] = ['place', 'source', 'kind'];

const groupInThisTab = storedChoice(() => sessionStorage, 'galley.findings.group');

export const storedGroup = (): FindingGroup | undefined => {
  const stored = groupInThisTab.get();
  return groupsOf.find((group) => group === stored);
};

const GroupChoice = () => {
  const { store } = usePage();
  const group = useSelect((state) => state.panel.findings.group);
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const { groups, group: label } = findingsTexts();
  return (
    <select
      className="select"
      aria-label={label}
      title={label}
      value={group}
      onChange={({ currentTarget }) => {
        const chosen = groupsOf[currentTarget.selectedIndex] ?? 'place';
        groupInThisTab.set(chosen);
        store.dispatch({ type: 'panel/findings', change: { group: chosen } });
      }}
    >
      {groupsOf.map((value) => (
        <option key={value} value={value}>
          {groups[value === 'place' && isReview ? 'file' : value]}
        </option>
      ))}
    </select>
  );
};

const FindingsSummary = () => {
  const { store } = usePage();
  const listed = useSelect(listedFindings);
  const total = useSelect(viewedFindings).length;
  const dismissedCount = useSelect(dismissedFindings).length;
  const view = useSelect((state) => state.panel.findings);
  const words = findingsTexts();
  const change = (isDismissed: boolean) =>
    store.dispatch({ type: 'panel/findings', change: { isDismissed } });
  // The switch disappears with the last dismissed finding, so go back to open ones.
  useLayoutEffect(() => {
    if (view.isDismissed && dismissedCount === 0) change(false);
  });
  return (
    <div className="findings-summary">
      <span>{listed.length === total ? words.all(total) : words.some(listed.length, total)}</span>
      {isFiltered(view) && (
        <QuietButton onClick={() => store.dispatch({ type: 'panel/findings', change: noFilter })}>
          {words.clearFilters}
        </QuietButton>
      )}
      {dismissedCount > 0 && (
        <QuietButton aria-pressed={view.isDismissed} onClick={() => change(!view.isDismissed)}>
          {words.showDismissed(dismissedCount)}
        </QuietButton>
      )}
      <span className="spacer" />
      {listed.length > 1 && (
        <FindingButtons findings={listed} isDismissed={view.isDismissed} group={words.listed} />
      )}
    </div>
  );
};
