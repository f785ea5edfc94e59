/** Changed cells of rejected rows: line → column, from 0 → new text. */
export type Edits = Readonly<Record<number, Readonly<Record<string, string>>>>;

/** The edits after a cell was typed in. A row with its original texts is not edited. */
export function withCell(
  edits: Edits,
  { line, cells }: { line: number; cells: readonly string[] },
  column: number,
  text: string,
): Edits {
  const { [line]: before = {}, ...others } = edits;
  const { [column]: _, ...kept } = before;
  const row = text === (cells[column] ?? '') ? kept : { ...kept, [column]: text };
  return Object.keys(row).length === 0 ? others : { ...others, [line]: row };
}

/** The rows to send, in the order of the file. */
export const changesOf = (edits: Edits) =>
  Object.entries(edits)
    .map(([line, cells]) => ({ line: Number(line), cells }))
    .sort((a, b) => a.line - b.line);

/** Indexes of the columns that the import reads; every column if the file maps none. */
export function readColumns(headers: readonly string[], read: readonly string[]): number[] {
  const all = headers.map((_, at) => at);
  const known = all.filter((at) => read.includes(headers[at] ?? ''));
  return known.length === 0 ? all : known;
}
