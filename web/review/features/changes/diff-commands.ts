import type { State } from '../../store/state.ts';
import { changeSetting } from '../../ui/change-setting.ts';
import { isReview, narrowWindow } from '../../ui/conditions.ts';
import type { Command } from '../../ui/page.ts';

/** Whether what is shown stays for now. */
const isSteady = (state: State): boolean => isReview(state) && !state.freshness.isRefreshing;

const onCode: readonly Command[] = [
  {
    id: 'file.find',
    group: 'Move',
    keys: ['Shift+F'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.findFile?.(),
  },
  {
    id: 'file.open',
    group: 'Move',
    needs: 'files',
    keys: ['Shift+O'],
    canRun: isReview,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'files' }),
  },
  {
    id: 'symbol.definition',
    group: 'Move',
    needs: 'navigation',
    keys: ['Shift+D'],
    canRun: isReview,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'definition' }),
  },
  {
    id: 'symbol.find',
    group: 'Move',
    needs: 'navigation',
    keys: ['Shift+Y'],
    canRun: isReview,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'symbols' }),
  },
  {
    id: 'symbol.references',
    group: 'Move',
    needs: 'navigation',
    keys: ['Shift+R'],
    canRun: isReview,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'references' }),
  },
  {
    id: 'file.viewed',
    group: 'Move',
    needs: 'viewed',
    keys: ['v'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.markViewed?.(false),
  },
  {
    id: 'file.viewed-next',
    group: 'Move',
    needs: 'viewed',
    keys: ['Shift+V'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.markViewed?.(true),
  },
  {
    id: 'file.whole',
    group: 'View',
    needs: 'context',
    keys: ['Shift+E'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.toggleWhole?.(),
  },
  {
    id: 'file.stage',
    group: 'Move',
    needs: 'staging',
    keys: ['Shift+A'],
    canRun: isSteady,
    run: ({ viewer }) => viewer.current()?.stage?.(),
  },
  {
    id: 'view.split',
    group: 'View',
    keys: ['s'],
    canRun: (state) => isReview(state) && !matchMedia(narrowWindow).matches,
    run: ({ viewer }) => viewer.current()?.switchLayout?.(),
  },
  {
    id: 'view.scope',
    group: 'View',
    needs: 'scopes',
    keys: ['Shift+C'],
    canRun: isSteady,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'scope' }),
  },
  {
    id: 'view.whitespace',
    group: 'View',
    needs: 'whitespace',
    keys: ['Shift+W'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.toggleWhitespace?.(),
  },
  {
    id: 'view.wrap',
    group: 'View',
    keys: ['w'],
    canRun: isReview,
    run: (page) => changeSetting(page, { wrapLines: !page.store.getState().settings.wrapLines }),
  },
  {
    id: 'view.order',
    group: 'View',
    needs: 'structure',
    keys: [],
    canRun: isReview,
    run: (page) => {
      const isByPath = page.store.getState().settings.fileOrder === 'path';
      changeSetting(page, { fileOrder: isByPath ? 'structure' : 'path' });
    },
  },
  {
    id: 'view.fold-imports',
    group: 'View',
    keys: [],
    canRun: isReview,
    run: (page) =>
      changeSetting(page, { foldImports: !page.store.getState().settings.foldImports }),
  },
  {
    id: 'view.fold',
    group: 'View',
    needs: 'structure',
    keys: [],
    canRun: isReview,
    run: (page) =>
      changeSetting(page, { foldTrivial: !page.store.getState().settings.foldTrivial }),
  },
];

export const diffCommands: readonly Command[] = onCode.map((command) => ({
  ...command,
  isPossible: command.canRun,
}));
