import { BlockWriter, type DocumentBlock } from './block-writer.ts';
import { codeBlocks } from './code-blocks.ts';
import { escapeHtml } from './html-text.ts';
import { readRecords, type ValueRecord } from './separated-values.ts';
import { maxBlockElements, maxTableColumns, maxTableRows } from '../../../shared/limits.ts';

const separators: Readonly<Record<string, readonly string[]>> = {
  csv: [',', ';', '\t'],
  tsv: ['\t'],
  tab: ['\t'],
};

/**
 * The values of a data file as a table, the first line as its head, and those beyond the limits as text; undefined for
 * files of another kind, and those that cannot be read as such.
 */
export const tableBlocks = (text: string, language = ''): DocumentBlock[] | undefined => {
  const possible = Object.hasOwn(separators, language) ? separators[language] : undefined;
  if (possible === undefined) return undefined;
  const { records, end } = recordsOf(text, separatorOf(text, possible));
  const [head] = records;
  if (head === undefined) return undefined;
  const rest = text.slice(end).replace(/^\n+/u, '');
  const table = tableOf(records);
  if (rest === '') return [table];
  const firstLine = text.slice(0, text.length - rest.length).split('\n').length;
  const last = firstLine - 1 + rest.replace(/\n$/u, '').split('\n').length;
  return [
    table,
    ...codeBlocks({ text: rest, firstLine, language, info: `${language} ${firstLine}–${last}` }),
  ];
};

/** The one that is most often in the first line. */
const separatorOf = (text: string, possible: readonly string[]): string => {
  const line = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'));
  const counts = possible.map((separator) => line.split(separator).length);
  return possible[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** The records within the limits, and where the last one ends; none if the text has others than values. */
const recordsOf = (
  text: string,
  separator: string,
): { readonly records: readonly ValueRecord[]; readonly end: number } => {
  const records: ValueRecord[] = [];
  let cells = 0;
  let end = 0;
  try {
    for (const record of readRecords(text, separator)) {
      cells += Math.min(record.cells.length, maxTableColumns);
      if (records.length > maxTableRows || cells > maxBlockElements) break;
      records.push(withoutMany(record, separator));
      ({ end } = record);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { records: [], end: 0 };
  }
  return { records, end };
};

/** Values beyond the limit are the text of the last one. */
const withoutMany = (record: ValueRecord, separator: string): ValueRecord =>
  record.cells.length <= maxTableColumns
    ? record
    : {
        ...record,
        cells: [
          ...record.cells.slice(0, maxTableColumns - 1),
          record.cells.slice(maxTableColumns - 1).join(separator),
        ],
      };

/** A table like those of markdown. */
const tableOf = ([head, ...rows]: readonly ValueRecord[]): DocumentBlock => {
  const startLine = head?.startLine ?? 1;
  const last = rows.at(-1) ?? head;
  const writer = new BlockWriter(startLine);
  writer.write(`<table data-line="${startLine}">\n<thead>\n`);
  if (head !== undefined) writeRow(writer, 'th', head);
  writer.write('</thead>\n');
  if (rows.length > 0) {
    writer.write('<tbody>\n');
    for (const row of rows) writeRow(writer, 'td', row);
    writer.write('</tbody>\n');
  }
  writer.write('</table>');
  const endLine = (last?.startLine ?? 1) + (last?.cells ?? []).reduce(addBreaks, 0);
  return { kind: 'table', startLine, endLine, ...writer.finish() };
};

const writeRow = (
  writer: BlockWriter,
  tag: 'th' | 'td',
  { cells, startLine }: ValueRecord,
): void => {
  writer.write(`<tr data-line="${startLine}">\n`);
  let line = startLine;
  for (const cell of cells) {
    writer.mark(line);
    writer.write(`<${tag}>${escapeHtml(cell)}</${tag}>`);
    line = addBreaks(line, cell);
    writer.write('\n');
  }
  writer.write('</tr>\n');
};

const addBreaks = (lines: number, cell: string): number => lines + cell.split('\n').length - 1;
