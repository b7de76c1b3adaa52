import type { SessionView } from '../../shared/session/session.ts';

type WithRound = Pick<SessionView, 'round'>;

/** The column of a table that says which round a review is; none if all are first rounds. */
export const roundColumn = <Session extends WithRound>(sessions: readonly Session[]) =>
  sessions.every(({ round = 1 }) => round === 1)
    ? []
    : [
        {
          title: 'ROUND',
          value: ({ round = 1 }: Session) => (round === 1 ? '' : String(round)),
        },
      ];
