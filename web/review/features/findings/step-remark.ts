import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Page } from '../../ui/page.ts';
import { bringOut } from '../../ui/findings/bring-out.ts';
import { orderedRemarks } from '../../store/findings/ordered-findings.ts';

/** Brings out the next or previous finding or comment. */
export const stepRemark = (page: Page, direction: 1 | -1): void =>
  step(page, orderedRemarks(page.store.getState()), direction);

const step = (page: Page, remarks: readonly (Annotation | Comment)[], direction: 1 | -1): void => {
  const { activeId } = page.store.getState().selection;
  const at = remarks.findIndex(({ id }) => id === activeId);
  const start = at < 0 && direction < 0 ? 0 : at;
  const next = remarks.at((start + direction) % remarks.length);
  if (next !== undefined) bringOut(page, next);
};
