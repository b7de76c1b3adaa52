import { importModule } from '../../../shell/import-module.ts';
import type { Command, Page } from '../page.ts';

const toggle =
  (what: 'areChangesShown' | 'hasDetails' | 'isOnlyNew') =>
  ({ store }: Page): void => {
    const { round } = store.getState().panel;
    if (round !== undefined)
      store.dispatch({ type: 'panel/round', change: { [what]: !round[what] } });
  };

const step =
  (what: 'comment' | 'change', by: 1 | -1) =>
  (page: Page): void => {
    void importModule(() => import('./step-round.ts')).then(({ stepComment, stepChange }) =>
      (what === 'comment' ? stepComment : stepChange)(page, by),
    );
  };

const stepCommand = (
  id: 'round.next-change' | 'round.previous-change' | 'round.next-comment',
  key: string,
  run: Command['run'],
): Command => ({
  id,
  group: 'Move',
  needs: 'document',
  keys: [key],
  canRun: ({ panel }) => panel.round !== undefined,
  run,
});

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
  stepCommand('round.next-change', 'Shift+J', step('change', 1)),
  stepCommand('round.previous-change', 'Shift+K', step('change', -1)),
  stepCommand('round.next-comment', 'Shift+G', step('comment', 1)),
];
