import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';
import type { PageConfig } from '../../../shared/config.ts';
import { resolveTheme } from '../../common/theme.ts';
import { texts } from '../../texts/texts.ts';
import { startComment } from '../comments/comment-actions.ts';
import { blockPassage } from '../document/passage.ts';
import { orderedFindings, orderedRemarks } from '../findings/ordered-findings.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';
import { blocksOf } from '../store/content-slice.ts';

/** Comments on the selected text or lines, else on the block or file that the keyboard is at. */
export const commentHere = (page: Page): void => {
  const viewer = page.viewer.current();
  if (viewer?.comment !== undefined) {
    viewer.comment();
    return;
  }
  const { selection, content } = page.store.getState();
  const block = blocksOf(content).find(({ id }) => id === selection.currentBlockId);
  const passage = selection.passage ?? (block === undefined ? undefined : blockPassage(block));
  if (passage !== undefined) startComment(page, { kind: 'passage', passage });
};

/** Brings out the next or previous finding, of those that the panel lists. */
export const stepFinding = (page: Page, direction: 1 | -1): void =>
  bringOut(page, orderedFindings(page.store.getState()), direction);

/** Brings out the next or previous finding or comment. */
export const stepRemark = (page: Page, direction: 1 | -1): void =>
  bringOut(page, orderedRemarks(page.store.getState()), direction);

const bringOut = (
  { store, viewer }: Page,
  remarks: readonly (Annotation | Comment)[],
  direction: 1 | -1,
): void => {
  const { activeId } = store.getState().selection;
  const at = remarks.findIndex(({ id }) => id === activeId);
  const start = at < 0 && direction < 0 ? 0 : at;
  const next = remarks.at((start + direction) % remarks.length);
  if (next === undefined) return;
  const tab = 'source' in next ? 'findings' : 'comments';
  store.dispatch({ type: 'selection/active', id: next.id }, { type: 'panel/tab', tab });
  viewer.current()?.reveal(next);
};

/** Changes settings here at once, and for all sessions. */
export const changeSetting = ({ store, client }: Page, change: Partial<PageConfig>): void => {
  store.dispatch({ type: 'settings/changed', change });
  void client.changeConfig(change).then((answer) => {
    if (answer.kind === 'refused')
      store.dispatch({
        type: 'notices/shown',
        notice: { id: randomId(), text: texts().frame.settingNotKept(answer.sentence) },
      });
  });
};

/** The other colours; where they are the system's own, the setting follows the system again. */
export const toggleTheme = (page: Page): void => {
  const { theme } = page.store.getState().settings;
  const other = resolveTheme(theme) === 'dark' ? 'light' : 'dark';
  changeSetting(page, { theme: resolveTheme('system') === other ? 'system' : other });
};
