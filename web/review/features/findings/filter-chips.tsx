import { useState } from 'react';
import { memoizeLast } from '../../../shell/memoize-last.ts';
import { showHidden } from '../../../../shared/visible-text.ts';
import { formatNumber } from '../../../shell/texts/format.ts';
import { findingsTexts } from '../../../shell/texts/findings-texts.ts';
import { texts } from '../../../shell/texts/texts.ts';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Severity } from '../../../../shared/annotations/fields.ts';
import { usePage, useSelect } from '../../ui/page.ts';
import type { FindingKind, FindingSide } from '../../store/panel-slice.ts';
import { facetNames, facets, type Facet } from '../../store/findings/filter-findings.ts';
import { viewedFindings } from '../../store/findings/ordered-findings.ts';
import { severities, SeverityIcon } from '../../ui/findings/severity-icon.tsx';

/** Filter chips for findings; only facets with several values. */
export const FilterChips = () => {
  const counts = countsOf(useSelect(viewedFindings));
  const view = useSelect((state) => state.panel.findings);
  return facetNames
    .filter((facet) => counts[facet].size > 1 || view[facet] !== undefined)
    .map((facet) => <FacetChips key={facet} facet={facet} counts={counts[facet]} />);
};

type Counts = ReadonlyMap<string | undefined, number>;

/** Numbers of findings by facet and value; undefined counts those without a value. */
const countsOf = memoizeLast((findings: readonly Annotation[]): Record<Facet, Counts> => {
  const count = (facet: Facet): Counts => {
    const counts = new Map<string | undefined, number>();
    for (const finding of findings) {
      const value = facets[facet](finding);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  };
  return {
    severity: count('severity'),
    source: count('source'),
    rule: count('rule'),
    kind: count('kind'),
    side: count('side'),
  };
});

/** Number of chips per facet, collapsed and expanded; the rest can be found by search. */
const shown = { first: 4, most: 40 } as const;

interface FacetChipsProps {
  readonly facet: Facet;
  readonly counts: Counts;
}

const FacetChips = ({ facet, counts }: FacetChipsProps) => {
  const { store } = usePage();
  const chosen = useSelect((state) => state.panel.findings[facet]);
  const [isExpanded, setExpanded] = useState(false);
  const values = valuesOf(facet, counts, chosen);
  const atMost = isExpanded ? shown.most : shown.first;
  const visible = values.filter((value, index) => index < atMost || value === chosen);
  const choose = (value: string) => {
    const change = { [facet]: value === chosen ? undefined : value };
    store.dispatch({ type: 'panel/findings', change });
  };
  return (
    <div className="filter-chips" role="group" aria-label={findingsTexts().facets[facet]}>
      {visible.map((value) => (
        <button
          key={value}
          type="button"
          className="filter-chip"
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          <ChipName facet={facet} value={value} />
          <span className="filter-chip-count">{formatNumber(counts.get(value) ?? 0)}</span>
        </button>
      ))}
      {!isExpanded && visible.length < values.length && (
        <button type="button" className="filter-chip" onClick={() => setExpanded(true)}>
          {findingsTexts().moreFilters(values.length - visible.length)}
        </button>
      )}
    </div>
  );
};

const sides: readonly string[] = ['whole', 'inside', 'outside'] satisfies FindingSide[];

/** The values of a facet, in their defined order or by frequency; always includes the selected one. */
const valuesOf = (facet: Facet, counts: Counts, chosen: string | undefined): string[] => {
  const values = [...counts.keys()].filter((value) => value !== undefined);
  if (chosen !== undefined && !counts.has(chosen)) values.push(chosen);
  const own: readonly string[] | undefined =
    facet === 'severity' ? severities : facet === 'side' ? sides : undefined;
  return own === undefined
    ? values.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
    : own.filter((value) => values.includes(value));
};

const ChipName = ({ facet, value }: { readonly facet: Facet; readonly value: string }) => {
  const isReview = useSelect((state) => state.session.info?.mode === 'review');
  const words = texts().findings;
  switch (facet) {
    case 'severity':
      return (
        <>
          <SeverityIcon severity={value as Severity} />
          {words.severities[value as Severity]}
        </>
      );
    case 'kind':
      return words.kinds[value as FindingKind];
    case 'side':
      return findingsTexts().places[isReview ? 'change' : 'text'][value as FindingSide];
    case 'source':
    case 'rule':
      return <span className="filter-chip-name">{showHidden(value)}</span>;
  }
};
