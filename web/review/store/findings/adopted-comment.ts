import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type {
  Comment,
  DocumentComment,
  ReviewComment,
} from '../../../../shared/annotations/comment.ts';
import type { CommentKind } from '../../../../shared/annotations/comment-kinds.ts';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { ReviewAnnotation } from '../../../../shared/annotations/review-annotation.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { pathSpan } from '../../../../shared/feedback/path-span.ts';
import { inlineWords, quote } from '../../../../shared/feedback/quotation.ts';
import { spellHidden } from '../../../../shared/visible-text.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { maxTextLength } from '../comments/new-comment.ts';

/**
 * The comment that a finding becomes when the reviewer makes it theirs: on the same place, with its words quoted. What it is
 * about is what its block says there, which the tool may not have quoted word for word.
 */
export const adoptedComment = (
  finding: Annotation,
  id: string,
  blocks: ReadonlyMap<string, Block>,
): Comment => ('scope' in finding ? ofReview(finding, id) : ofDocument(finding, id, blocks));

const ofReview = (finding: ReviewAnnotation, id: string): ReviewComment => {
  const { scope, side, filePath, lineStart, lineEnd, suggestedCode, originalCode } = finding;
  return {
    id,
    madeOf: finding.id,
    scope,
    side,
    kind: kindOf(finding),
    text: quoted(finding),
    ...(filePath === undefined ? {} : { filePath }),
    ...(lineStart === undefined ? {} : { lineStart }),
    ...(lineEnd === undefined ? {} : { lineEnd }),
    ...(suggestedCode === undefined ? {} : { suggestedCode }),
    ...(originalCode === undefined ? {} : { originalCode }),
  };
};

const ofDocument = (
  finding: DocumentAnnotation,
  id: string,
  blocks: ReadonlyMap<string, Block>,
): DocumentComment => {
  const { type, filePath: file, blockId, startOffset, endOffset } = finding;
  const there = blocks.get(blockId ?? '')?.text.slice(startOffset, endOffset);
  const originalText = there?.slice(0, maxTextLength) ?? finding.originalText;
  const { startLine, endLine } = finding;
  return {
    id,
    madeOf: finding.id,
    type,
    kind: kindOf(finding),
    text: quoted(finding),
    ...(originalText === undefined ? {} : { originalText }),
    // Of one that has a place, its block says it.
    ...(file === undefined || blockId !== undefined ? {} : { file }),
    ...(blockId === undefined ? {} : { blockId }),
    ...(startOffset === undefined ? {} : { startOffset }),
    ...(endOffset === undefined ? {} : { endOffset }),
    ...(startLine === undefined ? {} : { startLine }),
    ...(endLine === undefined ? {} : { endLine }),
  };
};

const kindOf = (finding: Annotation): CommentKind => {
  if ('scope' in finding && finding.suggestedCode !== undefined) return 'replace';
  return finding.severity === 'info' ? 'nit' : 'must';
};

/** The tool's words as a quotation, so that none of them passes for the reviewer's. */
const quoted = ({ source, author, text = '' }: Annotation): string => {
  const by = texts().findings.says(nameOf(author === undefined ? source : `${source}, ${author}`));
  if (text.trim() === '') return by;
  return `${by}\n\n${quoteWithin(text.trimEnd(), maxTextLength - by.length - 2)}`;
};

/** A name that a line can begin with: a sign in its place could make that a heading or a list. */
const nameOf = (tool: string): string =>
  /^\p{L}/u.test(tool) ? inlineWords(tool) : pathSpan(tool);

/**
 * The quotation of as much as there is room for, with nothing that the reviewer could not see. It is never cut itself: half
 * of one may be open at its end.
 */
const quoteWithin = (text: string, room: number): string => {
  const whole = spellHidden(quote(text));
  if (whole.length <= room) return whole;
  const length = Math.min(text.length - 1, Math.floor((text.length * room) / whole.length));
  // No half of a surrogate pair stays.
  return quoteWithin(text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, ''), room);
};
