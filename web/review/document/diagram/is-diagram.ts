import type { Block } from '../../../../shared/placement/blocks.ts';

/** Whether a block is a fence of mermaid. */
export const isDiagram = ({ kind, html }: Pick<Block, 'kind' | 'html'>): boolean =>
  kind === 'code' && /^<pre[^>]*><code class="language-mermaid">/u.test(html);
