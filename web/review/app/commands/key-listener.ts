import { isMac } from '../../../shell/platform.ts';
import type { Page } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';
import { commandFor } from '../../ui/command.ts';

/** Lets the keyboard run commands. @returns what ends it */
export const listenToKeys = (page: Page): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    // While an input method composes, keys are its own.
    if (event.isComposing || event.defaultPrevented || isMenuOpen()) return;
    const state = page.store.getState();
    if (typeAhead(page, state, event)) return;
    const command = commandFor(page.commands, event, {
      state,
      isMac,
      isTyping: isTyping(event),
      isRepeat: event.repeat,
    });
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command.run(page);
  };
  // Before the components hear of it: an Escape that closes a dialog closes nothing else.
  window.addEventListener('keydown', listener, { capture: true });
  return () => window.removeEventListener('keydown', listener, { capture: true });
};

/** What is typed into an editor that was asked for and is not there yet. @returns whether it was that */
const typeAhead = (
  { store }: Page,
  { editors, selection }: State,
  event: KeyboardEvent,
): boolean => {
  const editor = editors.find(({ key }) => key === selection.focusedEditor);
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (editor === undefined || !isText || isTyping(event) || isInEditor()) return false;
  event.preventDefault();
  event.stopPropagation();
  const change = { text: editor.text + event.key };
  store.dispatch({ type: 'editors/changed', key: editor.key, change });
  return true;
};

/** The buttons of an editor have keys of their own. */
const isInEditor = (): boolean =>
  (document.activeElement?.closest('.comment-editor') ?? null) !== null;

/** A menu is moved through, sought in by typing and closed by keys of its own. */
const isMenuOpen = (): boolean => document.querySelector('[role="menu"][data-open]') !== null;

/** A tree searches by typing, too. */
const typingPlaces =
  'textarea, select, [contenteditable], [role="tree"], input:not([type="checkbox"])';

const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(typingPlaces) !== null;
};
