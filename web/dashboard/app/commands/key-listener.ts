import { runByKeys } from '../../../shell/commands/run-by-keys.ts';
import { isMac } from '../../../shell/platform.ts';
import { commandFor } from '../../ui/command.ts';
import type { Dashboard, Place } from '../../ui/dashboard.ts';

/** Runs commands on key presses. @returns a cleanup function */
export const listenToKeys = (dashboard: Dashboard): (() => void) =>
  runByKeys((event) => {
    const state = dashboard.store.getState();
    const place = placeOf(event.target);
    const command = commandFor(dashboard.commands, event, { state, isMac, place });
    return command && (() => command.run(dashboard));
  });

const placeOf = (target: EventTarget | null): Place => {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.closest('#search') !== null) return 'search';
  if (target.closest('input, textarea, select') !== null) return 'field';
  // Only the row itself: buttons and links inside it handle Enter.
  return target.matches('[role="row"][data-id], [role="grid"]') ? 'grid' : 'elsewhere';
};
