import type { Block } from '../../../../shared/placement/blocks.ts';

/**
 * The target of an internal link, in the same file if there are several. The sanitizer removes ids, which could clash
 * with the page's own; the block's raw HTML has them, with any other quotes escaped.
 */
export const blockWithAnchor = (
  blocks: readonly Block[],
  anchor: string,
  file?: string,
): Block | undefined =>
  anchor === ''
    ? undefined
    : blocks.find((block) => block.file === file && block.html.includes(` id="${anchor}"`));
