import type { Comment } from '../../../../shared/annotations/comment.ts';
import type { Annotation } from '../../../../shared/annotations/annotation.ts';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { State } from '../../store/state.ts';
import type { Page } from '../../ui/page.ts';
import type { BlockNavigation } from './block-navigation.ts';
import { openElsewhere } from './documents/open-elsewhere.ts';
import { itemAt, itemsOf } from './items/items.ts';
import { scrollToText } from './scroll-to-text.ts';

interface Shown {
  readonly page: Page;
  readonly navigation: BlockNavigation;
}

/** Brings the text of a comment or finding into view, with its card; opens its document, if another one is shown. */
export const revealNote = ({ page, navigation }: Shown, item: Comment | Annotation): void => {
  if ('scope' in item || item.blockId === undefined) return;
  const { store } = page;
  const file = 'source' in item ? item.filePath : item.file;
  const { blockId } = item;
  if (openElsewhere(page, { file, blockId }, () => page.viewer.current()?.reveal(item))) return;
  if ('source' in item)
    store.dispatch({
      type: 'selection/blockOpened',
      blockId: item.blockId,
      findings: findingsBeside(item, store.getState(), navigation.rowOf(item.blockId)),
    });
  const row = navigation.rowOf(item.blockId);
  if (row === null) return;
  scrollToText(row, item.startOffset ?? 0, item.endOffset ?? 0);
  // A newly unfolded card is rendered in the next frame.
  requestAnimationFrame(() => showActiveCard(row));
};

/** Findings to unfold along with one: those of the same item, and those already unfolded. */
const findingsBeside = (
  { blockId = '', endOffset }: DocumentAnnotation,
  { annotations, selection }: State,
  row: Element | null,
): string[] => {
  const text = row?.querySelector('[data-block]');
  const items = text ? itemsOf(text) : undefined;
  const itemOf = (end: number | undefined) =>
    items === undefined || end === undefined ? undefined : itemAt(items, end - 1);
  const item = itemOf(endOffset);
  const beside = (annotations.byBlock.get(blockId) ?? []).filter(
    (finding) => itemOf(finding.endOffset) === item,
  );
  return [...(selection.openBlocks.get(blockId) ?? []), ...beside.map(({ id }) => id)];
};

/** The card may be out of view at the end of a tall block. */
const showActiveCard = (row: Element): void => {
  const card = row.querySelector('.block-notes :is(.card, .finding)[data-active="true"]');
  const view = row.closest('.content')?.getBoundingClientRect();
  if (card === null || view === undefined) return;
  const { top, bottom } = card.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) card.scrollIntoView({ block: 'nearest' });
};
