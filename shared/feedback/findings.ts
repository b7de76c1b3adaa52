import type { Annotation } from '../annotations/annotation.ts';
import { counted } from './counts.ts';
import type { FeedbackParts } from './feedback.ts';
import { lineRange } from './line-range.ts';
import { pathSpan } from './path-span.ts';
import { inlineQuote, inlineWords, oneLine } from './quotation.ts';

/** Findings that say the same: as many places as it was found at, of which the first is named. */
interface FindingGroup {
  readonly first: Annotation;
  /** The beginning of the message, on one line. */
  readonly words: string;
  readonly count: number;
  /** 0 for the most severe. */
  readonly rank: number;
}

/** All findings of a decision, as few lines say them. */
export interface CondensedFindings {
  readonly total: number;
  /** As many as have a line, in their order. */
  readonly groups: readonly FindingGroup[];
}

/** Of printable ASCII, with single spaces: as most messages are. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/;

const linesAtMost = 20;
const wordsAtMost = 160;
const phraseAtMost = 60;
const severities = ['error', 'warning', 'info', undefined];

/** Findings that are joined between two steps: about a millisecond's work. */
const findingsPerStep = 200;

/** Joins the findings whose line would be the same but for the place; what is more severe and more frequent first. */
export const condenseFindings = (annotations: readonly Annotation[]): CondensedFindings => {
  const steps = condensingSteps(annotations);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

/** The same in steps, between which others get their turn: there may be a hundred thousand. */
export function* condensingSteps(
  annotations: readonly Annotation[],
): Generator<void, CondensedFindings> {
  const groups = new Map<string, FindingGroup & { count: number }>();
  for (const [index, finding] of annotations.entries()) {
    if (index % findingsPerStep === 0) yield;
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
  return { total: annotations.length, groups: first };
}

/** Puts a group behind those that are as severe and as frequent; of what has no line any more none is kept. */
const putInOrder = (first: FindingGroup[], group: FindingGroup): void => {
  let at = first.length;
  for (; at > 0; at -= 1) {
    const before = first[at - 1];
    if (before === undefined || compareGroups(before, group) <= 0) break;
  }
  if (at === linesAtMost) return;
  first.splice(at, 0, group);
  if (first.length > linesAtMost) first.pop();
};

const compareGroups = (one: FindingGroup, other: FindingGroup): number =>
  one.rank - other.rank || other.count - one.count;

/** How many lines the text has for them. */
export const findingLines = ({ groups }: CondensedFindings): number => groups.length;

/** What tools found and the reviewer took no position on, as a quotation of at most 20 lines, and where the rest is. */
export function* findingPieces(
  { total, groups }: CondensedFindings,
  { id, withFindings = true }: FeedbackParts,
): Generator<string> {
  if (total === 0) return;
  const command = `\`galley sessions show ${id ?? 'ID'} --findings\``;
  const found = counted(total, 'finding');
  yield '\n\n## Findings that the reviewer took no position on\n\n';
  if (!withFindings) {
    yield `${found} of tools ${total === 1 ? 'is' : 'are'} left out here. ${command} prints ${total === 1 ? 'it' : 'them'}.`;
    return;
  }
  yield `${found} of tools, in their words and not the reviewer's. Weigh them yourself.\n\n`;
  yield groups.map((group) => `> - ${lineOf(group)}`).join('\n');
  const left = total - groups.reduce((sum, { count }) => sum + count, 0);
  yield `\n\n${left === 0 ? '' : `${counted(left, 'more finding')}. `}${command} prints all of them in full.`;
}

/** Its first words are ours: no definition of a link or a footnote begins with them. */
const lineOf = ({ first, words, count }: FindingGroup): string => {
  const { severity, source, author, rule } = first;
  const about = [source, author, severity, rule].filter((part) => part !== undefined).join(', ');
  const at = placeOf(first);
  const only = at === undefined ? 'Overall' : `At ${at}`;
  const place = count === 1 ? only : `${count} places, first ${at ?? 'the review as a whole'}`;
  return `${place}: [${inlineWords(about)}] ${inlineQuote(words)}`;
};

/** Undefined where it is about the whole. */
const placeOf = (finding: Annotation): string | undefined => {
  if ('scope' in finding) {
    const { filePath, lineStart, lineEnd, side } = finding;
    if (filePath === undefined) return undefined;
    if (lineStart === undefined) return pathSpan(filePath);
    const of = side === 'old' ? ' of the old side' : '';
    return `${pathSpan(filePath)} ${lineRange(lineStart, lineEnd)}${of}`;
  }
  const { filePath, originalText, startLine, endLine } = finding;
  const file = filePath === undefined ? [] : [pathSpan(filePath)];
  if (originalText === undefined) return file[0];
  const phrase = `«${inlineQuote(beginning(originalText, phraseAtMost))}»`;
  const lines = startLine === undefined ? [] : [lineRange(startLine, endLine)];
  return [[...file, ...lines].join(' '), phrase].filter((part) => part !== '').join(', ');
};

const messageOf = ({ text = '', ...finding }: Annotation): string => {
  const message = beginning(text, wordsAtMost);
  return message === '' && 'suggestedCode' in finding ? 'Suggests other code.' : message;
};

/** The beginning of a text on one line. Only so much of it is looked at: there may be many, and long ones. */
const beginning = (text: string, atMost: number): string => {
  if (text.length <= atMost && isOneLine.test(text)) return text;
  const line = oneLine(text.slice(0, 2 * atMost)).trim();
  if (line.length <= atMost && text.length <= 2 * atMost) return line;
  // No half of a surrogate pair stays.
  return `${line.slice(0, atMost).replace(/[\uD800-\uDBFF]$/u, '')}…`;
};
