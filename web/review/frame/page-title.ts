import type { State } from '../store/state.ts';

const outcomes = {
  approved: 'Approved',
  denied: 'Denied',
  feedback: 'Feedback sent',
  closed: 'Closed',
  undecided: 'Ended',
} as const;

/** The title of the page: how it stands first, so that it shows in a narrow tab. */
export const pageTitle = ({ session, annotations }: State): string => {
  const { info, end, connection } = session;
  if (info === undefined) return 'Galley';
  const title = `${info.title} – Galley`;
  if (end !== undefined) return `${outcomes[end.outcome]}: ${title}`;
  if (connection === 'lost') return `Not connected: ${title}`;
  return annotations.byId.size === 0 ? title : `(${annotations.byId.size}) ${title}`;
};
