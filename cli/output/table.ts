import { isPlainLine, plainLine } from './plain-text.ts';
import { textWidth, truncate } from './text-width.ts';

interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Truncated first if the terminal is too narrow. */
  readonly canShrink?: boolean;
}

interface TableOptions<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Width of the terminal in cells; undefined if the output is not a terminal, where nothing is truncated. */
  readonly width: number | undefined;
}

const gap = '  ';
const narrowest = 8;

interface Cell {
  readonly text: string;
  /** In terminal cells. */
  readonly width: number;
}

const cellOf = (value: string): Cell => {
  if (isPlainLine(value)) return { text: value, width: value.length };
  const text = plainLine(value);
  return { text, width: textWidth(text) };
};

/** Formats rows under aligned titles, stripped of control sequences. Each line ends with a newline. */
export const formatTable = <Row>({ columns, rows, width }: TableOptions<Row>): string => {
  const lines = [columns.map(({ title }) => cellOf(title))];
  for (const row of rows) lines.push(columns.map(({ value }) => cellOf(value(row))));
  const widths = columns.map((_, index) =>
    lines.reduce((widest, line) => Math.max(widest, line[index]?.width ?? 0), 0),
  );
  if (width !== undefined) shrink(widths, columns, width);
  return lines.map((line) => formatLine(line, widths)).join('');
};

const shrink = (
  widths: number[],
  columns: readonly { canShrink?: boolean }[],
  width: number,
): void => {
  let excess = widths.reduce((a, b) => a + b, 0) + gap.length * (widths.length - 1) - width;
  columns.forEach((column, index) => {
    const wanted = widths[index] ?? 0;
    if (column.canShrink !== true || excess <= 0) return;
    const given = Math.min(excess, Math.max(0, wanted - narrowest));
    widths[index] = wanted - given;
    excess -= given;
  });
};

const formatLine = (cells: readonly Cell[], widths: readonly number[]): string => {
  let line = '';
  cells.forEach((cell, index) => {
    const width = widths[index] ?? 0;
    const shown = cell.width > width ? cellOf(truncate(cell.text, width)) : cell;
    const isLast = index === cells.length - 1;
    line += isLast ? shown.text : shown.text + ' '.repeat(width - shown.width) + gap;
  });
  return `${line.trimEnd()}\n`;
};

/** Formats named values one per line, aligned; undefined ones are left out. */
export const formatFields = (fields: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  const width = Math.max(...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${plainLine(value)}\n`).join('');
};
