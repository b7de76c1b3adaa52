import type { CommentKind } from '../annotations/comment-kinds.ts';
import type { Comment, DocumentComment, ReviewComment } from '../annotations/comment.ts';
import { languageOf } from '../file-language.ts';
import { closedWords } from './closed-words.ts';
import { fence, inlineQuote, inlineWords, pathSpan, quote } from './quotation.ts';

const kindWords: Readonly<Record<CommentKind, string>> = {
  must: 'Must',
  replace: 'Replace',
  question: 'Question',
  nit: 'Nit',
  keep: 'Keep',
};

/** Marks a quote from an earlier version whose text has changed since. */
const changedSince = 'changed since';
/** Marks lines whose text is gone. */
export const earlierVersion = ' of an earlier version';

/** One comment: number, kind and place, what it is about, and its text. */
export const commentItem = (comment: Comment, number: number): string =>
  'scope' in comment ? reviewItem(comment, number) : documentItem(comment, number);

const headingOf = (number: number, { kind }: Comment, place: readonly string[]): string =>
  `### ${[`${number}. ${kindWords[kind]}`, ...place].join(', ')}`;

const documentItem = (comment: DocumentComment, number: number): string => {
  const { type, originalText, text, file, section, startLine, endLine, suggestedText } = comment;
  const { foundText, isOutdated = false } = comment;
  const since = foundText === undefined ? [] : [changedSince];
  if (type === 'GLOBAL_COMMENT' || originalText === undefined)
    return paragraphs([
      headingOf(number, comment, []),
      closedWords(text),
      replacement('it', suggestedText, ''),
      images(comment),
    ]);
  const of = isOutdated ? earlierVersion : '';
  const lines = startLine === undefined ? [] : [`${lineRange(startLine, endLine)}${of}`];
  // With a single document, comments are grouped by section.
  const under =
    file === undefined || section === undefined ? [] : [`under "${inlineWords(section)}"`];
  const what = `${marks(comment)}${lines.map((range) => ` (${range})`).join('')}`;
  return paragraphs([
    headingOf(number, comment, [...lines, ...since, ...under]),
    quote(inContext(comment)),
    isOutdated ? 'This text was not found in the document as it is now.' : '',
    type === 'DELETION' ? `Remove ${what}.` : '',
    closedWords(text),
    replacement(what, suggestedText, ''),
    images(comment),
  ]);
};

const hasContext = ({ prefix = '', suffix = '' }: DocumentComment): boolean =>
  prefix + suffix !== '';

const inContext = (comment: DocumentComment): string => {
  const { prefix = '', suffix = '', originalText = '' } = comment;
  return hasContext(comment)
    ? `${prefix.trimStart()}«${originalText}»${suffix.trimEnd()}`
    : originalText;
};

const marks = (comment: DocumentComment): string =>
  hasContext(comment) ? 'the text between « and »' : 'the quoted text';

const reviewItem = (comment: ReviewComment, number: number): string => {
  const { text, filePath, originalCode, suggestedCode } = comment;
  const known = filePath === undefined ? 'text' : languageOf(filePath);
  const language = known === 'text' ? '' : known;
  const lines = linesOf(comment);
  const since = comment.isApproximate === true ? [changedSince] : [];
  return paragraphs([
    headingOf(number, comment, lines === undefined ? [] : [lines, ...since]),
    originalCode === undefined ? '' : fence(originalCode, language),
    closedWords(text),
    replacement(lines ?? 'it', suggestedCode, language),
    images(comment),
  ]);
};

const linesOf = (comment: ReviewComment): string | undefined => {
  const { scope, lineStart, lineEnd, side, isOutdated = false } = comment;
  if (scope !== 'line' || lineStart === undefined) return undefined;
  const of = isOutdated ? earlierVersion : side === 'old' ? ' of the old side' : '';
  return `${lineRange(lineStart, lineEnd)}${of}`;
};

const replacement = (what: string, text: string | undefined, language: string): string => {
  if (text === undefined) return '';
  return text === ''
    ? `Remove ${what}.`
    : `Replace ${what} with exactly:\n\n${fence(text, language)}`;
};

/** Where the attached images are: the agent opens the files. */
const images = ({ attachments = [] }: Comment): string =>
  attachments
    .map(({ path, width, height, alt = '' }) => {
      const what = `${width} × ${height}${alt === '' ? '' : `, ${inlineQuote(alt)}`}`;
      return path === undefined
        ? `- An attached image (${what}) is no longer there.`
        : `- Attached image (${what}): ${pathSpan(path)}`;
    })
    .join('\n');

const paragraphs = (parts: readonly string[]): string =>
  parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n\n');

/** `line 3`, `lines 8–11`. */
export const lineRange = (start: number, end: number = start): string =>
  start === end ? `line ${start}` : `lines ${start}–${end}`;
