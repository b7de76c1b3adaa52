import { commentCommands } from '../../features/comments/comment-commands.ts';
import { decisionCommands } from '../../features/decision/decision-commands.ts';
import { diffCommands } from '../../features/changes/diff-commands.ts';
import { findingCommands } from '../../features/findings/finding-commands.ts';
import { documentCommands } from '../../features/document/document-commands.ts';
import { moveCommands, viewCommands } from './frame-commands.ts';
import { searchCommands } from '../../features/search/search-commands.ts';
import { skillsCommands } from '../../features/skills/skills-commands.ts';
import { isOffered } from '../../ui/command.ts';
import { roundCommands } from '../../ui/rounds/round-commands.ts';
import type { Command } from '../../ui/page.ts';

const all: readonly Command[] = [
  ...commentCommands,
  ...findingCommands,
  ...documentCommands,
  ...decisionCommands,
  ...moveCommands,
  ...searchCommands,
  ...diffCommands,
  ...roundCommands,
  ...skillsCommands,
  ...viewCommands,
];

/** All commands of the page, limited to the session's capabilities. */
export const commands: readonly Command[] = all.map((command) => ({
  ...command,
  canRun: (state) => isOffered(command, state) && command.canRun(state),
  isPossible: (state) => isOffered(command, state) && (command.isPossible?.(state) ?? true),
}));
