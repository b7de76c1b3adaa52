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

/** The lines of a comment, `lines 8–11`, and whether they changed; empty if it is not on lines. */
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

/** Says of a comment on a text that its passage is gone. */
export const LostNote = ({ of }: { readonly of: { readonly isOutdated?: boolean } }) =>
  of.isOutdated === true ? <p className="dialog-note">{texts().findings.notes.unplaced}</p> : null;

/** The same for an editor. */
export const EditorLineNote = ({ target }: { readonly target: EditorTarget }) => {
  const comments = useSelect((state) => state.comments);
  if (target.kind === 'lines') return <LineNote of={target.target} />;
  if (target.kind !== 'comment') return null;
  const comment = comments.find(({ id }) => id === target.commentId);
  return comment === undefined || !('scope' in comment) ? null : <LineNote of={comment} />;
};
