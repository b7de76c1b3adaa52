import { texts } from '../../../shell/texts/texts.ts';
import { withAge } from '../../store/comments/comment-place.ts';
import { useSelect } from '../page.ts';
import type { EditorTarget } from '../../../../shared/session/editor.ts';

interface Lines {
  readonly side?: 'old' | 'new';
  readonly lineStart?: number;
  readonly lineEnd?: number;
  readonly isApproximate?: boolean;
}

/** The lines of code that a comment is on, `lines 8–11`, and whether they have changed. Nothing where it is on something else. */
export const LineNote = ({
  of: { side, lineStart, lineEnd = lineStart, ...age },
}: {
  readonly of: Lines;
}) => {
  if (lineStart === undefined || lineEnd === undefined) return null;
  const words = texts().comments;
  const lines = words.lines(lineStart, lineEnd);
  return (
    <span className="card-kind">
      {withAge(side === 'old' ? words.onOldSide(lines) : lines, age)}
    </span>
  );
};

/** The same of what an editor writes on. */
export const EditorLineNote = ({ target }: { readonly target: EditorTarget }) => {
  const comments = useSelect((state) => state.comments);
  if (target.kind === 'lines') return <LineNote of={target.target} />;
  if (target.kind !== 'comment') return null;
  const comment = comments.find(({ id }) => id === target.commentId);
  return comment === undefined || !('scope' in comment) ? null : <LineNote of={comment} />;
};
