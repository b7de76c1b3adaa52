import type { Block } from '../../../../shared/placement/blocks.ts';

/** Whether a block is the name of a file, above the text of it: the files of a folder stand one after the other. */
export const namesFile = ({ file, html }: Block): boolean =>
  file !== undefined && html.startsWith('<h1 class="file">');
