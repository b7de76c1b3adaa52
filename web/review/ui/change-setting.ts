import type { PageConfig } from '../../../shared/config.ts';
import { randomId } from '../../shell/random-id.ts';
import { texts } from '../../shell/texts/texts.ts';
import { can } from '../store/session-slice.ts';
import type { Page } from './page.ts';

/** Changes settings here at once, and for all sessions. */
export const changeSetting = ({ store, client }: Page, change: Partial<PageConfig>): void => {
  store.dispatch({ type: 'settings/changed', change });
  if (!can(store.getState(), 'settings')) return;
  void client.changeConfig(change).then((answer) => {
    if (answer.kind === 'refused')
      store.dispatch({
        type: 'notices/shown',
        notice: { id: randomId(), text: texts().frame.settingNotKept(answer.sentence) },
      });
  });
};
