import type { Decision } from '../../shared/session/decision.ts';
import type { ListedSession } from '../../shared/session/session.ts';
import type { Context } from '../context.ts';
import { formatFields } from '../output/table.ts';
import { outcomeText } from '../output/outcome-text.ts';
import { printJson, printResult } from '../output/print.ts';
import { findSession } from './find-session.ts';

interface ShowOptions {
  readonly id: string;
  readonly isJson: boolean;
}

/** Prints a session's details. @returns the exit code */
export const showSession = async (
  { id, isJson }: ShowOptions,
  context: Context,
): Promise<number> => {
  const found = await findSession(id, context);
  const shown = found.kind === 'open' ? found.session : endedView(found.decision);
  const fields = found.kind === 'open' ? openFields(found.session) : endedFields(found.decision);
  await (isJson ? printJson(shown) : printResult(formatFields(fields)));
  return 0;
};

const endedView = ({
  id,
  mode,
  title,
  project,
  reviewed,
  outcome,
  reason,
  decidedAt,
}: Decision) => ({
  id,
  mode,
  state: 'exited',
  title,
  project,
  ...(reviewed?.round === undefined ? {} : { round: reviewed.round }),
  outcome,
  ...(reason === undefined ? {} : { reason }),
  decidedAt,
});

/** A decision that can still be undone. */
const heldFields = ({ held, mode }: ListedSession): Record<string, string> =>
  held === undefined
    ? {}
    : { decision: `${outcomeText(held.outcome, mode)}, can be undone until ${held.releaseAt}` };

const openFields = (session: ListedSession): Record<string, string | undefined> => ({
  id: session.id,
  title: session.title,
  mode: session.mode,
  round: session.round?.toString(),
  // Missing in records of earlier releases.
  state:
    (session.isResponsive as boolean | undefined) === false
      ? `${session.state}, does not answer`
      : session.state,
  ...heldFields(session),
  address: session.url,
  project: session.project,
  folder: session.cwd,
  'asked by': session.origin,
  opened: session.openedAt,
  process: String(session.pid),
});

const endedFields = (decision: Decision): Record<string, string | undefined> => ({
  id: decision.id,
  title: decision.title,
  mode: decision.mode,
  round: decision.reviewed?.round?.toString(),
  state: 'exited',
  outcome: outcomeText(decision.outcome, decision.mode),
  reason: decision.reason,
  project: decision.project,
  decided: decision.decidedAt,
});
