import type { State } from '../../store/state.ts';

/** Whether there is a newer content than the one that is shown. */
export const hasNewer = ({ content: { document, diff }, freshness }: State): boolean => {
  const shown = document ?? diff;
  return shown !== undefined && (freshness.isStale || freshness.newestVersion > shown.version);
};
