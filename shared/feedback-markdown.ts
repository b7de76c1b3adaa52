import type { Annotation } from './annotations/annotation.ts';
import type {
  Comment,
  CommentKind,
  DocumentComment,
  ReviewComment,
} from './annotations/comment.ts';
import type { DocumentAnnotation } from './annotations/document-annotation.ts';
import type { ReviewAnnotation } from './annotations/review-annotation.ts';
import { pathSpan } from './path-span.ts';
import type { Outcome } from './session/decision.ts';
import { fence, inlineWords, quote } from './quotation.ts';
import type { Mode } from './session/mode.ts';

/** What the feedback is made of: everything of a decision but its text. */
export interface FeedbackParts {
  readonly mode: Mode;
  readonly outcome: Outcome;
  readonly title: string;
  readonly reason?: string;
  readonly feedback?: string;
  readonly comments: readonly Comment[];
  readonly annotations: readonly Annotation[];
}

const subjects: Record<Mode, string> = {
  plan: 'plan',
  document: 'document',
  review: 'code change',
};

const headline = ({ mode, outcome, title, reason }: FeedbackParts): string => {
  const subject = `${subjects[mode]} "${inlineWords(title)}"`;
  const because = reason === undefined ? '' : ` ${reason}`;
  switch (outcome) {
    case 'approved':
      return `The reviewer approved the ${subject}.`;
    case 'denied':
      return `The reviewer did not approve the ${subject}. Change it as said below and present it again.`;
    case 'feedback':
      return `The reviewer sent feedback on the ${subject}.`;
    case 'closed':
      return `The review of the ${subject} was closed without a decision.${because}`;
    case 'undecided':
      return `The review of the ${subject} was lost before a decision. This is no approval.${because}`;
  }
};

/**
 * The feedback as the agent reads it: a sentence on the outcome, what the reviewer wrote, the reviewer's comments
 * and then the tools' findings, each with its quote or its file and lines.
 */
export const feedbackMarkdown = (parts: FeedbackParts): string =>
  [...feedbackPieces(parts)].join('');

/** The same in pieces, one for each comment and finding: all of them together may be more than memory should hold. */
export function* feedbackPieces(parts: FeedbackParts): Generator<string> {
  yield headline(parts);
  const feedback = parts.feedback?.trim() ?? '';
  if (feedback !== '') yield `\n\n## Feedback\n\n${feedback}`;
  yield* section('Comments', parts.comments, commentItem);
  yield* section('Findings of tools', parts.annotations, annotationItem);
  yield '\n';
}

function* section<Item>(
  title: string,
  items: readonly Item[],
  toText: (item: Item, index: number) => string,
): Generator<string> {
  if (items.length > 0) yield `\n\n## ${title}`;
  for (const [index, item] of items.entries()) yield `\n\n${toText(item, index)}`;
}

const isReviewComment = (comment: Comment): comment is ReviewComment => 'scope' in comment;
const isReviewAnnotation = (annotation: Annotation): annotation is ReviewAnnotation =>
  'scope' in annotation;

const commentItem = (comment: Comment, index: number): string => {
  const number = `### ${index + 1}.`;
  return isReviewComment(comment) ? reviewItem(number, comment) : documentItem(number, comment);
};

const annotationItem = (annotation: Annotation, index: number): string => {
  const author = annotation.author === undefined ? '' : `, ${annotation.author}`;
  const number = `### ${index + 1}. [${inlineWords(annotation.source + author)}]`;
  // A tool's words are quoted: no heading in them can pass for the reviewer's.
  const quoted = annotation.text === undefined ? {} : { text: quote(annotation.text.trimEnd()) };
  return isReviewAnnotation(annotation)
    ? reviewItem(number, { ...annotation, ...quoted })
    : documentItem(number, { ...annotation, ...quoted });
};

const documentItem = (number: string, item: DocumentComment | DocumentAnnotation): string => {
  const lines =
    item.startLine === undefined
      ? ''
      : ` (${lineRange(item.startLine, item.endLine ?? item.startLine)})`;
  const file = 'file' in item && item.file !== undefined ? ` in ${pathSpan(item.file)}` : '';
  const kind = kindWord('kind' in item ? item.kind : undefined);
  if (item.type === 'GLOBAL_COMMENT' || item.originalText === undefined)
    return paragraphs([`${number} ${kind}On the whole`, item.text]);
  const what = item.type === 'DELETION' ? 'Remove this' : 'On this';
  return paragraphs([
    `${number} ${kind}${what}${file}${lines}`,
    quote(item.originalText),
    item.text,
    suggested('suggestedText' in item ? item.suggestedText : undefined),
  ]);
};

const reviewItem = (number: string, item: ReviewComment | ReviewAnnotation): string => {
  return paragraphs([
    `${number} ${kindWord(item.type)}${reviewPlace(item)}`,
    item.originalCode === undefined ? '' : fence(item.originalCode),
    item.text ?? '',
    suggested(item.suggestedCode),
  ]);
};

/** `Concern: `, before the place; a plain comment needs no word. */
const kindWord = (kind: CommentKind = 'comment'): string =>
  ({ comment: '', suggestion: 'Suggestion: ', concern: 'Concern: ' })[kind];

const suggested = (replacement: string | undefined): string =>
  replacement === undefined ? '' : `Suggested instead:\n\n${fence(replacement, 'suggestion')}`;

const reviewPlace = (item: ReviewComment | ReviewAnnotation): string => {
  if (item.scope === 'general' || item.filePath === undefined) return 'On the whole';
  const file = pathSpan(item.filePath);
  if (item.scope === 'file' || item.lineStart === undefined) return file;
  const side = item.side === 'old' ? ', before the change' : '';
  const since = 'isOutdated' in item && item.isOutdated ? ' of an earlier version of it' : '';
  return `${file}, ${lineRange(item.lineStart, item.lineEnd ?? item.lineStart)}${side}${since}`;
};

const lineRange = (start: number, end: number): string =>
  start === end ? `line ${start}` : `lines ${start} to ${end}`;

const paragraphs = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n\n');
