import { createContext, use, useSyncExternalStore } from 'react';
import type { Command } from './command.ts';
import { keysOf, type CustomKeys } from './custom-keys.ts';
import { showKey } from '../keys.ts';
import { isMac } from '../platform.ts';
import type { Reader } from '../store.ts';

interface AnyState {
  readonly settings: { readonly keys: CustomKeys };
}

interface AnyPage<State> {
  readonly store: Reader<State>;
  /** All commands. If keys collide, the first one that can run wins. */
  readonly commands: readonly Command<string, State, never>[];
}

/** Creates the context and hooks of a page. */
export const createPageHooks = <State extends AnyState, Page extends AnyPage<State>>() => {
  const PageContext = createContext<Page | undefined>(undefined);
  /** Overrides the store that `useSelect` reads. */
  const ReadContext = createContext<Reader<State> | undefined>(undefined);

  /** @throws Error outside of a page */
  const usePage = (): Page => {
    const page = use(PageContext);
    if (page === undefined) throw new Error('usePage is used outside of a page.');
    return page;
  };

  /** Selects a part of the state. `select` must return stable references. */
  const useSelect = <Part>(select: (state: State) => Part): Part => {
    const { store } = usePage();
    const { subscribe, getState } = use(ReadContext) ?? store;
    return useSyncExternalStore(subscribe, () => select(getState()));
  };

  const useCommand = (id: string): Page['commands'][number] | undefined =>
    usePage().commands.find((command) => command.id === id);

  /** The first key of a command, for display; undefined if it has none. */
  const useShortcut = (id: string): string | undefined => {
    const own = useSelect(({ settings }) => settings.keys);
    const command = useCommand(id);
    const [key] = command === undefined ? [] : keysOf(command, own);
    return key === undefined ? undefined : showKey(key, isMac);
  };

  /** A tooltip: the label with the command's key. */
  const useKeyTitle = (label: string, id: string): string => {
    const key = useShortcut(id);
    return key === undefined ? label : `${label} (${key})`;
  };

  return { PageContext, ReadContext, usePage, useSelect, useCommand, useShortcut, useKeyTitle };
};
