import { createContext, use, useSyncExternalStore } from 'react';
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

/** What all parts of the dashboard work with. */
export interface Dashboard {
  readonly store: DashboardStore;
  readonly client: DashboardClient;
  readonly grid: GridSlot;
}

/** Knows what shows the list now, if anything does. */
export interface GridSlot {
  readonly current: () => Grid | undefined;
  /** @returns what takes it out again */
  readonly put: (grid: Grid) => () => void;
}

export const createGridSlot = (): GridSlot => {
  let current: Grid | undefined;
  return {
    current: () => current,
    put: (grid) => {
      current = grid;
      return () => {
        if (current === grid) current = undefined;
      };
    },
  };
};

export const DashboardContext = createContext<Dashboard | undefined>(undefined);

/** The dashboard that a component is part of. */
export const useDashboard = (): Dashboard => {
  const dashboard = use(DashboardContext);
  if (dashboard === undefined) throw new Error('useDashboard is used outside of a dashboard.');
  return dashboard;
};

/** A part of the state; the component renders again when it is another one. `select` must not make new objects. */
export const useSelect = <Part>(select: (state: State) => Part): Part => {
  const { store } = useDashboard();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
};
