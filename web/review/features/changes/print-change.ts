import { texts } from '../../../shell/texts/texts.ts';
import type { DiffViewHandle } from './pierre/diff-view-props.ts';
import { randomId } from '../../../shell/random-id.ts';
import type { Page } from '../../ui/page.ts';

/** Prints the change once all of it is there. */
export const printChange = async (
  { store }: Pick<Page, 'store'>,
  handle: DiffViewHandle | null,
): Promise<void> => {
  const id = randomId();
  store.dispatch({
    type: 'notices/shown',
    notice: { id, text: texts().diff.print.preparing },
  });
  await handle?.loadAll();
  store.dispatch({ type: 'notices/gone', id });
  print();
};
