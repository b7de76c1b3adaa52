import { commentKinds } from '../../../../shared/annotations/comment-kinds.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { useCan, usePage } from '../page.ts';
import type { Editor } from '../../store/editors-slice.ts';
import { kindChange } from '../../store/comments/new-comment.ts';

/** What a comment is meant as: one of five, by the mouse or with the arrow keys. */
export const KindChoice = ({ editor }: { readonly editor: Editor }) => {
  const { store } = usePage();
  const canSuggest = useCan('suggestions');
  const { key } = editor;
  return (
    <div className="kind-choice" role="radiogroup" aria-label={texts().comments.kind}>
      {commentKinds
        .filter((kind) => kind !== 'replace' || canSuggest)
        .map((kind) => (
          <label key={kind} className="kind-option" data-kind={kind}>
            <input
              type="radio"
              name={`kind-${key}`}
              checked={editor.kind === kind}
              onChange={() =>
                store.dispatch({ type: 'editors/changed', key, change: kindChange(editor, kind) })
              }
            />
            {texts().comments.kinds[kind]}
          </label>
        ))}
    </div>
  );
};
