import TurndownService from 'turndown';
import { plainHtml, type PlainHtml } from './plain-html.ts';

/** A part of a page; undefined if it has none. */
export type PartOfPage = (page: PlainHtml) => PlainHtml | undefined;

/** Converts HTML from the web, or a part of it, to markdown: what can be read, without scripts, styles and frames. */
export const htmlToMarkdown = (html: string, part?: PartOfPage): string => {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
  });
  keepTables(turndown);
  numberItems(turndown);
  const page = plainHtml(html);
  const plain = part?.(page) ?? page;
  const title = plain.title?.trim().slice(0, 300);
  const text = turndown.turndown(plain.html);
  const hasHeading = /^# /mu.test(text);
  return title === undefined || title === '' || hasHeading
    ? `${text}\n`
    : `# ${turndown.turndown(title.replaceAll('<', '&lt;'))}\n\n${text}\n`;
};

/** The parts of the DOM that the rules use. */
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
      // Markdown tables need a head: use the first row.
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

/** Rows come in document order. `tables` has those with a row already. */
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

/** The parts of turndown's argument that this rule uses. */
interface ListItem {
  readonly parentNode: List | null;
  readonly nextSibling: unknown;
}

/** Like turndown's own rule, which however searches the whole list for the number of each item. */
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
