import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { FindingKind, FindingSide, FindingsView } from '../store/panel-slice.ts';

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

/** A remark on the whole stands inside: there is nothing else that it could be about. */
export const findingSide = ({ placement }: Annotation): FindingSide =>
  placement === 'outside-diff' || placement === 'unknown-file' || placement === 'unplaced'
    ? 'outside'
    : 'inside';

type Asked = Pick<FindingsView, 'query' | 'source' | 'kind' | 'side'>;

/** Whether anything is asked for. */
export const isFiltered = ({ query, source, kind, side }: Asked): boolean =>
  query.trim() !== '' || source !== undefined || kind !== undefined || side !== undefined;

/** The findings that are asked for, in the same order. Every word of the query stands somewhere in the finding. */
export const filterFindings = (findings: readonly Annotation[], asked: Asked): Annotation[] => {
  const words = asked.query.toLowerCase().split(/\s+/u).filter(Boolean);
  return findings.filter((finding) => {
    if (asked.source !== undefined && finding.source !== asked.source) return false;
    if (asked.kind !== undefined && findingKind(finding) !== asked.kind) return false;
    if (asked.side !== undefined && findingSide(finding) !== asked.side) return false;
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
  const { source, author, text } = finding;
  const about =
    'scope' in finding
      ? [finding.filePath, finding.suggestedCode, finding.originalCode]
      : [finding.originalText];
  const made = [source, author, text, ...about]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
  searchTexts.set(finding, made);
  return made;
};
