import type { PageConfig } from '../../../../shared/config.ts';
import { resolveTheme } from '../../../shell/theme.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { startComment } from '../../store/comments/comment-actions.ts';
import { blockPassage } from '../../store/comments/passage.ts';
import { isEnded } from '../../store/is-ended.ts';
import { randomId } from '../../../shell/random-id.ts';
import type { Page } from '../../ui/page.ts';
import { blocksOf } from '../../store/content-slice.ts';

/** Comments on the selected text or lines, else on the block or file that the keyboard is at. */
export const commentHere = (page: Page): void => {
  const viewer = page.viewer.current();
  if (viewer?.comment !== undefined) {
    viewer.comment();
    return;
  }
  const { selection, content } = page.store.getState();
  const block = blocksOf(content).find(({ id }) => id === selection.currentBlockId);
  const passage =
    selection.passage ??
    (block === undefined ? undefined : blockPassage(block, selection.currentItem));
  if (passage !== undefined) startComment(page, { kind: 'passage', passage });
};

/** Changes settings here at once, and for all sessions. */
export const changeSetting = ({ store, client }: Page, change: Partial<PageConfig>): void => {
  store.dispatch({ type: 'settings/changed', change });
  // Its server changes nothing.
  if (isEnded(store.getState())) return;
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
