import { changeSetting } from '../../ui/change-setting.ts';
import { isOpen, isReview, narrowWindow } from '../../ui/conditions.ts';
import type { Command, Page } from '../../ui/page.ts';
import { currentLayout } from './diff-layout.ts';
import { noticeOf } from '../../store/notices-slice.ts';

/** Opens the file tree and focuses its filter; Enter goes to the first match. */
const goToFile = ({ store }: Pick<Page, 'store'>): void => {
  store.dispatch({ type: 'panel/outline', isOpen: true });
  // A tree that was hidden is rendered in the next frame.
  requestAnimationFrame(() => {
    const filter = document.querySelector<HTMLInputElement>('.diff-tree-filter input');
    filter?.focus();
    filter?.select();
  });
};

/** Shows or hides whitespace-only changes. Files, viewed marks and comments are not affected. */
const toggleWhitespace = async ({
  store,
  client,
}: Pick<Page, 'store' | 'client'>): Promise<void> => {
  const whitespace = store.getState().content.whitespace === 'hide' ? 'show' : 'hide';
  const answer = await client.call('getDiff', { query: { whitespace } });
  if (answer.kind === 'ok')
    store.dispatch({ type: 'content/diff', diff: answer.value, whitespace });
  else store.dispatch(noticeOf(answer.sentence));
};

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
    id: 'view.scope',
    group: 'View',
    needs: 'scopes',
    keys: ['Shift+C'],
    canRun: (state) => isReview(state) && isOpen(state) && !state.freshness.isRefreshing,
    run: ({ store }) => store.dispatch({ type: 'panel/dialog', dialog: 'scope' }),
  },
  {
    id: 'view.whitespace',
    group: 'View',
    needs: 'whitespace',
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

export const diffCommands: readonly Command[] = onCode.map((command) => ({
  ...command,
  isPossible: command.canRun,
}));
