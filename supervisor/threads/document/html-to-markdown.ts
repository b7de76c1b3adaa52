import TurndownService from 'turndown';
import { plainHtml } from './plain-html.ts';

/** HTML of the web as markdown: what can be read of it, without scripts, styles and frames. */
export const htmlToMarkdown = (html: string): string => {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  keepTables(turndown);
  numberItems(turndown);
  const plain = plainHtml(html);
  const title = plain.title?.trim().slice(0, 300);
  const text = turndown.turndown(plain.html);
  const hasHeading = /^# /mu.test(text);
  return title === undefined || title === '' || hasHeading
    ? `${text}\n`
    : `# ${turndown.turndown(title.replaceAll('<', '&lt;'))}\n\n${text}\n`;
};

/** The part of the DOM that the rules look at. */
interface Row {
  readonly parentNode: Row | null;
  readonly nodeName: string;
  readonly children?: ArrayLike<unknown>;
}

const keepTables = (turndown: TurndownService): void => {
  const tables = new WeakSet<Row>();
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
      const rule = isFirstRow(row, tables)
        ? `\n|${' --- |'.repeat(row.children?.length ?? 1)}`
        : '';
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

/** Rows come in the order of the document. `tables` are those of which one came already. */
const isFirstRow = (row: Row, tables: WeakSet<Row>): boolean => {
  let table = row.parentNode;
  while (table !== null && table.nodeName !== 'TABLE') table = table.parentNode;
  if (table === null || tables.has(table)) return false;
  tables.add(table);
  return true;
};

interface List {
  readonly nodeName: string;
  readonly getAttribute: (name: string) => string | null;
}

/** What a rule of turndown's is given, as far as this one reads it. */
interface ListItem {
  readonly parentNode: List | null;
  readonly nextSibling: unknown;
}

/** As turndown itself has it, but for the number, for which it looks through the whole list with each item. */
const numberItems = (turndown: TurndownService): void => {
  const numbers = new WeakMap<object, number>();
  turndown.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const { parentNode: list, nextSibling } = node as unknown as ListItem;
      let mark = '-   ';
      if (list?.nodeName === 'OL') {
        const start = Number.parseInt(list.getAttribute('start') ?? '1', 10);
        const number = numbers.get(list) ?? (Number.isNaN(start) ? 1 : start);
        numbers.set(list, number + 1);
        mark = `${number}.  `;
      }
      const text = content.replace(/^\n+/u, '').trimEnd();
      const end = content.endsWith('\n') ? '\n' : '';
      const lines = `${text}${end}`.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
      return `${mark}${lines}${nextSibling === null ? '' : '\n'}`;
    },
  });
};
