import type { Block } from '../../../shared/placement/blocks.ts';

/** A line of the source, and words of it that a block shows elsewhere than in its text, or has as markup. */
export type Beside = readonly [line: number, words: string];

/** A block before it has its id, its file, and the account of what it does not show. */
export interface DocumentBlock extends Omit<Block, 'id' | 'file' | 'unshownLines'> {
  besides?: readonly Beside[];
}

/** A block with the account of what it does not show. */
export type AccountedBlock = Omit<Block, 'id' | 'file'>;
