import { countComments } from '../../store/comments/comment-actions.ts';
import type { Page } from '../../ui/page.ts';
import type { PanelTab } from '../../store/panel-slice.ts';
import type { State } from '../../store/state.ts';

/** The visible tab: the selected one or, by default, the one that is not empty. */
export const shownTab = (state: State): PanelTab => state.panel.tab ?? fullTab(state);

const fullTab = (state: State): PanelTab =>
  state.annotations.byId.size === 0 && countComments(state) > 0 ? 'comments' : 'findings';

/** Opens the panel with a tab, by default one that is not empty; closes it if that is open. */
export const toggleList = ({ store }: Page, tab?: PanelTab): void => {
  const state = store.getState();
  const isShown = state.panel.isOpen && (tab === undefined || tab === shownTab(state));
  store.dispatch(
    isShown
      ? { type: 'panel/opened', isOpen: false }
      : { type: 'panel/shown', tab: tab ?? fullTab(state) },
  );
};
