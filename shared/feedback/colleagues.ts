import type { DocumentAnnotation } from '../annotations/document-annotation.ts';
import { spellHidden } from '../visible-text.ts';
import { lineRange } from './comment-item.ts';
import type { Reviewed } from '../session/reviewed.ts';
import { counted } from './counts.ts';
import { documentPath } from './document-path.ts';
import type { FeedbackParts } from './feedback.ts';
import { inlineQuote, inlineWords, pathSpan, quote } from './quotation.ts';

/** Comments that are quoted; the others are only counted. */
export const maxShownColleagues = 200;
const maxPhraseLength = 300;
const maxTextLength = 8000;

/** Comments by colleagues that the reviewer took no position on: who said what about which text, one piece each. */
export function* colleaguePieces(
  comments: readonly DocumentAnnotation[],
  { id = 'ID', reviewed }: Pick<FeedbackParts, 'id' | 'reviewed'>,
): Generator<string> {
  const { length } = comments;
  if (length === 0) return;
  yield '\n\n## Comments by colleagues\n\n';
  yield `${counted(length, 'comment')} by people with whom the review was shared, in their words and not the reviewer's. Weigh them yourself.`;
  for (const comment of comments.slice(0, maxShownColleagues))
    yield `\n\n${itemOf(comment, reviewed)}`;
  if (length > maxShownColleagues)
    yield `\n\n${counted(length - maxShownColleagues, 'more comment')}. \`galley sessions show ${id} --findings\` prints all of them.`;
}

/** Starts each line with words of ours, or with a quotation, so that it cannot define a link or start a heading. */
const itemOf = (comment: DocumentAnnotation, reviewed: Reviewed | undefined): string => {
  const { author = '', rule, filePath, originalText, startLine, endLine, text } = comment;
  const place = startLine === undefined ? 'Overall' : lineRange(startLine, endLine);
  const about = [author, rule].filter((part) => part !== undefined).join(', ');
  const by = [
    `By [${inlineWords(about)}]`,
    ...(filePath === undefined ? [] : [`in ${pathSpan(documentPath(filePath, reviewed))}`]),
    ...(originalText === undefined
      ? []
      : [`about «${inlineQuote(beginning(originalText, maxPhraseLength))}»`]),
  ].join(' ');
  return [
    `### ${place.charAt(0).toUpperCase()}${place.slice(1)}`,
    '',
    `> ${by}:`,
    '>',
    quote(spellHidden(beginning(text, maxTextLength))),
  ].join('\n');
};

/** Does not split a surrogate pair. */
const beginning = (text: string, atMost: number): string =>
  text.length <= atMost ? text : `${text.slice(0, atMost).replace(/[\uD800-\uDBFF]$/u, '')}…`;
