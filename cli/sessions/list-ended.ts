import { listEnded } from '../../shared/node/ended-reviews.ts';
import { refuseUnsafeFolder } from '../../shared/node/secure-folder.ts';
import type { EndedSession } from '../../shared/session/session.ts';
import type { Context } from '../context.ts';
import { formatDuration } from '../output/duration.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { printJson, printNote, printResult, stdoutWidth } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { roundColumn } from './round-column.ts';

/** Prints the ended reviews, newest first. Starts no supervisor. @returns the exit code */
export const listEndedSessions = async (isJson: boolean, { paths }: Context): Promise<number> => {
  refuseUnsafeFolder(paths.decisionsFolder);
  // The folder does not exist before the first review.
  const sessions = (await listEnded(paths.decisionsFolder).catch(noneIfMissing)).reverse();
  if (isJson) await printJson({ sessions: sessions.map(endedView) });
  else if (sessions.length > 0) await printResult(tableOf(sessions));
  else await printNote('No ended reviews are kept.');
  return 0;
};

const noneIfMissing = (error: unknown): EndedSession[] => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
};

/** The fields that still apply to an ended session. */
const endedView = ({ id, mode, title, project, cwd, origin, counts, ...rest }: EndedSession) => ({
  id,
  mode,
  state: 'exited',
  title,
  project,
  cwd,
  origin,
  outcome: rest.outcome,
  counts,
  ...(rest.round === undefined ? {} : { round: rest.round }),
  openedAt: rest.openedAt,
  endedAt: rest.endedAt,
});

const tableOf = (sessions: readonly EndedSession[]): string =>
  formatTable({
    rows: sessions,
    columns: [
      { title: 'ID', value: ({ id }) => id },
      { title: 'MODE', value: ({ mode }) => mode },
      { title: 'OUTCOME', value: ({ outcome, mode }) => outcomeText(outcome, mode) },
      { title: 'TITLE', value: ({ title }) => title, canShrink: true },
      ...roundColumn(sessions),
      { title: 'PROJECT', value: ({ project }) => project, canShrink: true },
      { title: 'AGENT', value: ({ origin }) => origin, canShrink: true },
      {
        title: 'ENDED',
        value: ({ endedAt }) => `${formatDuration(Date.now() - Date.parse(endedAt))} ago`,
      },
    ],
    width: stdoutWidth(),
  });
