/** Whether a block's HTML has a fence of mermaid, at its outermost level or in a list, quote or note. */
export const hasDiagram = (html: string): boolean =>
  /<pre[^<>]*><code class="language-mermaid">/u.test(html);
