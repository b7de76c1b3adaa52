import type { ClosedAnswer } from '../../shared/session/session.ts';
import { connect } from '../client/connect.ts';
import type { ControlClient } from '../client/control-client.ts';
import { findSupervisor } from '../client/find-supervisor.ts';
import { unknownSession } from '../client/known-id.ts';
import { liveSessions } from '../client/live-sessions.ts';
import { cannotTell } from '../client/unreachable.ts';
import type { Context } from '../context.ts';
import { printJson, printNote, printResult } from '../output/print.ts';
import { reportError } from '../output/report-error.ts';

interface CloseOptions {
  readonly ids: readonly string[] | 'all';
  readonly isJson: boolean;
}

/** Closes sessions, as many as can be; the others are told on stderr. @returns the exit code */
export const closeSessions = async (
  { ids, isJson }: CloseOptions,
  context: Context,
): Promise<number> => {
  const open = await openIds(context);
  const wanted = ids === 'all' ? open : ids;
  const known = wanted.filter((id) => open.includes(id));
  const failures: unknown[] = wanted.filter((id) => !open.includes(id)).map(unknownSession);
  // None is started for the sake of sessions that are not there.
  const closed = known.length === 0 ? [] : await closeAll(await connect(context), known, failures);
  await printClosed(closed, { isAll: ids === 'all', isJson });
  let exitCode = 0;
  for (const failure of failures) exitCode = await reportError(failure, isJson);
  return exitCode;
};

const openIds = async ({ paths }: Context): Promise<string[]> => {
  const found = await findSupervisor(paths.registry);
  if (found.kind === 'unclear') throw cannotTell(found);
  return found.registry === undefined ? [] : liveSessions(found.registry).map(({ id }) => id);
};

const closeAll = async (
  client: ControlClient,
  ids: readonly string[],
  failures: unknown[],
): Promise<ClosedAnswer[]> => {
  const results = await Promise.allSettled(ids.map((id) => client.closeSession(id)));
  for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};

const printClosed = async (
  closed: readonly ClosedAnswer[],
  { isAll, isJson }: { isAll: boolean; isJson: boolean },
): Promise<void> => {
  if (isJson) await printJson({ closed });
  else if (closed.length > 0)
    await printResult(
      closed.map(({ id, outcome }) => `The review ${id} has ended: ${outcome}.\n`).join(''),
    );
  else if (isAll) await printNote('No reviews are open.');
};
