import type { PageConfig } from '../../../shared/config.ts';
import { randomId } from '../../shell/random-id.ts';
import { texts } from '../../shell/texts/texts.ts';
import { isEnded } from '../store/is-ended.ts';
import type { Page } from './page.ts';

/** Changes settings here at once, and for all sessions. */
export const changeSetting = ({ store, client }: Page, change: Partial<PageConfig>): void => {
  store.dispatch({ type: 'settings/changed', change });
  // Its server changes nothing.
  if (isEnded(store.getState())) return;
  void client.changeConfig(change).then((answer) => {
    if (answer.kind === 'refused')
      store.dispatch({
        type: 'notices/shown',
        notice: { id: randomId(), text: texts().frame.settingNotKept(answer.sentence) },
      });
  });
};
