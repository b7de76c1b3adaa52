import { texts } from '../../texts/texts.ts';
import type { Page } from '../page.ts';
import { blocksOf } from '../store/content-slice.ts';
import type { State } from '../store/state.ts';
import { keysOf, titleOf } from './command.ts';
import { commands } from './command-list.ts';

/** Something that the palette offers: a command, or a place to go to. */
export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly keys: readonly string[];
  readonly run: (page: Page) => void;
}

/** As many as anybody reads through. */
const maxShown = 100;

/** What a reviewer could do if the palette were not open, and where they could go. */
export const paletteEntries = (state: State): readonly PaletteEntry[] => {
  const behind: State = { ...state, panel: { ...state.panel, dialog: undefined } };
  const runnable = commands
    .filter((command) => command.id !== 'view.palette' && command.canRun(behind))
    .map((command) => ({
      id: command.id,
      title: titleOf(command),
      keys: keysOf(command, state.settings.keys),
      run: command.run,
    }));
  return [...runnable, ...places(state)];
};

const places = ({ content }: State): PaletteEntry[] => {
  const { goTo } = texts().palette;
  const files = (content.diff?.files ?? []).map(({ id, path }) => ({
    id: `file ${id}`,
    title: goTo(path),
    keys: [],
    run: ({ viewer }: Page) => viewer.current()?.openFile?.(id),
  }));
  const headings = blocksOf(content)
    .filter(({ kind }) => kind === 'heading')
    .map(({ id, text }) => ({
      id: `block ${id}`,
      title: goTo(text),
      keys: [],
      run: ({ viewer }: Page) => viewer.current()?.goToBlock?.(id),
    }));
  return [...files, ...headings];
};

/**
 * The entries that every word of the query stands in, those first in which a word begins with it; as many as are shown.
 */
export const matchEntries = (
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] => {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const ranked = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase();
    if (!words.every((word) => title.includes(word))) return [];
    const begun = words.filter((word) => beginsIn(title, word)).length;
    return [{ entry, begun }];
  });
  return ranked
    .sort((a, b) => b.begun - a.begun)
    .slice(0, maxShown)
    .map(({ entry }) => entry);
};

const beginsIn = (title: string, word: string): boolean =>
  title.startsWith(word) || [' ', '/', '-', '.', '_'].some((edge) => title.includes(edge + word));
