import TurndownService from 'turndown';

/** HTML of the web as markdown: what can be read of it, without scripts, styles and frames. */
export const htmlToMarkdown = (html: string): string => {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  turndown.remove(['script', 'style', 'noscript', 'iframe', 'object', 'template', 'title']);
  keepTables(turndown);
  const title = /<title[^>]*>([^<]{1,300})<\/title>/iu.exec(html)?.[1]?.trim();
  const text = turndown.turndown(html);
  const hasHeading = /^# /mu.test(text);
  return title === undefined || title === '' || hasHeading
    ? `${text}\n`
    : `# ${turndown.turndown(title)}\n\n${text}\n`;
};

/** The part of the DOM that the rules look at. */
interface Row {
  readonly parentNode: (Row & { querySelector?: (selector: string) => unknown }) | null;
  readonly nodeName: string;
  readonly children?: ArrayLike<unknown>;
}

const keepTables = (turndown: TurndownService): void => {
  turndown.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll(/\s+/gu, ' ')
        .replaceAll('|', String.raw`\|`)} |`,
  });
  turndown.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const row = node as unknown as Row;
      // Markdown has no table without a head: the first row is it.
      const rule = isFirstRow(row) ? `\n|${' --- |'.repeat(row.children?.length ?? 1)}` : '';
      return `\n|${content}${rule}`;
    },
  });
  turndown.addRule('row group', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: (content) => content,
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
};

const isFirstRow = (row: Row): boolean => {
  let table = row.parentNode;
  while (table !== null && table.nodeName !== 'TABLE') table = table.parentNode;
  return table?.querySelector?.('tr') === row;
};
