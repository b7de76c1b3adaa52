import { blocksOf } from '../store/content-slice.ts';
import type { State } from '../store/state.ts';

interface Place {
  /** Undefined if there is only one document. */
  readonly file: string | undefined;
  /** From 1. */
  readonly line: number;
}

/** Where a dialog about the text opens: at the block with the cursor, or else the first of the shown document. */
export const placeHere = ({ content, selection }: State): Place => {
  const blocks = blocksOf(content);
  const block = blocks.find(({ id }) => id === selection.currentBlockId) ?? blocks[0];
  // A document without any block is still the one that is shown.
  return { file: content.file ?? block?.file, line: block?.startLine ?? 1 };
};
