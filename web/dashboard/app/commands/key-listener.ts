import { pressedCommand } from '../../../shell/commands/command.ts';
import { runByKeys } from '../../../shell/commands/run-by-keys.ts';
import { TypeAhead } from '../../../shell/commands/type-ahead.ts';
import { isTypingKey } from '../../../shell/keys.ts';
import { isMac } from '../../../shell/platform.ts';
import type { Dashboard, Place } from '../../ui/dashboard.ts';

/** Runs commands on key presses; typing takes precedence over single keys. @returns a cleanup function */
export const listenToKeys = (dashboard: Dashboard): (() => void) => {
  const ahead = new TypeAhead();
  const stop = runByKeys((event) => {
    const state = dashboard.store.getState();
    const isCovered = state.view.dialog !== undefined;
    const place = placeOf(event.target);
    const isTyping = place === 'search' || place === 'field';
    const pressed = pressedCommand(dashboard.commands, event, {
      state,
      own: state.settings.keys,
      isMac,
      isMeant: (command, key) =>
        (!isCovered || command.isModal === true) &&
        (command.place === undefined || command.place === place) &&
        (!isTyping || command.place === place || key === 'Escape' || !isTypingKey(key)),
    });
    return (pressed && (() => pressed.run(dashboard))) ?? ahead.meaningOf(event, state.view.dialog);
  });
  return () => {
    stop();
    ahead.dispose();
  };
};

const placeOf = (target: EventTarget | null): Place => {
  if (!(target instanceof Element)) return 'elsewhere';
  if (target.closest('#search') !== null) return 'search';
  if (target.closest('input, textarea, select') !== null) return 'field';
  // Only the row itself: buttons and links inside it handle Enter.
  return target.matches('[role="row"][data-id], [role="grid"]') ? 'grid' : 'elsewhere';
};
