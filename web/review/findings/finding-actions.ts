import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { texts } from '../../texts/texts.ts';
import { putStep, record } from '../comments/changes-made.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';
import type { Step } from '../store/history-slice.ts';
import { adoptedComment } from './adopted-comment.ts';

const dismissal = (findings: readonly Annotation[], isDismissed: boolean): Step => ({
  kind: 'dismissal',
  ids: findings.map(({ id }) => id),
  isDismissed,
});

/** Takes findings out of the feedback, and out of sight; as one change that can be taken back. */
export const dismissFindings = ({ store }: Page, findings: readonly Annotation[]): void => {
  if (findings.length === 0) return;
  const changeId = randomId();
  store.dispatch(...record([dismissal(findings, true)], changeId), {
    type: 'notices/shown',
    notice: { id: randomId(), text: texts().findings.dismissedNow(findings.length), changeId },
  });
};

/** Brings dismissed findings back. */
export const restoreFindings = ({ store }: Page, findings: readonly Annotation[]): void =>
  store.dispatch(...record([dismissal(findings, false)]));

/** Makes a finding the reviewer's own comment, which takes its place in the feedback as long as it is there. */
export const adoptFinding = ({ store, viewer }: Page, finding: Annotation): void => {
  const comment = adoptedComment(finding, randomId());
  const changeId = randomId();
  store.dispatch(
    ...record([putStep(store.getState(), comment)], changeId),
    { type: 'selection/active', id: comment.id },
    {
      type: 'notices/shown',
      notice: { id: randomId(), text: texts().findings.adopted, changeId },
    },
  );
  viewer.current()?.reveal(comment);
};
