import { randomId } from '../../../shell/random-id.ts';
import type { Page } from '../../ui/page.ts';

/** Shows the change with or without what is only whitespace; the files, their ticks and their comments are the same. */
export const toggleWhitespace = async ({
  store,
  client,
}: Pick<Page, 'store' | 'client'>): Promise<void> => {
  const isHidden = !store.getState().content.isWhitespaceHidden;
  const answer = await client.getDiff(isHidden ? 'hide' : 'show');
  if (answer.kind === 'ok')
    store.dispatch({ type: 'content/diff', diff: answer.value, isWhitespaceHidden: isHidden });
  else
    store.dispatch({
      type: 'notices/shown',
      notice: { id: randomId(), text: answer.sentence },
    });
};
