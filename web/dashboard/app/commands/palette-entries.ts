import type { NamedCommand } from '../../../shell/commands/command.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import type { State } from '../../store/state.ts';
import { nameOf } from '../../ui/command.ts';
import type { Dashboard, Command } from '../../ui/dashboard.ts';
import { openReview } from '../../ui/session-address.ts';
import { commands } from './command-list.ts';

/** Something that the palette offers: a command, or a review to open. */
export interface PaletteEntry extends NamedCommand {
  readonly run: (dashboard: Dashboard) => void;
}

/**
 * What could be done if the palette were not open, and the reviews that are; last, what one does in the list or in the
 * search.
 */
export const paletteEntries = (state: State): readonly PaletteEntry[] => {
  const behind: State = { ...state, view: { ...state.view, dialog: undefined } };
  const runnable = commands.filter(
    ({ id, canRun }) => id !== 'dashboard.palette' && canRun(behind),
  );
  const entryOf = (command: Command): PaletteEntry => ({
    ...nameOf(command, state.settings.keys),
    run: command.run,
  });
  return [
    ...runnable.filter(({ place }) => place === undefined).map(entryOf),
    ...openReviews(state),
    ...runnable.filter(({ place }) => place !== undefined).map(entryOf),
  ];
};

const openReviews = ({ sessions }: State): PaletteEntry[] =>
  [...sessions.rows.values()]
    .filter(({ end }) => end === undefined)
    .map((row) => ({
      id: `review ${row.session.id}`,
      title: dashboardTexts().open(row.session.title),
      keys: [],
      run: ({ store }: Dashboard) => openReview(row, store.getState()),
    }));
