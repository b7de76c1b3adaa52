import type { State } from '../../store/state.ts';
import { can } from '../../store/session-slice.ts';
import { hasContent, isReview } from '../../ui/conditions.ts';
import type { Command } from '../../ui/page.ts';

/** One may be led to what is not found yet, too. */
const mayBeFound = ({ search }: State): boolean =>
  search.query !== '' && (search.state !== 'found' || search.hits.length > 0);

const goToField = (): void => {
  const field = document.querySelector<HTMLInputElement>(`#${searchFieldId}`);
  field?.focus();
  field?.select();
};

/** What seeks a text in the content. */
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
    // The browser's own sees only the lines that are drawn; pressed once more it opens.
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

/** Of the field that a text is sought with. */
export const searchFieldId = 'search-field';
