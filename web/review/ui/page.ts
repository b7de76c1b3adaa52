import { createContext, use, useSyncExternalStore } from 'react';
import type { Annotation } from '../../../shared/annotations/annotation.ts';
import type { Comment } from '../../../shared/annotations/comment.ts';
import type { SelectionUnit } from '../features/document/extend-selection.ts';
import type { AskedColours } from '../protocol/asked-colours.ts';
import type { DraftSync } from '../protocol/draft-sync.ts';
import type { SessionClient } from '../protocol/session-client.ts';
import type { Hit } from '../store/search-slice.ts';
import type { ReviewStore, State } from '../store/state.ts';

/** What commands do with the content that is shown, whatever shows it. */
export interface Viewer {
  /** Brings the place of a comment or finding into view, where it has one. */
  readonly reveal: (item: Comment | Annotation) => void;
  /** To the next or previous block, or change. */
  readonly step: (direction: 1 | -1) => void;
  /** To the next or previous heading, or file. */
  readonly leap: (direction: 1 | -1) => void;
  /** To a place that a search has found. */
  readonly goToHit: (hit: Hit) => void;
  /** The index of the first hit that does not stand above what is being read; their number where all do. */
  readonly firstHitFromHere?: (hits: readonly Hit[]) => number;
  /** Shows the content as it is on the disk now. Rejects where the server is gone. */
  readonly refresh: () => Promise<void>;
  /** Prints it, where the browser alone would not have all of it. */
  readonly print?: () => void;
  /** Starts a comment on what the keyboard is at; a document knows that by its selection. */
  readonly comment?: () => void;
  /** Brings a block of a document to the top of the window, and the keyboard to it. */
  readonly goToBlock?: (blockId: string) => void;
  /** Selects text of a document without a mouse; a code change selects lines by itself. */
  readonly extendSelection?: (unit: SelectionUnit, direction: 1 | -1) => void;
  /** To a changed file; a document has none. */
  readonly openFile?: (fileId: string) => void;
  /** Ticks the file that is read, or takes that back; with `andNext` ticks it and goes on. */
  readonly markViewed?: (andNext: boolean) => void;
  /** Shows the whole file that is read, or its changes alone. */
  readonly toggleWhole?: () => void;
}

/** What all parts of the page work with. */
export interface Page {
  readonly store: ReviewStore;
  readonly client: SessionClient;
  readonly draftSync: DraftSync;
  readonly viewer: ViewerSlot;
  readonly colours: AskedColours;
}

/** Knows what shows the content now, if anything does. */
export interface ViewerSlot {
  readonly current: () => Viewer | undefined;
  /** @returns what takes it out again */
  readonly put: (viewer: Viewer) => () => void;
}

export const createViewerSlot = (): ViewerSlot => {
  let current: Viewer | undefined;
  return {
    current: () => current,
    put: (viewer) => {
      current = viewer;
      return () => {
        if (current === viewer) current = undefined;
      };
    },
  };
};

export const PageContext = createContext<Page | undefined>(undefined);

/** The page that a component is part of. */
export const usePage = (): Page => {
  const page = use(PageContext);
  if (page === undefined) throw new Error('usePage is used outside of a page.');
  return page;
};

/** What `useSelect` reads where that is not the page's store itself. */
export const ReadContext = createContext<Pick<ReviewStore, 'getState' | 'subscribe'> | undefined>(
  undefined,
);

/** A part of the state; the component renders again when it is another one. `select` must not make new objects. */
export const useSelect = <Part>(select: (state: State) => Part): Part => {
  const { store } = usePage();
  const { subscribe, getState } = use(ReadContext) ?? store;
  return useSyncExternalStore(subscribe, () => select(getState()));
};
