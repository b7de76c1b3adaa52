import type { Block } from '../../../shared/placement/blocks.ts';

/** A source line, and words of it that a block shows outside its text, or has as markup. */
export type Beside = readonly [line: number, words: string];

/** A block without id, file, and the lines that it does not show. */
export interface DocumentBlock extends Omit<Block, 'id' | 'file' | 'unshownLines'> {
  besides?: readonly Beside[];
}

/** A block with the lines that it does not show. */
export type AccountedBlock = Omit<Block, 'id' | 'file'>;
