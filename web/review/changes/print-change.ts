import { texts } from '../../shell/texts/texts.ts';
import type { DiffViewHandle } from '../diff/types.ts';
import { randomId } from '../ids.ts';
import type { Page } from '../page.ts';

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
