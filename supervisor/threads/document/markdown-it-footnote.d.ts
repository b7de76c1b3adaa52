declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  const plugin: (markdown: MarkdownIt) => void;
  // oxlint-disable-next-line import/no-default-export
  export default plugin;
}
