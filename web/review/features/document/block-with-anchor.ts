import type { Block } from '../../../../shared/placement/blocks.ts';

/**
 * The block that a link within the document leads to: where there are several files, one of the file that it stands in.
 * The page keeps no ids of the reviewed text, which could stand in for its own; the rendered HTML still tells them, in
 * quotes that are escaped wherever they are not its own.
 */
export const blockWithAnchor = (
  blocks: readonly Block[],
  anchor: string,
  file?: string,
): Block | undefined =>
  anchor === ''
    ? undefined
    : blocks.find((block) => block.file === file && block.html.includes(` id="${anchor}"`));
