import type { RefObject } from 'react';
import type { Block } from '../../../shared/placement/blocks.ts';
import { importPatiently } from '../../common/import-patiently.ts';
import { importModule } from '../../common/import-module.ts';
import type { Page, Viewer } from '../page.ts';
import type { State } from '../store/state.ts';
import { toDomRange } from './dom-range.ts';
import type { Extension, extendSelection } from './extend-selection.ts';
import { readSelection } from './read-selection.ts';

interface DocumentViewerOptions {
  readonly page: Page;
  readonly blocks: readonly Block[];
  readonly root: RefObject<HTMLElement | null>;
  /** Puts the blocks into the page that are not there yet. */
  readonly showAll: () => void;
}

let extend: typeof extendSelection | undefined;

/** Fetches what selects text by the keyboard, behind the first paint. */
export const fetchExtending = async (): Promise<void> => {
  const part = await importPatiently(() => import('./extend-selection.ts')).catch(() => undefined);
  extend = part?.extendSelection;
};

/** At once where it is here: the next key may be the one that comments on what is selected. */
const extendSoon = async (extension: Extension, report: () => void): Promise<void> => {
  if (extend === undefined) await fetchExtending();
  extend?.(extension);
  report();
};

/** What commands do with a document. */
export const documentViewer = ({ page, blocks, root, showAll }: DocumentViewerOptions): Viewer => {
  const rowOf = (blockId: string): HTMLElement | null => {
    const find = () =>
      root.current?.querySelector<HTMLElement>(`[data-block-row="${CSS.escape(blockId)}"]`) ?? null;
    const row = find();
    if (row !== null) return row;
    showAll();
    return find();
  };
  const goTo = (block: Block | undefined) => {
    if (block === undefined) return;
    const row = rowOf(block.id);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const currentIndex = (): number => {
    const { currentBlockId } = page.store.getState().selection;
    return blocks.findIndex(({ id }) => id === currentBlockId);
  };
  return {
    goToBlock: (blockId) => {
      const row = rowOf(blockId);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView();
    },
    reveal: (item) => {
      if ('scope' in item || item.blockId === undefined) return;
      if ('source' in item)
        page.store.dispatch({
          type: 'selection/blockOpened',
          blockId: item.blockId,
          findings: findingsOf(page.store.getState(), item.blockId),
        });
      const row = rowOf(item.blockId);
      if (row === null) return;
      scrollToText(row, item.startOffset ?? 0, item.endOffset ?? 0);
      // A card that has just been unfolded is there with the next frame.
      requestAnimationFrame(() => showActiveCard(row));
    },
    step: (direction) => {
      const at = currentIndex();
      goTo(at < 0 ? blocks[0] : blocks[Math.max(0, Math.min(blocks.length - 1, at + direction))]);
    },
    extendSelection: (unit, direction) => {
      const row = rowOf(page.store.getState().selection.currentBlockId ?? '');
      const current = row?.querySelector('[data-block]') ?? null;
      const content = root.current;
      if (content === null || current === null) return;
      void extendSoon({ content, current, unit, direction }, () =>
        page.store.dispatch({ type: 'selection/passage', passage: selectedIn(content, blocks) }),
      );
    },
    goToHit: (hit) => {
      const row = hit.kind === 'text' ? rowOf(hit.blockId) : null;
      if (row !== null) scrollToText(row, hit.start, hit.start + 1);
    },
    refresh: async () =>
      (await importModule(() => import('./refresh-document.ts'))).refreshDocument(page),
    leap: (direction) => goTo(nextHeading(blocks, currentIndex(), direction)),
  };
};

const selectedIn = (content: HTMLElement, blocks: readonly Block[]) =>
  readSelection(content, new Map(blocks.map((block) => [block.id, block])));

const findingsOf = ({ annotations }: State, blockId: string): string[] =>
  (annotations.byBlock.get(blockId) ?? []).map(({ id }) => id);

const nextHeading = (
  blocks: readonly Block[],
  at: number,
  direction: 1 | -1,
): Block | undefined => {
  const headings = blocks
    .map((block, index) => ({ block, index }))
    .filter(({ block, index }) => block.kind === 'heading' && (index - at) * direction > 0);
  return (direction > 0 ? headings[0] : headings.at(-1))?.block;
};

const scrollToText = (row: Element, start: number, end: number): void => {
  const text = row.querySelector('[data-block]');
  const range = text === null ? undefined : toDomRange(text, start, end);
  scrollIntoReach(row, range?.getBoundingClientRect());
};

/** A block may be higher than the window, with the card at its end. */
const showActiveCard = (row: Element): void => {
  const card = row.querySelector('.block-notes .card[data-active="true"]');
  const view = row.closest('.content')?.getBoundingClientRect();
  if (card === null || view === undefined) return;
  const { top, bottom } = card.getBoundingClientRect();
  if (top < view.top || bottom > view.bottom) card.scrollIntoView({ block: 'nearest' });
};

/** Brings a place into the middle of what scrolls, unless it is well in view. */
const scrollIntoReach = (row: Element, range: DOMRect | undefined): void => {
  const rect = range === undefined || range.height === 0 ? row.getBoundingClientRect() : range;
  const scroller = row.closest('.content');
  if (scroller === null) return;
  const view = scroller.getBoundingClientRect();
  if (rect.top > view.top + 40 && rect.bottom < view.bottom - 80) return;
  scroller.scrollTop += rect.top - view.top - view.height / 3;
};
