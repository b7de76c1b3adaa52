import type { Passage } from './editors-slice.ts';

/** What the reviewer points at. */
export interface SelectionSlice {
  /** The text that is selected in the document. */
  readonly passage: Passage | undefined;
  /** The comment or finding that is brought out. */
  readonly activeId: string | undefined;
  /** Blocks whose findings are unfolded below them. */
  readonly openBlocks: ReadonlySet<string>;
  /** The block that the keyboard is at. */
  readonly currentBlockId: string | undefined;
  /** In reviews, the file at the top of what is being read. */
  readonly currentFileId: string | undefined;
  /** Key of the editor that has the focus. */
  readonly focusedEditor: string | undefined;
}

export type SelectionAction =
  | { readonly type: 'selection/passage'; readonly passage: Passage | undefined }
  | { readonly type: 'selection/active'; readonly id: string | undefined }
  | { readonly type: 'selection/blockOpened'; readonly blockId: string; readonly isOpen: boolean }
  | { readonly type: 'selection/currentBlock'; readonly blockId: string }
  | { readonly type: 'selection/currentFile'; readonly fileId: string }
  | { readonly type: 'selection/editor'; readonly key: string | undefined };

export const initialSelection: SelectionSlice = {
  passage: undefined,
  activeId: undefined,
  openBlocks: new Set(),
  currentBlockId: undefined,
  currentFileId: undefined,
  focusedEditor: undefined,
};

export const reduceSelection = (slice: SelectionSlice, action: SelectionAction): SelectionSlice => {
  switch (action.type) {
    case 'selection/passage':
      return slice.passage === action.passage ? slice : { ...slice, passage: action.passage };
    case 'selection/active':
      return slice.activeId === action.id ? slice : { ...slice, activeId: action.id };
    case 'selection/blockOpened': {
      if (slice.openBlocks.has(action.blockId) === action.isOpen) return slice;
      const openBlocks = new Set(slice.openBlocks);
      if (action.isOpen) openBlocks.add(action.blockId);
      else openBlocks.delete(action.blockId);
      return { ...slice, openBlocks };
    }
    case 'selection/currentBlock':
      return slice.currentBlockId === action.blockId
        ? slice
        : { ...slice, currentBlockId: action.blockId };
    case 'selection/currentFile':
      return slice.currentFileId === action.fileId
        ? slice
        : { ...slice, currentFileId: action.fileId };
    case 'selection/editor':
      return { ...slice, focusedEditor: action.key };
  }
};
