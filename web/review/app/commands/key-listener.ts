import { runByKeys } from '../../../shell/commands/run-by-keys.ts';
import { isText, TypeAhead } from '../../../shell/commands/type-ahead.ts';
import { isMac } from '../../../shell/platform.ts';
import type { State } from '../../store/state.ts';
import { commandFor } from '../../ui/command.ts';
import type { Page } from '../../ui/page.ts';

/** Runs commands on key presses. @returns a cleanup function */
export const listenToKeys = (page: Page): (() => void) => {
  const ahead = new TypeAhead();
  const stop = runByKeys((event) => {
    if (isMenuOpen() || closesPanel(event)) return undefined;
    const state = page.store.getState();
    const command = commandFor(page.commands, event, {
      state,
      isMac,
      isTyping: isTyping(event),
      isRepeat: event.repeat,
    });
    return (
      typeInEditor(page, state, event) ??
      (command && (() => command.run(page))) ??
      ahead.meaningOf(event, state.panel.dialog)
    );
  });
  return () => {
    stop();
    ahead.dispose();
  };
};

/** Appends typed text to an editor that is opening but not rendered yet; otherwise undefined. */
const typeInEditor = (
  { store }: Page,
  { editors, selection }: State,
  event: KeyboardEvent,
): (() => void) | undefined => {
  const editor = editors.find(({ key }) => key === selection.focusedEditor);
  if (editor === undefined || !isText(event) || isTyping(event) || isInEditor()) return undefined;
  const change = { text: editor.text + event.key };
  return () => store.dispatch({ type: 'editors/changed', key: editor.key, change });
};

/** Buttons in an editor handle their own keys. */
const isInEditor = (): boolean =>
  (document.activeElement?.closest('.comment-editor') ?? null) !== null;

/** A menu handles its own keys, type-ahead included. */
const isMenuOpen = (): boolean => document.querySelector('[role="menu"][data-open]') !== null;

/** The search of the text editor closes itself. */
const closesPanel = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' && target instanceof Element && target.closest('.cm-panel') !== null;

/** Includes the tree, which has type-ahead. */
const typingPlaces =
  'textarea, select, [contenteditable], [role="tree"], input:not([type="checkbox"])';

const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(typingPlaces) !== null;
};
