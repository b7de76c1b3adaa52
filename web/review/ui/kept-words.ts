import { feedbackMarkdown } from '../../../shared/feedback/feedback.ts';
import { unifiedDiff } from '../../../shared/patch/unified-diff.ts';
import { commentOf } from '../store/comments/new-comment.ts';
import type { State } from '../store/state.ts';

/** All unsent text, including open editors, as feedback markdown. */
export const wordsAsMarkdown = (state: State): string => {
  const { info } = state.session;
  const mode = info?.mode ?? 'plan';
  const unfinished = state.editors.flatMap((editor) => {
    const comment = commentOf(editor, { mode, id: editor.key, comments: state.comments });
    return comment === undefined ? [] : [comment];
  });
  const changed = new Map(unfinished.map((comment) => [comment.id, comment]));
  const kept = state.comments.map((comment) => changed.get(comment.id) ?? comment);
  const known = new Set(kept.map(({ id }) => id));
  return feedbackMarkdown({
    mode,
    outcome: 'feedback',
    title: info?.title ?? '',
    feedback: state.draft.feedback,
    edits: state.draft.edits.map(({ file: path = mode, base, text, isOutdated = false }) => ({
      path,
      isSaved: false,
      isOutdated,
      diff: unifiedDiff({ path, before: base, after: text }),
    })),
    comments: [...kept, ...unfinished.filter(({ id }) => !known.has(id))],
    annotations: [],
  });
};
