import type { Command as ShellCommand } from '../../shell/commands/command.ts';
import { createPageHooks } from '../../shell/commands/page-hooks.ts';
import type { Slot } from '../../shell/slot.ts';
import type { DashboardTexts } from '../../shell/texts/en.ts';
import type { DashboardClient } from '../protocol/dashboard-client.ts';
import type { DashboardStore, State } from '../store/state.ts';

/** The grid's interface for commands. */
export interface Grid {
  /** Moves the cursor by so many rows; without a cursor, to its last position. */
  readonly step: (by: number) => void;
  /** To the first or last row. */
  readonly leap: (to: 'first' | 'last') => void;
  readonly rowsInView: () => number;
}

/** Where a key was pressed. */
export type Place = 'grid' | 'search' | 'field' | 'elsewhere';

export interface Command extends ShellCommand<keyof DashboardTexts['commands'], State, Dashboard> {
  /** Where its keys apply. Default: everywhere. */
  readonly place?: Place;
}

/** The services of the dashboard. */
export interface Dashboard {
  readonly store: DashboardStore;
  readonly client: DashboardClient;
  /** The current grid, if any. */
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
