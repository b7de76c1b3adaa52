import type { Passage } from './editors-slice.ts';

/** What the reviewer points at. */
export interface SelectionSlice {
  /** The text that is selected in the document. */
  readonly passage: Passage | undefined;
  /** The comment or finding that is brought out. */
  readonly activeId: string | undefined;
  /** The findings that are unfolded below their blocks, by the block: those that come later wait in its chip. */
  readonly openBlocks: ReadonlyMap<string, ReadonlySet<string>>;
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
  | {
      readonly type: 'selection/blockOpened';
      readonly blockId: string;
      /** Ids of what is unfolded; none closes it. */
      readonly findings: readonly string[];
    }
  | { readonly type: 'selection/currentBlock'; readonly blockId: string }
  | { readonly type: 'selection/currentFile'; readonly fileId: string }
  | { readonly type: 'selection/editor'; readonly key: string | undefined };

export const initialSelection: SelectionSlice = {
  passage: undefined,
  activeId: undefined,
  openBlocks: new Map(),
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
      const openBlocks = new Map(slice.openBlocks);
      if (action.findings.length === 0) openBlocks.delete(action.blockId);
      else openBlocks.set(action.blockId, new Set(action.findings));
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
