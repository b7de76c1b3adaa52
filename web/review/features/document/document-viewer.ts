import type { RefObject } from 'react';
import type { Block } from '../../../../shared/placement/blocks.ts';
import { importModule, importWithRetry } from '../../../shell/import-module.ts';
import type { FilePlace, HitPlace, Page, Viewer } from '../../ui/page.ts';
import { BlockNavigation } from './block-navigation.ts';
import type { Extension, extendSelection } from './extend-selection.ts';
import { readSelection } from './use-selection.ts';

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

/** Anchors a draft of another text. */
export const watchDraft = (page: Page): void =>
  void parts().then((part) => part?.anchorDraft(page));

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
    reveal: (item) => void parts().then((part) => part?.revealNote({ page, navigation }, item)),
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
      if (row !== null) void parts().then((part) => part?.scrollToText(row, hit.start));
    },
    hitPlaces: blockHitPlaces,
    refresh: (isMade) => refreshDocument(page, isMade),
    leap: (direction) => navigation.leap(direction),
  };
};

/** Shows the content as it is on the disk now. */
export const refreshDocument = async (page: Page, isMade?: boolean): Promise<void> =>
  (await importModule(() => import('./refresh-document.ts'))).refreshDocument(page, isMade);

/** The rendered blocks. */
function* blockHitPlaces(content: Element): Generator<HitPlace> {
  for (const element of content.querySelectorAll<HTMLElement>('[data-block]')) {
    const id = element.dataset['block'];
    yield { element, isOf: (hit) => hit.kind === 'text' && hit.blockId === id };
  }
}

const selectedIn = (content: HTMLElement, blocks: readonly Block[]) =>
  readSelection(content, new Map(blocks.map((block) => [block.id, block])));
