import { commentCommands } from '../../features/comments/comment-commands.ts';
import { decisionCommands } from '../../features/decision/decision-commands.ts';
import { diffCommands } from '../../features/changes/diff-commands.ts';
import { findingCommands } from '../../features/findings/finding-commands.ts';
import { documentCommands } from '../../features/document/document-commands.ts';
import { moveCommands } from './move-commands.ts';
import { viewCommands } from './view-commands.ts';
import { searchCommands } from '../../features/search/search-commands.ts';
import { isEnded } from '../../store/is-ended.ts';
import type { Command } from '../../ui/page.ts';

const ofOpenReviews: readonly Command[] = [
  ...commentCommands,
  ...findingCommands,
  ...documentCommands,
  ...decisionCommands,
  ...moveCommands,
  ...searchCommands,
  ...diffCommands,
  ...viewCommands,
];

/** What makes no sense in a review that has ended, beside all that writes and decides. */
const changing: ReadonlySet<Command['id']> = new Set([
  'file.viewed',
  'file.viewed-next',
  'view.whitespace',
]);

/** All that can be done in this page. */
export const commands: readonly Command[] = ofOpenReviews.map((command) => {
  const isChanging =
    command.group === 'Comment' || command.group === 'Decide' || changing.has(command.id);
  if (!isChanging) return command;
  return { ...command, canRun: (state) => !isEnded(state) && command.canRun(state) };
});
