import type { State } from '../../store/state.ts';
import { can } from '../../store/session-slice.ts';
import { hasContent, isReview } from '../../ui/conditions.ts';
import type { Command } from '../../ui/page.ts';

/** Steps are allowed while the search is pending. */
const mayBeFound = ({ search }: State): boolean =>
  search.query !== '' && (search.state !== 'found' || search.hits.length > 0);

const goToField = (): void => {
  const field = document.querySelector<HTMLInputElement>(`#${searchFieldId}`);
  field?.focus();
  field?.select();
};

export const searchCommands: readonly Command[] = [
  {
    id: 'search.open',
    group: 'Move',
    needs: 'search',
    keys: ['/'],
    canRun: hasContent,
    run: goToField,
  },
  {
    // The browser's search finds only rendered lines. Pressing the key again opens it.
    id: 'search.instead',
    group: 'Move',
    needs: 'search',
    keys: ['Mod+f'],
    isPossible: (state) => can(state, 'changes'),
    canRun: (state) => isReview(state) && document.activeElement?.id !== searchFieldId,
    run: goToField,
  },
  {
    id: 'search.next',
    group: 'Move',
    needs: 'search',
    keys: ['F3'],
    canRun: mayBeFound,
    run: ({ search }) => search.step(1),
  },
  {
    id: 'search.previous',
    group: 'Move',
    needs: 'search',
    keys: ['Shift+F3'],
    canRun: mayBeFound,
    run: ({ search }) => search.step(-1),
  },
];

export const searchFieldId = 'search-field';
