import type { Command, Page } from '../page.ts';

const toggle =
  (what: 'areChangesShown' | 'hasDetails' | 'isOnlyNew') =>
  ({ store }: Page): void => {
    const { round } = store.getState().panel;
    if (round !== undefined)
      store.dispatch({ type: 'panel/round', change: { [what]: !round[what] } });
  };

/** Commands of reviews that come again. */
export const roundCommands: readonly Command[] = [
  {
    id: 'round.only-new',
    group: 'View',
    needs: 'rounds',
    keys: ['Shift+N'],
    canRun: ({ panel }) => panel.round?.canNarrow === true,
    run: toggle('isOnlyNew'),
  },
  {
    id: 'round.details',
    group: 'View',
    needs: 'rounds',
    keys: ['Shift+L'],
    canRun: ({ panel }) => panel.round !== undefined,
    run: toggle('hasDetails'),
  },
  {
    id: 'round.changes',
    group: 'View',
    needs: 'rounds',
    keys: ['Shift+M'],
    canRun: ({ panel }) => (panel.round?.blocks.size ?? 0) > 0,
    run: toggle('areChangesShown'),
  },
];
