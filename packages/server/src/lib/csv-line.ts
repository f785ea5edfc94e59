import { writtenCell } from '@skiptrace/csv';

/** A line of a CSV file (RFC 4180 §2). */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => writtenCell(cell, ',')).join(',')}\r\n`;
