import type { ListedSession } from '../../shared/session/session.ts';
import { unclearError } from '../client/client-errors.ts';
import { checkSupervisor } from '../client/find-supervisor.ts';
import { liveSessions, readRegistryInTime, unreapedSessions } from '../client/read-registry.ts';
import type { Context } from '../context.ts';
import { formatDuration } from '../output/duration.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { printJson, printNote, printResult, stdoutWidth } from '../output/print.ts';
import { formatTable } from '../output/table.ts';
import { roundColumn } from './round-column.ts';

/** Prints the open sessions, from the registry alone. Starts no supervisor. @returns the exit code */
export const listSessions = async (isJson: boolean, { paths }: Context): Promise<number> => {
  const registry = await readRegistryInTime(paths.registry);
  const checked = checkSupervisor(registry, paths.registry);
  // Overlaps with waiting for the supervisor's answer.
  const unreaped = registry.kind === 'found' ? unreapedSessions(registry.registry) : [];
  const found = await checked;
  if (found.kind === 'unclear') throw unclearError(found);
  // Sessions outlive a dead supervisor; until the next one starts, nobody reaps them.
  const sessions =
    found.kind === 'running' || found.registry === undefined
      ? unreaped
      : liveSessions(found.registry);
  if (isJson) await printJson({ sessions });
  else if (sessions.length > 0) await printResult(tableOf(sessions));
  else await printNote('No reviews are open.');
  return 0;
};

const noteOn = ({ held, isResponsive, mode }: ListedSession): string => {
  // Missing in records of earlier releases.
  if ((isResponsive as boolean | undefined) === false) return '(does not answer)';
  if (held === undefined) return '';
  const leftMs = Math.max(0, Date.parse(held.releaseAt) - Date.now());
  return `(${outcomeText(held.outcome, mode)}, released in ${formatDuration(leftMs)})`;
};

const tableOf = (sessions: readonly ListedSession[]): string =>
  formatTable({
    rows: sessions,
    columns: [
      { title: 'ID', value: ({ id }) => id },
      { title: 'MODE', value: ({ mode }) => mode },
      { title: 'TITLE', value: ({ title }) => title, canShrink: true },
      ...roundColumn(sessions),
      { title: 'PROJECT', value: ({ project }) => project, canShrink: true },
      {
        title: 'AGE',
        value: ({ openedAt }) => formatDuration(Date.now() - Date.parse(openedAt)),
      },
      {
        title: 'URL',
        value: (session) => [session.url, noteOn(session)].join(' ').trimEnd(),
      },
    ],
    width: stdoutWidth(),
  });
