import type { NamedCommand } from '../../../shell/commands/command.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { blocksOf } from '../../store/content-slice.ts';
import type { State } from '../../store/state.ts';
import { nameOf } from '../../ui/command.ts';
import type { Page } from '../../ui/page.ts';
import { commands } from './command-list.ts';
import { keywords } from './keywords.ts';

/** Something that the palette offers: a command, or a place to go to. */
export interface PaletteEntry extends NamedCommand {
  readonly run: (page: Page) => void;
}

/** What a reviewer could do if the palette were not open, and where they could go. */
export const paletteEntries = (state: State): readonly PaletteEntry[] => {
  const behind: State = { ...state, panel: { ...state.panel, dialog: undefined } };
  const runnable = commands
    .filter((command) => command.id !== 'view.palette' && command.canRun(behind))
    .map((command): PaletteEntry => ({
      ...nameOf(command, state.settings.keys),
      keywords: keywords[command.id] ?? '',
      run: command.run,
    }));
  const named = new Map(runnable.toReversed().map((entry) => [entry.title, entry]));
  return [...runnable.filter((entry) => named.get(entry.title) === entry), ...places(state)];
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
