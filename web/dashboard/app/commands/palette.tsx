import { useMemo } from 'react';
import { Palette as ShellPalette } from '../../../shell/commands/palette.tsx';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';
import {
  nameOf,
  useDashboard,
  useDismiss,
  type Command,
  type Dashboard,
} from '../../ui/dashboard.ts';
import type { NamedCommand } from '../../../shell/commands/command.ts';
import type { State } from '../../store/state.ts';
import { openReview } from '../../ui/session-address.ts';
import { commands } from './command-list.ts';

export const Palette = () => {
  const dashboard = useDashboard();
  const { store } = dashboard;
  // A snapshot, so that entries do not move while the palette is open.
  const entries = useMemo(() => paletteEntries(store.getState()), [store]);
  return (
    <ShellPalette
      entries={entries}
      words={dashboardTexts().palette}
      onClose={useDismiss()}
      onRun={(entry) => entry.run(dashboard)}
    />
  );
};

/** A command, or a review to open. */
interface PaletteEntry extends NamedCommand {
  readonly run: (dashboard: Dashboard) => void;
}

/** Commands that can run once the palette is closed, then reviews, then commands of the list and the search field. */
const paletteEntries = (state: State): readonly PaletteEntry[] => {
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
