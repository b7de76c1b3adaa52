import type { PageConfig } from '../../../shared/config.ts';
import { texts } from '../../shell/texts/texts.ts';
import { can } from '../store/session-slice.ts';
import type { Page } from './page.ts';
import { noticeOf } from '../store/notices-slice.ts';

/** Changes settings optimistically, for all sessions. */
export const changeSetting = ({ store, client }: Page, change: Partial<PageConfig>): void => {
  store.dispatch({ type: 'settings/changed', change });
  if (!can(store.getState(), 'settings')) return;
  void client.call('changeConfig', { body: change }).then((answer) => {
    if (answer.kind === 'refused')
      store.dispatch(noticeOf(texts().frame.settingNotKept(answer.sentence)));
  });
};
