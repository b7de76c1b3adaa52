import type { Block } from '../../../shared/placement/blocks.ts';

/** A block before it has its id and its file. */
export type DocumentBlock = Omit<Block, 'id' | 'file'>;
