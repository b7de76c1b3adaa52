import type { Passage } from '../../../shared/session/editor.ts';

/** Offsets in a block's text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An item of a block, such as a table row; undefined for blocks without items. */
export interface ItemPlace {
  readonly blockId: string;
  readonly item: TextRange | undefined;
}

export interface SelectionSlice {
  readonly passage: Passage | undefined;
  /** The selected comment or finding. */
  readonly activeId: string | undefined;
  readonly openFindings: ReadonlySet<string>;
  /** Expanded findings by block. Findings that arrive later stay in the block's chip. */
  readonly openBlocks: ReadonlyMap<string, ReadonlySet<string>>;
  /** The block with the keyboard cursor. */
  readonly currentBlockId: string | undefined;
  /** The item with the keyboard cursor, if any. */
  readonly currentItem: TextRange | undefined;
  /** The item under the mouse. */
  readonly pointed: ItemPlace | undefined;
  /** For changes, the file at the top of the viewport. */
  readonly currentFileId: string | undefined;
  readonly focusedEditor: string | undefined;
}

export type SelectionAction =
  | { readonly type: 'selection/passage'; readonly passage: Passage | undefined }
  | { readonly type: 'selection/active'; readonly id: string | undefined }
  | { readonly type: 'selection/findingOpened'; readonly id: string; readonly isOpen: boolean }
  | {
      readonly type: 'selection/blockOpened';
      readonly blockId: string;
      /** Ids to expand; empty collapses the block. */
      readonly findings: readonly string[];
    }
  | {
      readonly type: 'selection/currentBlock';
      readonly blockId: string;
      /** If absent, keeps the item as long as the block is the same. */
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

/** The target item of a comment without a selection; the mouse wins over the keyboard. */
export const itemIn = (
  blockId: string,
  { pointed, currentBlockId, currentItem }: SelectionSlice,
): TextRange | undefined => {
  if (pointed?.blockId === blockId) return pointed.item;
  return currentBlockId === blockId ? currentItem : undefined;
};
