import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Page } from '../../ui/page.ts';
import { selectAnnotation } from '../../ui/findings/select-annotation.ts';
import { orderedAnnotations } from '../../store/findings/ordered-findings.ts';

/** Selects the next or previous finding or comment. */
export const stepAnnotation = (page: Page, direction: 1 | -1): void =>
  step(page, orderedAnnotations(page.store.getState()), direction);

const step = (
  page: Page,
  annotations: readonly (Annotation | Comment)[],
  direction: 1 | -1,
): void => {
  const { activeId } = page.store.getState().selection;
  const at = annotations.findIndex(({ id }) => id === activeId);
  const start = at < 0 && direction < 0 ? 0 : at;
  const next = annotations.at((start + direction) % annotations.length);
  if (next !== undefined) selectAnnotation(page, next);
};
