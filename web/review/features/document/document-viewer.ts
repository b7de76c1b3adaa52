import type { RefObject } from 'react';
import type { DocumentAnnotation } from '../../../../shared/annotations/document-annotation.ts';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { importModule, importWithRetry } from '../../../shell/import-module.ts';
import type { FilePlace, HitPlace, Page, Viewer } from '../../ui/page.ts';
import type { State } from '../../store/state.ts';
import { BlockNavigation } from './block-navigation.ts';
import { toDomRange } from '../../../shell/dom-range.ts';
import { openElsewhere } from './documents/open-elsewhere.ts';
import type { Extension, extendSelection } from './extend-selection.ts';
import { itemAt, itemsOf } from './items/items.ts';
import { readSelection } from './use-selection.ts';
import { unfold } from './unfold.ts';

interface DocumentViewerOptions {
  readonly page: Page;
  readonly blocks: readonly Block[];
  readonly root: RefObject<HTMLElement | null>;
  /** Renders the remaining blocks. */
  readonly showAll: () => void;
  /** Shows a file of the project beside the text. */
  readonly openPath: (place: FilePlace) => void;
}

let extend: typeof extendSelection | undefined;

const parts = () => importWithRetry(() => import('./document-parts.ts')).catch(() => undefined);

/** Preloads keyboard selection after first paint. */
export const fetchExtending = async (): Promise<void> => {
  extend = (await parts())?.extendSelection;
};

/** Anchors a draft of another text. Returns a function that stops. */
export const watchDraft = (page: Page): (() => void) => {
  const watching = parts().then((part) => part?.anchorDraft(page));
  return () => void watching.then((stop) => stop?.());
};

/** Synchronous if loaded, since the next key may comment on the selection. */
const extendSoon = async (extension: Extension, report: () => void): Promise<void> => {
  if (extend === undefined) await fetchExtending();
  extend?.(extension);
  report();
};

/** The document's interface for commands. */
export const documentViewer = ({
  page,
  blocks,
  root,
  showAll,
  openPath,
}: DocumentViewerOptions): Viewer => {
  const { store } = page;
  const navigation = new BlockNavigation({ store, blocks, root, showAll });
  const begin = () => {
    if (!navigation.hasPlace) navigation.begin();
  };
  return {
    begin,
    openPath,
    goToBlock: (blockId) => navigation.lead(blockId),
    reveal: (item) => {
      if ('scope' in item || item.blockId === undefined) return;
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
    },
    step: (direction) => navigation.step(direction),
    extendSelection: (unit, direction) => {
      begin();
      const { currentBlockId, currentItem } = store.getState().selection;
      const current = navigation.rowOf(currentBlockId)?.querySelector('[data-block]') ?? null;
      const content = root.current;
      if (content === null || current === null) return;
      const { start, end } = currentItem ?? { start: 0, end: Infinity };
      void extendSoon({ content, current, start, end, unit, direction }, () =>
        store.dispatch({ type: 'selection/passage', passage: selectedIn(content, blocks) }),
      );
    },
    goToHit: (hit) => {
      const row = hit.kind === 'text' ? navigation.rowOf(hit.blockId) : null;
      if (row !== null) scrollToText(row, hit.start, hit.start + 1);
    },
    hitPlaces: blockHitPlaces,
    refresh: () => refreshDocument(page),
    leap: (direction) => navigation.leap(direction),
  };
};

/** Shows the content as it is on the disk now. */
export const refreshDocument = async (page: Page): Promise<void> =>
  (await importModule(() => import('./refresh-document.ts'))).refreshDocument(page);

/** The rendered blocks. */
function* blockHitPlaces(content: Element): Generator<HitPlace> {
  for (const element of content.querySelectorAll<HTMLElement>('[data-block]')) {
    const id = element.dataset['block'];
    yield { element, isOf: (hit) => hit.kind === 'text' && hit.blockId === id };
  }
}

const selectedIn = (content: HTMLElement, blocks: readonly Block[]) =>
  readSelection(content, new Map(blocks.map((block) => [block.id, block])));

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

const scrollToText = (row: Element, start: number, end: number): void => {
  const text = row.querySelector('[data-block]');
  const range = text === null ? undefined : toDomRange(text, start, end);
  unfold(range?.startContainer);
  scrollIntoReach(row, range?.getBoundingClientRect());
};

/** The card may be out of view at the end of a tall block. */
const showActiveCard = (row: Element): void => {
  const card = row.querySelector('.block-notes :is(.card, .finding)[data-active="true"]');
  const view = row.closest('.content')?.getBoundingClientRect();
  if (card === null || view === undefined) return;
  const { top, bottom } = card.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) card.scrollIntoView({ block: 'nearest' });
};

/** Scrolls a place to the upper third of the viewport, unless it is well in view. */
const scrollIntoReach = (row: Element, range: DOMRect | undefined): void => {
  const rect = range === undefined || range.height === 0 ? row.getBoundingClientRect() : range;
  const scroller = row.closest('.content');
  if (scroller === null) return;
  const view = scroller.getBoundingClientRect();
  if (rect.top > view.top + 40 && rect.bottom < view.bottom - 80) return;
  scroller.scrollTop += rect.top - view.top - view.height / 3;
};
