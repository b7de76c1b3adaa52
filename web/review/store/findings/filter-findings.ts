import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { FindingKind, FindingSide, FindingsView } from '../panel-slice.ts';

/** What a finding is, in the words of all modes. */
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

/** Whether it is about the whole, about a place of what is read, or about another one. */
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

/** What findings are filtered by, and what each is of these. */
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

/** Whether anything is asked for. */
export const isFiltered = (asked: Asked): boolean =>
  asked.query.trim() !== '' || facetNames.some((name) => asked[name] !== undefined);

/** The findings that are asked for, in the same order. Every word of the query stands somewhere in the finding. */
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

/** Made once for each finding: thousands are searched with every key. */
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
