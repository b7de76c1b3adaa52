import type { State } from '../../store/state.ts';
import { hasContent, isOnCode, isReview } from '../../ui/conditions.ts';
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
    keys: ['/'],
    canRun: hasContent,
    run: goToField,
  },
  {
    // The browser's own sees only the lines that are drawn; pressed once more it opens.
    id: 'search.instead',
    group: 'Move',
    keys: ['Mod+f'],
    isPossible: isOnCode,
    canRun: (state) => isReview(state) && document.activeElement?.id !== searchFieldId,
    run: goToField,
  },
  {
    id: 'search.next',
    group: 'Move',
    keys: ['F3'],
    canRun: mayBeFound,
    run: ({ search }) => search.step(1),
  },
  {
    id: 'search.previous',
    group: 'Move',
    keys: ['Shift+F3'],
    canRun: mayBeFound,
    run: ({ search }) => search.step(-1),
  },
];

/** Of the field that a text is sought with. */
export const searchFieldId = 'search-field';
