import type { Passage } from '../../../shared/session/editor.ts';

/** Offsets in the text of a block. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An item of a block, such as a row of its table; a block without items has none. */
export interface ItemPlace {
  readonly blockId: string;
  readonly item: TextRange | undefined;
}

/** What the reviewer points at. */
export interface SelectionSlice {
  /** The text that is selected in the document. */
  readonly passage: Passage | undefined;
  /** The comment or finding that is brought out. */
  readonly activeId: string | undefined;
  /** Ids of the findings that show all of their text. */
  readonly openFindings: ReadonlySet<string>;
  /** The findings that are unfolded below their blocks, by the block: those that come later wait in its chip. */
  readonly openBlocks: ReadonlyMap<string, ReadonlySet<string>>;
  /** The block that the keyboard is at. */
  readonly currentBlockId: string | undefined;
  /** The item of that block that the keyboard is at, where it was brought to one. */
  readonly currentItem: TextRange | undefined;
  /** What the mouse is at. */
  readonly pointed: ItemPlace | undefined;
  /** In reviews, the file at the top of what is being read. */
  readonly currentFileId: string | undefined;
  /** Key of the editor that has the focus. */
  readonly focusedEditor: string | undefined;
}

export type SelectionAction =
  | { readonly type: 'selection/passage'; readonly passage: Passage | undefined }
  | { readonly type: 'selection/active'; readonly id: string | undefined }
  | { readonly type: 'selection/findingOpened'; readonly id: string; readonly isOpen: boolean }
  | {
      readonly type: 'selection/blockOpened';
      readonly blockId: string;
      /** Ids of what is unfolded; none closes it. */
      readonly findings: readonly string[];
    }
  | {
      readonly type: 'selection/currentBlock';
      readonly blockId: string;
      /** Without it the item stays, as long as the block does. */
      readonly item?: TextRange | undefined;
    }
  | { readonly type: 'selection/pointed'; readonly place: ItemPlace | undefined }
  | { readonly type: 'selection/currentFile'; readonly fileId: string }
  | { readonly type: 'selection/editor'; readonly key: string | undefined };

export const initialSelection: SelectionSlice = {
  passage: undefined,
  activeId: undefined,
  openFindings: new Set(),
  openBlocks: new Map(),
  currentBlockId: undefined,
  currentItem: undefined,
  pointed: undefined,
  currentFileId: undefined,
  focusedEditor: undefined,
};

export const reduceSelection = (slice: SelectionSlice, action: SelectionAction): SelectionSlice => {
  switch (action.type) {
    case 'selection/passage':
      return slice.passage === action.passage ? slice : { ...slice, passage: action.passage };
    case 'selection/active':
      return slice.activeId === action.id ? slice : { ...slice, activeId: action.id };
    case 'selection/findingOpened': {
      if (slice.openFindings.has(action.id) === action.isOpen) return slice;
      const openFindings = new Set(slice.openFindings);
      if (action.isOpen) openFindings.add(action.id);
      else openFindings.delete(action.id);
      return { ...slice, openFindings };
    }
    case 'selection/blockOpened': {
      const openBlocks = new Map(slice.openBlocks);
      if (action.findings.length === 0) openBlocks.delete(action.blockId);
      else openBlocks.set(action.blockId, new Set(action.findings));
      return { ...slice, openBlocks };
    }
    case 'selection/currentBlock':
      return slice.currentBlockId === action.blockId && !('item' in action)
        ? slice
        : { ...slice, currentBlockId: action.blockId, currentItem: action.item };
    case 'selection/pointed':
      return { ...slice, pointed: action.place };
    case 'selection/currentFile':
      return slice.currentFileId === action.fileId
        ? slice
        : { ...slice, currentFileId: action.fileId };
    case 'selection/editor':
      return { ...slice, focusedEditor: action.key };
  }
};

/** The item of a block that a comment without a selection is about: what the mouse is at goes first. */
export const itemIn = (
  blockId: string,
  { pointed, currentBlockId, currentItem }: SelectionSlice,
): TextRange | undefined => {
  if (pointed?.blockId === blockId) return pointed.item;
  return currentBlockId === blockId ? currentItem : undefined;
};
