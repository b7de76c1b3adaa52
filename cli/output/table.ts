import { plainLine } from './plain-text.ts';
import { textWidth, truncate } from './text-width.ts';

interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string;
  /** Shortened first where the terminal is too narrow. */
  readonly canShrink?: boolean;
}

interface TableOptions<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Cells of the terminal; undefined where the output is no terminal: nothing is shortened then. */
  readonly width: number | undefined;
}

const gap = '  ';
const narrowest = 8;

/** Rows below aligned titles; the cells are stripped of control sequences. One line each, with a newline at its end. */
export const formatTable = <Row>({ columns, rows, width }: TableOptions<Row>): string => {
  const cells = rows.map((row) => columns.map((column) => plainLine(column.value(row))));
  const natural = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => textWidth(line[index] ?? ''))),
  );
  const widths = width === undefined ? natural : shrink(natural, columns, width);
  const lines = [columns.map((column) => column.title), ...cells];
  return lines.map((line) => `${formatLine(line, widths)}\n`).join('');
};

const shrink = (
  natural: readonly number[],
  columns: readonly { canShrink?: boolean }[],
  width: number,
): number[] => {
  const widths = [...natural];
  let excess = sum(widths) + gap.length * (widths.length - 1) - width;
  columns.forEach((column, index) => {
    const wanted = widths[index] ?? 0;
    if (column.canShrink !== true || excess <= 0) return;
    const given = Math.min(excess, Math.max(0, wanted - narrowest));
    widths[index] = wanted - given;
    excess -= given;
  });
  return widths;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const formatLine = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => {
      const shown = truncate(cell, widths[index] ?? 0);
      return shown + ' '.repeat(Math.max(0, (widths[index] ?? 0) - textWidth(shown)));
    })
    .join(gap)
    .trimEnd();
