import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import { maxComments } from '../../../../shared/annotations/comment-kinds.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { isPlacedComment } from '../../store/comments/comment-place.ts';
import { record } from '../../store/comments/changes-made.ts';
import { randomId } from '../../../shell/random-id.ts';
import type { Page } from '../page.ts';
import { loadedBlocks } from '../../store/content-slice.ts';
import type { Step } from '../../store/history-slice.ts';
import { can } from '../../store/session-slice.ts';
import type { State } from '../../store/state.ts';
import { adoptedComment } from '../../store/findings/adopted-comment.ts';
import { orderedFindings } from '../../store/findings/ordered-findings.ts';
import { noticeOf } from '../../store/notices-slice.ts';

const dismissal = (findings: readonly Annotation[], isDismissed: boolean): Step => ({
  kind: 'dismissal',
  ids: findings.map(({ id }) => id),
  isDismissed,
});

/** Dismisses findings and selects the next one. */
export const dismissFindings = (page: Page, findings: readonly Annotation[]): void =>
  settle(page, findings, {
    step: dismissal(findings, true),
    text: texts().findings.dismissedNow(findings.length),
  });

export const restoreFindings = ({ store }: Page, findings: readonly Annotation[]): void =>
  store.dispatch(...record([dismissal(findings, false)]));

/** Accepts findings as comments, up to the limit of comments, and selects the next one. */
export const acceptFindings = (page: Page, findings: readonly Annotation[]): void => {
  const { comments, content } = page.store.getState();
  const blocks = new Map(loadedBlocks(content).map((block) => [block.id, block]));
  const accepted = findings.slice(0, Math.max(0, maxComments - comments.length));
  const { acceptedNow, acceptedSome } = texts().findings;
  settle(page, accepted, {
    step: {
      kind: 'acceptance',
      comments: accepted.map((finding) => adoptedComment(finding, randomId(), blocks)),
      index: comments.length,
      isAccepted: true,
    },
    text:
      accepted.length === findings.length
        ? acceptedNow(accepted.length)
        : acceptedSome(accepted.length, maxComments),
  });
};

interface Settlement {
  readonly step: Step;
  readonly text: string;
}

/** Applies an undoable step to findings, then selects the next one in the list. */
const settle = (page: Page, findings: readonly Annotation[], { step, text }: Settlement): void => {
  if (findings.length === 0) return;
  const { store } = page;
  const next = nextBehind(store.getState(), new Set(findings.map(({ id }) => id)));
  const changeId = randomId();
  store.dispatch(
    ...record([step], changeId),
    { type: 'selection/active', id: undefined },
    noticeOf(text, { changeId }),
  );
  if (next !== undefined) selectAnnotation(page, next);
};

/** The finding after these in the list, else the first; undefined if they are not in the list. */
const nextBehind = (state: State, ids: ReadonlySet<string>): Annotation | undefined => {
  const listed = orderedFindings(state);
  const last = listed.findLastIndex(({ id }) => ids.has(id));
  if (last < 0) return undefined;
  const isLeft = ({ id }: Annotation) => !ids.has(id);
  return listed.slice(last + 1).find(isLeft) ?? listed.find(isLeft);
};

/** Selects a finding or comment and scrolls to it; expands findings. Without a place, opens the panel. */
export const selectAnnotation = ({ store, viewer }: Page, next: Annotation | Comment): void => {
  const state = store.getState();
  const { activeId } = state.selection;
  const isFinding = 'source' in next;
  store.dispatch(
    // Collapse the previously selected finding.
    ...(activeId === undefined || activeId === next.id
      ? []
      : [{ type: 'selection/findingOpened', id: activeId, isOpen: false } as const]),
    ...(isFinding ? [{ type: 'selection/findingOpened', id: next.id, isOpen: true } as const] : []),
    { type: 'selection/active', id: next.id },
    {
      type: isShown(state, next) ? 'panel/tab' : 'panel/shown',
      tab: isFinding ? 'findings' : 'comments',
    },
  );
  viewer.current()?.reveal(next);
};

/** Whether the content shows it in place. */
const isShown = (state: State, item: Annotation | Comment): boolean => {
  if (!('placement' in item)) return isPlacedComment(item, state.content, can(state, 'files'));
  return 'scope' in item ? item.placement === 'in-diff' : item.blockId !== undefined;
};
