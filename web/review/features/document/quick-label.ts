import type { QuickLabel } from '../../../../shared/quick-labels.ts';
import { putStep, record } from '../../store/comments/changes-made.ts';
import { commentOf, newEditor } from '../../store/comments/new-comment.ts';
import { randomId } from '../../../shell/random-id.ts';
import type { Page } from '../../ui/page.ts';
import type { Passage } from '../../store/editors-slice.ts';

/** Makes a comment of a label, without an editor. */
export const addLabel = (
  { store }: Page,
  passage: Passage,
  { label, text, kind = 'must' }: QuickLabel,
): void => {
  const state = store.getState();
  const { session, comments } = state;
  const id = randomId();
  const editor = { ...newEditor({ kind: 'passage', passage }, id), text: text ?? label, kind };
  const comment = commentOf(editor, { mode: session.info?.mode ?? 'plan', id, comments });
  if (comment === undefined) return;
  getSelection()?.removeAllRanges();
  store.dispatch(
    ...record([putStep(state, comment)]),
    { type: 'selection/passage', passage: undefined },
    { type: 'selection/active', id },
  );
};
