import { importModule } from '../../../shell/import-module.ts';
import { texts } from '../../../shell/texts/texts.ts';
import { shownVersion } from '../../store/content-slice.ts';
import type { State } from '../../store/state.ts';
import { isOpen } from '../../ui/conditions.ts';
import type { Command, Page } from '../../ui/page.ts';
import { noticeOf } from '../../store/notices-slice.ts';

/** Reloads the content, if there is a newer version. */
export const refreshCommand: Command = {
  id: 'view.refresh',
  group: 'View',
  needs: 'refresh',
  keys: ['r'],
  canRun: (state) => isOpen(state) && hasNewer(state) && !state.freshness.isRefreshing,
  run: (page) => void page.viewer.current()?.refresh().catch(notLoaded(page)),
};

/** What reloads is loaded on demand, since it needs the server anyway. */
const notLoaded =
  ({ store }: Page) =>
  (): void =>
    store.dispatch(
      { type: 'freshness/refreshing', isRefreshing: false },
      noticeOf(texts().freshness.notRefreshed(texts().frame.serverSilent)),
    );

const hasFailed = ({ session }: State): boolean => session.preparation.state === 'failed';

/** Prepares the content again where that has failed, or loads it again. */
export const tryAgainCommand: Command = {
  id: 'view.try-again',
  group: 'View',
  needs: 'refresh',
  keys: [],
  canRun: (state) =>
    isOpen(state) &&
    (hasFailed(state) || state.content.error !== undefined) &&
    !state.freshness.isRefreshing,
  run: (page) => {
    // At once, since loading the part takes a moment in which it could be run again.
    page.store.dispatch({ type: 'freshness/refreshing', isRefreshing: true });
    void importModule(() => import('../../protocol/refresh.ts'))
      .then(({ tryAgain }) => tryAgain(page))
      .catch(notLoaded(page));
  },
};

/** Whether there is a newer version than the one shown. */
export const hasNewer = ({ content, freshness }: State): boolean => {
  const shown = shownVersion(content);
  return shown !== undefined && (freshness.isStale || freshness.newestVersion > shown);
};
