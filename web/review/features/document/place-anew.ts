import type { Comment, DocumentComment } from '../../../../shared/annotations/comment.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { placePhrase } from '../../../../shared/placement/place-phrases.ts';
import type { PhrasePlacement } from '../../../../shared/placement/placement-at.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { rangesOf } from '../../store/comments/passage.ts';

type Placed = Pick<
  DocumentComment,
  'blockId' | 'startOffset' | 'endOffset' | 'startLine' | 'endLine' | 'originalText' | 'file'
>;

/** Where the text of a comment stands in another content; undefined where it stands nowhere any more. */
const placeIn = (placed: Placed, blocks: readonly Block[]): PhrasePlacement | undefined => {
  const { originalText, file } = placed;
  if (originalText === undefined) return undefined;
  const [own] = rangesOf(placed, blocks);
  const ofFile = blocks.filter((block) => block.file === file);
  // Its own block first: the same words may stand above it, too.
  const around = own === undefined ? ofFile : [own.block, ...ofFile];
  // What goes over several blocks is known by its first part.
  const [phrase = ''] = originalText.split('\n\n');
  return placePhrase(around, originalText) ?? placePhrase(around, phrase);
};

const moved = <Part extends Placed>(part: Part, blocks: readonly Block[]): Part => {
  const place = placeIn(part, blocks);
  if (place === undefined) return part;
  const lines = (part.endLine ?? 0) - (part.startLine ?? 0);
  // A passage over several blocks ends further down than its first part.
  const endLine = Math.max(place.endLine, place.startLine + lines);
  return { ...part, ...place, endLine };
};

/**
 * Comments in another content: those whose text is still there stand where it is now, the others stay as they were,
 * which shows them as having lost their place. None is lost.
 */
export const commentsAnew = (comments: readonly Comment[], blocks: readonly Block[]): Comment[] =>
  comments.map((comment) =>
    'scope' in comment || comment.type === 'GLOBAL_COMMENT' ? comment : moved(comment, blocks),
  );

/** The same of what is being written. */
export const editorsAnew = (editors: readonly Editor[], blocks: readonly Block[]): Editor[] =>
  editors.map((editor) =>
    editor.target.kind === 'passage'
      ? { ...editor, target: { ...editor.target, passage: moved(editor.target.passage, blocks) } }
      : editor,
  );
