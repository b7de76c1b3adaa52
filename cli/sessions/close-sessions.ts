import type { ClosedAnswer, ListedSession } from '../../shared/session/session.ts';
import { connect } from '../client/connect.ts';
import type { ControlClient } from '../client/control-client.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { unclearError, unknownSession } from '../client/client-errors.ts';
import { liveSessions } from '../client/read-registry.ts';
import type { Context } from '../context.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { printJson, printNote, printResult } from '../output/print.ts';
import { reportError } from '../output/report-error.ts';

interface CloseOptions {
  readonly ids: readonly string[] | 'all';
  readonly isJson: boolean;
}

/** Closes sessions and reports failures on stderr. @returns the exit code */
export const closeSessions = async (
  { ids, isJson }: CloseOptions,
  context: Context,
): Promise<number> => {
  const open = await openSessions(context);
  const wanted = ids === 'all' ? [...open.keys()] : ids;
  const known = wanted.filter((id) => open.has(id));
  const failures: unknown[] = wanted.filter((id) => !open.has(id)).map(unknownSession);
  // Do not start a supervisor if there is nothing to close.
  const closed = known.length === 0 ? [] : await closeAll(await connect(context), known, failures);
  if (isJson) await printJson({ closed });
  else await printClosed(closed, open, ids === 'all');
  let exitCode = 0;
  for (const failure of failures) exitCode = await reportError(failure, isJson);
  return exitCode;
};

type OpenSessions = ReadonlyMap<string, ListedSession>;

const openSessions = async ({ paths }: Context): Promise<OpenSessions> => {
  const found = await findSupervisor(paths.registry);
  if (found.kind === 'unclear') throw unclearError(found);
  const sessions = found.registry === undefined ? [] : liveSessions(found.registry);
  return new Map(sessions.map((session) => [session.id, session]));
};

const closeAll = async (
  client: ControlClient,
  ids: readonly string[],
  failures: unknown[],
): Promise<ClosedAnswer[]> => {
  const results = await Promise.allSettled(
    ids.map((id) => client.call('closeSession', { params: { id } })),
  );
  for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.body] : []));
};

const printClosed = async (
  closed: readonly ClosedAnswer[],
  open: OpenSessions,
  isAll: boolean,
): Promise<void> => {
  const lines = closed.map(({ id, outcome }) => {
    const { mode = 'plan' } = open.get(id) ?? {};
    return `The review ${id} has ended: ${outcomeText(outcome, mode)}.\n`;
  });
  if (lines.length > 0) await printResult(lines.join(''));
  else if (isAll) await printNote('No reviews are open.');
};
