import type { Block } from '../../../../shared/placement/blocks.ts';

/** Whether a block is the file name above a file, when a folder is reviewed. */
export const namesFile = ({ file, html }: Block): boolean =>
  file !== undefined && html.startsWith('<h1 class="file">');
