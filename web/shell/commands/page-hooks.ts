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
  /** All that can be done. Of two with the same key the earlier one goes first, where it can run. */
  readonly commands: readonly Command<string, State, never>[];
}

/** What the components of a page know it by. */
export const createPageHooks = <State extends AnyState, Page extends AnyPage<State>>() => {
  const PageContext = createContext<Page | undefined>(undefined);
  /** What `useSelect` reads where that is not the page's store itself. */
  const ReadContext = createContext<Reader<State> | undefined>(undefined);

  /** The page that a component is part of. */
  const usePage = (): Page => {
    const page = use(PageContext);
    if (page === undefined) throw new Error('usePage is used outside of a page.');
    return page;
  };

  /** A part of the state; the component renders again when it is another one. `select` must not make new objects. */
  const useSelect = <Part>(select: (state: State) => Part): Part => {
    const { store } = usePage();
    const { subscribe, getState } = use(ReadContext) ?? store;
    return useSyncExternalStore(subscribe, () => select(getState()));
  };

  /** The command of this name. */
  const useCommand = (id: string): Page['commands'][number] | undefined =>
    usePage().commands.find((command) => command.id === id);

  /** The key of a command, as it is on the keyboard; undefined where it has none. */
  const useShortcut = (id: string): string | undefined => {
    const own = useSelect(({ settings }) => settings.keys);
    const command = useCommand(id);
    const [key] = command === undefined ? [] : keysOf(command, own);
    return key === undefined ? undefined : showKey(key, isMac);
  };

  /** The tooltip of a button that does what a command does: its label and the command's key. */
  const useKeyTitle = (label: string, id: string): string => {
    const key = useShortcut(id);
    return key === undefined ? label : `${label} (${key})`;
  };

  return { PageContext, ReadContext, usePage, useSelect, useCommand, useShortcut, useKeyTitle };
};
