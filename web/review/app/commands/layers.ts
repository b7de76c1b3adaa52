import { cancelEditor } from '../../store/comments/comment-actions.ts';
import { focusAround } from '../../ui/reading-place.ts';
import type { Page } from '../../ui/page.ts';
import { hasWords } from '../../store/editors-slice.ts';
import type { State } from '../../store/state.ts';

/** Whether Escape has something to close. */
export const hasLayer = ({ session, panel, selection, settings }: State): boolean =>
  session.held === undefined &&
  (panel.dialog !== undefined ||
    selection.passage !== undefined ||
    selection.focusedEditor !== undefined ||
    selection.activeId !== undefined ||
    isListOver({ panel, settings }));

/** Whether the side panel overlays the content. */
const isListOver = ({ panel, settings }: Pick<State, 'panel' | 'settings'>): boolean =>
  panel.isOpen && !settings.panelPinned;

/**
 * Closes one layer: a dialog, the selection, an editor (if it has text, only blurs it), the panel, or the active
 * annotation.
 */
export const closeLayer = (page: Page): void => {
  const { store } = page;
  const { panel, selection, editors, settings } = store.getState();
  if (panel.dialog !== undefined) store.dispatch({ type: 'panel/dialog', dialog: undefined });
  else if (selection.passage !== undefined) {
    getSelection()?.removeAllRanges();
    store.dispatch({ type: 'selection/passage', passage: undefined });
  } else if (selection.focusedEditor !== undefined) {
    const editor = editors.find(({ key }) => key === selection.focusedEditor);
    if (editor !== undefined && !hasWords(editor)) cancelEditor(page, editor.key);
    else focusAround(document.activeElement?.closest('.comment-editor') ?? null);
  } else if (isListOver({ panel, settings }))
    store.dispatch({ type: 'panel/opened', isOpen: false });
  else store.dispatch({ type: 'selection/active', id: undefined });
};
