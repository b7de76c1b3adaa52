import type { Block } from '../../../../../shared/placement/blocks.ts';

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

/** Whether a block's HTML has a mermaid fence, possibly nested in a list, quote or note. */
export const hasDiagram = (html: string): boolean =>
  /<pre[^<>]*><code class="language-mermaid">/u.test(html);

/** Whether a block's HTML has an image, or its description. */
export const hasImage = (html: string): boolean => html.includes('<span class="image"');

/** Whether a block is the file name above a file, when a folder is reviewed. */
export const namesFile = ({ file, html }: Block): boolean =>
  file !== undefined && html.startsWith('<h1 class="file">');
