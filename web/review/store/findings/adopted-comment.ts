import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type {
  Comment,
  DocumentComment,
  ReviewComment,
} from '../../../../shared/annotations/comment.ts';
import { isByColleague } from '../../../../shared/annotations/colleague-source.ts';
import { commentKinds, type CommentKind } from '../../../../shared/annotations/comment-kinds.ts';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { ReviewAnnotation } from '../../../../shared/annotations/review-annotation.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { joint } from '../../../../shared/placement/passage-ranges.ts';
import { pathSpan, inlineWords, quote } from '../../../../shared/feedback/quotation.ts';
import { spellHidden } from '../../../../shared/visible-text.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { maxTextLength } from '../comments/new-comment.ts';

/**
 * The comment made from an accepted finding: in the same place, quoting the tool. The original text is taken from the
 * block, since the tool may have quoted it inexactly.
 */
export const adoptedComment = (
  finding: Annotation,
  id: string,
  blocks: ReadonlyMap<string, Block>,
): Comment => ('scope' in finding ? ofReview(finding, id) : ofDocument(finding, id, blocks));

const ofReview = (finding: ReviewAnnotation, id: string): ReviewComment => ({
  ...pick(finding, ['scope', 'side', 'filePath', 'lineStart', 'lineEnd']),
  ...pick(finding, ['suggestedCode', 'originalCode']),
  ...made(finding, id),
});

const ofDocument = (
  finding: DocumentAnnotation,
  id: string,
  blocks: ReadonlyMap<string, Block>,
): DocumentComment => {
  const { type, filePath: file, blockId, startOffset, endOffset } = finding;
  const there = blocks.get(blockId ?? '')?.text.slice(startOffset, endOffset);
  const isOverBlocks = finding.originalText?.startsWith(`${there}${joint}`) === true;
  const originalText = isOverBlocks
    ? finding.originalText
    : (there?.slice(0, maxTextLength) ?? finding.originalText);
  return {
    ...pick(finding, ['blockId', 'startOffset', 'endOffset', 'startLine', 'endLine']),
    ...made(finding, id),
    type,
    ...(originalText === undefined ? {} : { originalText }),
    // A block that is loaded has the file.
    ...(file === undefined || there !== undefined ? {} : { file }),
  };
};

const made = (finding: Annotation, id: string) => ({
  id,
  madeOf: finding.id,
  kind: kindOf(finding),
  text: quoted(finding),
});

/** Those of the fields that are there. */
const pick = <Of extends object, Name extends keyof Of>(of: Of, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])),
  ) as Pick<Of, Name>;

const kindOf = (finding: Annotation): CommentKind => {
  if ('scope' in finding && finding.suggestedCode !== undefined) return 'replace';
  if (isByColleague(finding)) return commentKinds.find((kind) => kind === finding.rule) ?? 'must';
  return finding.severity === 'info' ? 'nit' : 'must';
};

/** The tool's text as a block quote, so that it cannot be mistaken for the user's. */
const quoted = ({ source, author, text = '' }: Annotation): string => {
  const by = texts().findings.says(nameOf(author === undefined ? source : `${source}, ${author}`));
  if (text.trim() === '') return by;
  return `${by}\n\n${quoteWithin(text.trimEnd(), maxTextLength - by.length - 2)}`;
};

/** A name that is safe at the start of a line, where a symbol could start a heading or list. */
const nameOf = (tool: string): string =>
  /^\p{L}/u.test(tool) ? inlineWords(tool) : pathSpan(tool);

/**
 * Quotes as much of the text as fits, with hidden characters made visible. Truncates the text rather than the
 * quotation, which could leave a fence open.
 */
const quoteWithin = (text: string, room: number): string => {
  const whole = spellHidden(quote(text));
  if (whole.length <= room) return whole;
  const length = Math.min(text.length - 1, Math.floor((text.length * room) / whole.length));
  // Do not split a surrogate pair.
  return quoteWithin(text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, ''), room);
};
