import { importModule } from '../../../shell/import-module.ts';
import { texts } from '../../../shell/texts/texts.ts';
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
    store.dispatch(noticeOf(texts().freshness.notRefreshed(texts().frame.serverSilent)));

/** Prepares the content again, where that has failed. */
export const tryAgainCommand: Command = {
  id: 'view.try-again',
  group: 'View',
  needs: 'refresh',
  keys: [],
  canRun: (state) =>
    isOpen(state) && state.session.preparation.state === 'failed' && !state.freshness.isRefreshing,
  run: (page) =>
    void importModule(() => import('../../protocol/refresh.ts'))
      .then(({ prepareAgain }) => prepareAgain(page))
      .catch(notLoaded(page)),
};

/** Whether there is a newer version than the one shown. */
export const hasNewer = ({ content: { document, diff }, freshness }: State): boolean => {
  const shown = document ?? diff;
  return shown !== undefined && (freshness.isStale || freshness.newestVersion > shown.version);
};
