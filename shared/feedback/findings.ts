import type { Annotation } from '../annotations/annotation.ts';
import { isByColleague } from '../annotations/colleague-source.ts';
import type { DocumentAnnotation } from '../annotations/document-annotation.ts';
import type { Reviewed } from '../session/reviewed.ts';
import { colleaguePieces, maxShownColleagues } from './colleagues.ts';
import { earlierVersion, lineRange } from './comment-item.ts';
import { counted } from './counts.ts';
import { documentPath } from './document-path.ts';
import type { FeedbackParts } from './feedback.ts';
import { inlineQuote, inlineWords, oneLine, pathSpan } from './quotation.ts';

/** Findings with the same message: their count, and the first place. */
interface FindingGroup {
  readonly first: Annotation;
  /** The start of the message, on one line. */
  readonly words: string;
  readonly count: number;
  /** 0 is the most severe. */
  readonly rank: number;
}

/** All findings of a decision, condensed to a few lines. */
export interface CondensedFindings {
  readonly total: number;
  /** The groups that get a line, in order. */
  readonly groups: readonly FindingGroup[];
  /** Those that are comments by colleagues, which are not condensed. */
  readonly colleagues: readonly DocumentAnnotation[];
}

/** A fast path for printable ASCII with single spaces, as most messages are. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/;

const maxLines = 20;
const maxWords = 160;
const maxPhraseLength = 60;
const severities = ['error', 'warning', 'info', undefined];

/** Findings processed per step: about a millisecond's work. */
const findingsPerStep = 200;

/** Groups findings that differ only in place; the most severe and most frequent first. */
export const condenseFindings = (annotations: readonly Annotation[]): CondensedFindings => {
  const steps = condensingSteps(annotations);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** The same in steps, so that a hundred thousand findings do not block the event loop. */
export function* condensingSteps(
  annotations: readonly Annotation[],
): Generator<void, CondensedFindings> {
  const groups = new Map<string, FindingGroup & { count: number }>();
  const colleagues: DocumentAnnotation[] = [];
  for (const [index, finding] of annotations.entries()) {
    if (index % findingsPerStep === 0) yield;
    if (isByColleague(finding)) {
      colleagues.push(finding);
      continue;
    }
    const words = messageOf(finding);
    const { severity, source, author, rule } = finding;
    const key = `${severity}\0${source}\0${author}\0${rule}\0${words}`;
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, { first: finding, words, count: 1, rank: severities.indexOf(severity) });
    else group.count += 1;
  }
  const first: FindingGroup[] = [];
  for (const [index, group] of [...groups.values()].entries()) {
    if (index % findingsPerStep === 0) yield;
    putInOrder(first, group);
  }
  return { total: annotations.length, groups: first, colleagues };
}

/** Inserts a group after those equally severe and frequent; drops the one that no longer gets a line. */
const putInOrder = (first: FindingGroup[], group: FindingGroup): void => {
  let at = first.length;
  for (; at > 0; at -= 1) {
    const before = first[at - 1];
    if (before === undefined || compareGroups(before, group) <= 0) break;
  }
  if (at === maxLines) return;
  first.splice(at, 0, group);
  if (first.length > maxLines) first.pop();
};

const compareGroups = (one: FindingGroup, other: FindingGroup): number =>
  one.rank - other.rank || other.count - one.count;

/** Number of lines in the text. */
export const findingLines = ({ groups, colleagues }: CondensedFindings): number =>
  groups.length + Math.min(colleagues.length, maxShownColleagues);

/** Findings that the reviewer did not act on, quoted in at most 20 lines, and where to find the rest. */
export function* findingPieces(
  { total: all, groups, colleagues }: CondensedFindings,
  parts: FeedbackParts,
): Generator<string> {
  const { id, reviewed, withFindings = true } = parts;
  if (withFindings) yield* colleaguePieces(colleagues, parts);
  const total = withFindings ? all - colleagues.length : all;
  if (total === 0) return;
  const command = `\`galley sessions show ${id ?? 'ID'} --findings\``;
  const found = counted(total, 'finding');
  yield '\n\n## Findings that the reviewer took no position on\n\n';
  if (!withFindings) {
    yield `${found} of tools ${total === 1 ? 'is' : 'are'} left out here. ${command} prints ${total === 1 ? 'it' : 'them'}.`;
    return;
  }
  yield `${found} of tools, in their words and not the reviewer's. Weigh them yourself.\n\n`;
  yield groups.map((group) => `> - ${lineOf(group, reviewed)}`).join('\n');
  const left = total - groups.reduce((sum, { count }) => sum + count, 0);
  yield `\n\n${left === 0 ? '' : `${counted(left, 'more finding')}. `}${command} prints all of them in full.`;
}

/** Starts with words of ours, so that it cannot define a link or a footnote. */
const lineOf = ({ first, words, count }: FindingGroup, reviewed: Reviewed | undefined): string => {
  const { severity, source, author, rule } = first;
  const about = [source, author, severity, rule].filter((part) => part !== undefined).join(', ');
  const at = placeOf(first, reviewed);
  const only = at === undefined ? 'Overall' : `At ${at}`;
  const place = count === 1 ? only : `${count} places, first ${at ?? 'the review as a whole'}`;
  return `${place}: [${inlineWords(about)}] ${inlineQuote(words)}`;
};

/** Undefined for general findings. */
const placeOf = (finding: Annotation, reviewed: Reviewed | undefined): string | undefined => {
  if ('scope' in finding) {
    const { filePath, side, lostCode } = finding;
    const { lineStart, lineEnd } = finding.shownAt ?? finding;
    if (filePath === undefined) return undefined;
    if (lineStart === undefined) return pathSpan(filePath);
    const of = lostCode === undefined ? (side === 'old' ? ' of the old side' : '') : earlierVersion;
    return `${pathSpan(filePath)} ${lineRange(lineStart, lineEnd)}${of}`;
  }
  const { filePath, originalText, startLine, endLine } = finding;
  const file = filePath === undefined ? [] : [pathSpan(documentPath(filePath, reviewed))];
  if (originalText === undefined) return file[0];
  const phrase = `«${inlineQuote(beginning(originalText, maxPhraseLength))}»`;
  const lines = startLine === undefined ? [] : [lineRange(startLine, endLine)];
  return [[...file, ...lines].join(' '), phrase].filter((part) => part !== '').join(', ');
};

const messageOf = ({ text = '', ...finding }: Annotation): string => {
  const message = beginning(text, maxWords);
  return message === '' && 'suggestedCode' in finding ? 'Suggests other code.' : message;
};

/** The start of a text, on one line. Reads no more than necessary, since there may be many long texts. */
const beginning = (text: string, atMost: number): string => {
  if (text.length <= atMost && isOneLine.test(text)) return text;
  const line = oneLine(text.slice(0, 2 * atMost)).trim();
  if (line.length <= atMost && text.length <= 2 * atMost) return line;
  // Do not split a surrogate pair.
  return `${line.slice(0, atMost).replace(/[\uD800-\uDBFF]$/u, '')}…`;
};
