import type { ProjectChange } from '../../../shared/session/staging.ts';
import { showPath } from '../../../shared/visible-text.ts';
import { stagingTexts } from '../../shell/texts/staging-texts.ts';
import { noticeOf } from '../store/notices-slice.ts';
import type { Page } from './page.ts';

/** Shows the change as it is after something was written to the project, and offers to undo that. */
export const showChanges = async (
  page: Page,
  text: string,
  changes: readonly ProjectChange[],
): Promise<void> => {
  await page.viewer.current()?.reload?.();
  const undo = () => void undoChanges(page, changes);
  page.store.dispatch(noticeOf(text, changes.length === 0 ? {} : { undo }));
};

/** Undoes changes, latest first, and shows the result, or why one was refused. */
export const undoChanges = async (page: Page, changes: readonly ProjectChange[]): Promise<void> => {
  const words = stagingTexts();
  let text = words.undone(changes.map(({ path }) => showPath(path)).join(', '));
  for (const { id } of changes.toReversed()) {
    const answer = await page.client.call('undoProjectChange', { body: { id } });
    if (answer.kind === 'ok') continue;
    text = words.refused(answer.sentence);
    break;
  }
  await page.viewer.current()?.reload?.();
  page.store.dispatch(noticeOf(text));
};
