import TurndownService from 'turndown';

/** HTML of the web as markdown: what can be read of it, without scripts, styles and forms. */
export const htmlToMarkdown = (html: string): string => {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'object', 'template', 'title']);
  const title = /<title[^>]*>([^<]{1,300})<\/title>/iu.exec(html)?.[1]?.trim();
  const text = turndown.turndown(html);
  const hasHeading = /^# /mu.test(text);
  return title === undefined || title === '' || hasHeading
    ? `${text}\n`
    : `# ${turndown.turndown(title)}\n\n${text}\n`;
};
