import { useEffect, useState } from 'react';
import type { Command as ShellCommand, NamedCommand } from '../../shell/commands/command.ts';
import { keysOf, type CustomKeys } from '../../shell/commands/custom-keys.ts';
import { createPageHooks } from '../../shell/commands/page-hooks.ts';
import type { Slot } from '../../shell/slot.ts';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import type { DashboardTexts } from '../../shell/texts/en.ts';
import type { DashboardClient } from '../protocol/dashboard-client.ts';
import type { DashboardStore, State } from '../store/state.ts';

/** The grid's interface for commands. */
export interface Grid {
  /** Moves the cursor by so many rows; without a cursor, to its last position. */
  readonly step: (by: number) => void;
  readonly leap: (to: 'first' | 'last') => void;
  /** Moves the cursor to a session. */
  readonly show: (id: string) => void;
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

export const titleOf = ({ id }: Pick<Command, 'id'>): string => dashboardTexts().commands[id];

export const nameOf = (command: Command, own: CustomKeys): NamedCommand => ({
  id: command.id,
  title: titleOf(command),
  keys: keysOf(command, own),
});

export const useDismiss = (): (() => void) => {
  const { store } = useDashboard();
  return () => store.dispatch({ type: 'view/dialog', dialog: undefined });
};

const tickMs = 20_000;

/** The current time, updated often enough for ages. */
export const useNow = (): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};
