import type { Command as ShellCommand } from '../../shell/commands/command.ts';
import { createPageHooks } from '../../shell/commands/page-hooks.ts';
import type { Slot } from '../../shell/slot.ts';
import type { DashboardTexts } from '../../shell/texts/en.ts';
import type { DashboardClient } from '../protocol/dashboard-client.ts';
import type { DashboardStore, State } from '../store/state.ts';

/** What commands do with the list, where it is shown. */
export interface Grid {
  /** Moves the keyboard to the row so many further on; from nowhere, to where it was before. */
  readonly step: (by: number) => void;
  /** To the first or last row. */
  readonly leap: (to: 'first' | 'last') => void;
  readonly rowsInView: () => number;
}

/** Where a key press comes from. */
export type Place = 'grid' | 'search' | 'field' | 'elsewhere';

/** Something that can be done with the sessions. */
export interface Command extends ShellCommand<keyof DashboardTexts['commands'], State, Dashboard> {
  /** Where its keys mean it; everywhere where absent. */
  readonly place?: Place;
}

/** What all parts of the dashboard work with. */
export interface Dashboard {
  readonly store: DashboardStore;
  readonly client: DashboardClient;
  /** What shows the list now, if anything does. */
  readonly grid: Slot<Grid>;
  readonly commands: readonly Command[];
}

export const {
  PageContext,
  usePage: useDashboard,
  useSelect,
  useCommand,
  useKeyTitle,
} = createPageHooks<State, Dashboard>();
