import { isMac } from '../../common/platform.ts';
import type { Page } from '../page.ts';
import { commandFor } from './command.ts';
import { commands } from './command-list.ts';

/** Lets the keyboard run commands. @returns what ends it */
export const listenToKeys = (page: Page): (() => void) => {
  const listener = (event: KeyboardEvent) => {
    // While an input method composes, keys are its own.
    if (event.isComposing || event.defaultPrevented || isMenuOpen()) return;
    const state = page.store.getState();
    const command = commandFor(commands, event, {
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

/** A menu is moved through, sought in by typing and closed by keys of its own. */
const isMenuOpen = (): boolean => document.querySelector('[role="menu"][data-open]') !== null;

/** A tree searches by typing, too. */
const typingPlaces =
  'textarea, select, [contenteditable], [role="tree"], input:not([type="checkbox"])';

const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath();
  return target instanceof Element && target.closest(typingPlaces) !== null;
};
