import { goToFile } from './go-to-file.ts';
import { toggleWhitespace } from './toggle-whitespace.ts';
import type { Command } from '../../ui/page.ts';
import { isReview, narrowWindow } from '../../ui/conditions.ts';
import { changeSetting } from '../../ui/change-setting.ts';
import { currentLayout } from './diff-layout.ts';

const onCode: readonly Command[] = [
  {
    id: 'file.find',
    group: 'Move',
    keys: ['Shift+F'],
    canRun: isReview,
    run: goToFile,
  },
  {
    id: 'file.viewed',
    group: 'Move',
    keys: ['v'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.markViewed?.(false),
  },
  {
    id: 'file.viewed-next',
    group: 'Move',
    keys: ['Shift+V'],
    canRun: isReview,
    run: ({ viewer }) => viewer.current()?.markViewed?.(true),
  },
  {
    id: 'file.whole',
    group: 'View',
    keys: ['Shift+E'],
    canRun: (state) => isReview(state) && state.content.diff?.source === 'repository',
    run: ({ viewer }) => viewer.current()?.toggleWhole?.(),
  },
  {
    id: 'view.split',
    group: 'View',
    keys: ['s'],
    canRun: (state) => isReview(state) && !matchMedia(narrowWindow).matches,
    run: (page) => {
      const layout = currentLayout(page.store.getState().settings.diffView);
      changeSetting(page, { diffView: layout === 'split' ? 'unified' : 'split' });
    },
  },
  {
    id: 'view.whitespace',
    group: 'View',
    keys: ['Shift+W'],
    canRun: isReview,
    run: (page) => void toggleWhitespace(page),
  },
  {
    id: 'view.wrap',
    group: 'View',
    keys: ['w'],
    canRun: isReview,
    run: (page) => changeSetting(page, { wrapLines: !page.store.getState().settings.wrapLines }),
  },
];

/** How a code change is shown. */
export const diffCommands: readonly Command[] = onCode.map((command) => ({
  ...command,
  isPossible: command.canRun,
}));
