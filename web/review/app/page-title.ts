import { formatNumber } from '../../shell/texts/format.ts';
import { texts } from '../../shell/texts/texts.ts';
import type { State } from '../store/state.ts';

/** The title of the page: how it stands first, so that it shows in a narrow tab. */
export const pageTitle = ({ session, annotations }: State): string => {
  const { info, connection } = session;
  const end = session.end ?? session.held;
  if (info === undefined) return 'Galley';
  const title = `${info.title} – Galley`;
  const { tabTitles } = texts().frame;
  const outcome = end?.outcome ?? info.outcome;
  if (outcome !== undefined) {
    // What asks for changes in a code review is feedback.
    const isReview = outcome === 'feedback' && info.mode === 'review';
    return `${tabTitles[isReview ? 'denied' : outcome]}: ${title}`;
  }
  if (connection === 'lost') return `${tabTitles.lost}: ${title}`;
  return annotations.byId.size === 0 ? title : `(${formatNumber(annotations.byId.size)}) ${title}`;
};
