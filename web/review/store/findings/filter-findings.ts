import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { FindingKind, FindingSide, FindingsView } from '../panel-slice.ts';

/** The kind of a finding, independent of the mode. */
export const findingKind = ({ type }: Annotation): FindingKind => {
  switch (type) {
    case 'DELETION':
      return 'deletion';
    case 'GLOBAL_COMMENT':
    case 'COMMENT':
      return 'comment';
    case 'comment':
    case 'suggestion':
    case 'concern':
      return type;
  }
};

/** Whether a finding is general, in the content, or outside of it. */
export const findingSide = ({ placement }: Annotation): FindingSide => {
  switch (placement) {
    case 'document':
    case 'general':
      return 'whole';
    case 'exact':
    case 'approximate':
    case 'in-diff':
      return 'inside';
    case 'unplaced':
    case 'outside-diff':
    case 'unknown-file':
      return 'outside';
  }
};

/** Facets to filter by, with their selectors. */
export const facets = {
  severity: ({ severity }) => severity,
  source: ({ source }) => source,
  rule: ({ rule }) => rule,
  kind: findingKind,
  side: findingSide,
} satisfies Readonly<Record<string, (finding: Annotation) => string | undefined>>;

export type Facet = keyof typeof facets;
export const facetNames = Object.keys(facets) as Facet[];

type Asked = Pick<FindingsView, 'query' | Facet>;

export const isFiltered = (asked: Asked): boolean =>
  asked.query.trim() !== '' || facetNames.some((name) => asked[name] !== undefined);

/** Filters findings, keeping their order. Every word of the query must match. */
export const filterFindings = (findings: readonly Annotation[], asked: Asked): Annotation[] => {
  const words = asked.query.toLowerCase().split(/\s+/u).filter(Boolean);
  const chosen = facetNames.filter((name) => asked[name] !== undefined);
  return findings.filter((finding) => {
    if (chosen.some((name) => facets[name](finding) !== asked[name])) return false;
    if (words.length === 0) return true;
    const text = searchText(finding);
    return words.every((word) => text.includes(word));
  });
};

/** Cached, since thousands are searched at each keystroke. */
const searchTexts = new WeakMap<Annotation, string>();

const searchText = (finding: Annotation): string => {
  const known = searchTexts.get(finding);
  if (known !== undefined) return known;
  const { source, author, rule, text } = finding;
  const about =
    'scope' in finding
      ? [finding.filePath, finding.suggestedCode, finding.originalCode]
      : [finding.filePath, finding.originalText];
  const made = [source, author, rule, text, ...about]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
  searchTexts.set(finding, made);
  return made;
};
