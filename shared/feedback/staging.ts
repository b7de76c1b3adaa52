import type { StagedPart } from '../session/staging.ts';
import { inlineWords, pathSpan } from './quotation.ts';

const done: Readonly<Record<StagedPart['action'], string>> = {
  stage: 'Staged',
  unstage: 'Unstaged',
  discard: 'Discarded the changes of',
  apply: 'Applied what was suggested for',
};

const maxListed = 100;

/** What the reviewer did in the repository, for the agent; nothing without that. */
export function* stagingPieces(parts: readonly StagedPart[] = []): Generator<string> {
  if (parts.length === 0) return;
  yield '\n\n## Changed by the reviewer in the repository\n';
  for (const part of parts.slice(0, maxListed)) yield `\n- ${inWords(part)}`;
  if (parts.length > maxListed) yield `\n- … and ${parts.length - maxListed} more`;
}

const inWords = ({ action, path, lines = [], refusal }: StagedPart): string => {
  const ranges = lines.map(({ side, first, last }) => {
    const range = first === last ? `line ${first}` : `lines ${first}–${last}`;
    return side === 'old' ? `old ${range}` : range;
  });
  const where = ranges.length === 0 ? '' : ` (${ranges.slice(0, 10).join(', ')})`;
  return refusal === undefined
    ? `${done[action]} ${pathSpan(path)}${where}.`
    : `Could not ${action} ${pathSpan(path)}${where}: ${inlineWords(refusal)}`;
};
