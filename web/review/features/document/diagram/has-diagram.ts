/** Whether a block's HTML has a mermaid fence, possibly nested in a list, quote or note. */
export const hasDiagram = (html: string): boolean =>
  /<pre[^<>]*><code class="language-mermaid">/u.test(html);
