import { commentCommands } from '../comments/comment-commands.ts';
import { decisionCommands } from '../decision/decision-commands.ts';
import { diffCommands } from '../diff/diff-commands.ts';
import { findingCommands } from '../findings/finding-commands.ts';
import { documentCommands } from '../document/document-commands.ts';
import { moveCommands } from '../frame/move-commands.ts';
import { viewCommands } from '../frame/view-commands.ts';
import { searchCommands } from '../search/search-commands.ts';
import type { Command } from './command.ts';

/** All commands. Of two with the same key the earlier one goes first, where it can run. */
export const commands: readonly Command[] = [
  ...commentCommands,
  ...findingCommands,
  ...documentCommands,
  ...decisionCommands,
  ...moveCommands,
  ...searchCommands,
  ...diffCommands,
  ...viewCommands,
];

/** The command of this name. */
export const commandById = (id: string): Command | undefined =>
  commands.find((command) => command.id === id);
