import type { NamedCommand } from '../../../shell/commands/command.ts';
import type { State } from '../../store/state.ts';
import { nameOf } from '../../ui/command-title.ts';
import type { Command } from '../../ui/page.ts';

/**
 * Commands that are possible in this session, even if they cannot run right now. Those with the same title are merged,
 * with the keys of all.
 */
export const listedCommands = (
  commands: readonly Command[],
  state: State,
): readonly NamedCommand[] => {
  const byTitle = new Map<string, NamedCommand>();
  for (const command of commands) {
    if (command.isPossible?.(state) === false) continue;
    const named = nameOf(command, state.settings.keys);
    const keys = [...(byTitle.get(named.title)?.keys ?? []), ...named.keys];
    byTitle.set(named.title, { ...named, ...byTitle.get(named.title), keys: [...new Set(keys)] });
  }
  return [...byTitle.values()];
};
