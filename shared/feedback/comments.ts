import type { Comment, DocumentComment } from '../annotations/comment.ts';
import { commentItem } from './comment-item.ts';
import { inlineWords, pathSpan } from './quotation.ts';

/** Sort key of a comment: its file or section, then its position. */
interface Place {
  readonly comment: Comment;
  readonly heading: string;
  /** Undefined for general comments, and if there is only one document. */
  readonly file: string | undefined;
  readonly isOnWhole: boolean;
  readonly line: number;
  readonly offset: number;
}

const byName = new Intl.Collator('en', { numeric: true });

/** The comments, numbered: general ones first, then by file or section in order of position. */
export function* commentPieces(comments: readonly Comment[]): Generator<string> {
  const places = comments.map(placeOf).toSorted(comparePlaces);
  let heading: string | undefined;
  for (const [index, place] of places.entries()) {
    const opening = place.heading === heading ? '' : `\n\n## ${place.heading}`;
    ({ heading } = place);
    yield `${opening}\n\n${commentItem(place.comment, index + 1)}`;
  }
}

const comparePlaces = (one: Place, other: Place): number =>
  Number(other.isOnWhole) - Number(one.isOnWhole) ||
  byName.compare(one.file ?? '', other.file ?? '') ||
  one.line - other.line ||
  one.offset - other.offset;

/** Sorts last in its file. */
const nowhere = Number.MAX_SAFE_INTEGER;

const placeOf = (comment: Comment): Place => {
  if ('scope' in comment) {
    const { scope, filePath: file, lineStart } = comment;
    if (scope === 'general' || file === undefined) return onWhole(comment);
    const line = scope === 'file' ? 0 : (lineStart ?? nowhere);
    return { comment, heading: pathSpan(file), file, isOnWhole: false, line, offset: 0 };
  }
  const { file, startLine: line = nowhere, startOffset: offset = 0 } = comment;
  if (comment.type === 'GLOBAL_COMMENT' || comment.originalText === undefined)
    return file === undefined
      ? onWhole(comment)
      : { comment, heading: pathSpan(file), file, isOnWhole: false, line: 0, offset: 0 };
  return { comment, heading: documentHeading(comment), file, isOnWhole: false, line, offset };
};

const onWhole = (comment: Comment): Place => ({
  comment,
  heading: 'Overall',
  file: undefined,
  isOnWhole: true,
  line: 0,
  offset: 0,
});

const documentHeading = ({ file, section }: DocumentComment): string => {
  if (file !== undefined) return pathSpan(file);
  return section === undefined ? 'In the text' : `Under "${inlineWords(section)}"`;
};
