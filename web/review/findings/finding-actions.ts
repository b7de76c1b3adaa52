import type { Annotation } from '../../../shared/annotations/annotation.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';

/** Takes a finding out of the review, and so out of the feedback. */
export const dismissFinding = async (
  { store, client }: Page,
  finding: Annotation,
): Promise<void> => {
  const answer = await client.removeAnnotation(finding.id);
  const isGone = answer.kind === 'ok' || (answer.kind === 'refused' && answer.code === 'not_found');
  store.dispatch({
    type: 'notices/shown',
    notice: isGone
      ? { id: randomId(), text: 'Finding dismissed.', undo: { kind: 'finding', finding } }
      : { id: randomId(), text: `Not dismissed: ${answer.sentence}` },
  });
};

/** Brings a dismissed finding back; it counts as a new one. */
export const restoreFinding = async (
  { store, client }: Page,
  finding: Annotation,
): Promise<void> => {
  const answer = await client.addAnnotation(finding);
  if (answer.kind !== 'ok')
    store.dispatch({
      type: 'notices/shown',
      notice: { id: randomId(), text: `Not brought back: ${answer.sentence}` },
    });
};
