import { fit, plain } from './text.js';

/** A table of left-aligned columns. On a terminal the last column is shortened; in a pipe nothing is cut. */
export function renderTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const lines = [header, ...rows.map((row) => row.map(plain))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => {
      const cells = line.map((cell, column) =>
        column === line.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
      );
      return `${fit(cells.join('  '), columns)}\n`;
    })
    .join('');
}
