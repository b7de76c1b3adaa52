import { isMac } from '../../../shell/platform.ts';
import type { Dashboard } from '../../ui/dashboard.ts';
import { commandFor, type Place } from '../../ui/command.ts';
import { commands } from './command-list.ts';

/** Lets the keyboard run commands. */
export const listenToKeys = (dashboard: Dashboard): void => {
  const listener = (event: KeyboardEvent) => {
    // While an input method composes, keys are its own.
    if (event.isComposing || event.defaultPrevented) return;
    const state = dashboard.store.getState();
    const command = commandFor(commands, event, { state, isMac, place: placeOf(event.target) });
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command.run(dashboard);
  };
  // Before the components hear of it: an Escape that closes a dialog closes nothing else.
  window.addEventListener('keydown', listener, { capture: true });
};

const placeOf = (target: EventTarget | null): Place => {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.closest('#search') !== null) return 'search';
  if (target.closest('input, textarea, select') !== null) return 'field';
  // The row alone: on a button or a link in it, Enter is theirs.
  return target.matches('[role="row"][data-id], [role="grid"]') ? 'grid' : 'elsewhere';
};
