import { csvLine, MAX_HEAD_BYTES, safeCell, sampleCsv, unguardedCell } from '@skiptrace/csv';
import type { FileStore } from '../../platform/storage/index.js';
import type { ImportReading } from '../import/import-owners.js';
import { RowCorrectionError, ROW_GONE } from './errors.js';

/** Maximum number of rejected rows shown, and corrected, at once. */
export const MAX_SHOWN_REJECTS = 100;
/** Rows looked through: some of them may have been corrected before. */
const MAX_READ_REJECTS = 10_000;

/** A rejected row of an import. */
export interface RejectedRow {
  /** Line of the imported file. */
  line: number;
  reason: string;
  cells: string[];
}

/** The first rejected rows that were not corrected yet. */
export interface RejectedRows {
  headers: string[];
  rows: RejectedRow[];
  /** How many rows were corrected and imported, or are being imported. */
  corrected: number;
  /** Further rows that wait for a correction. */
  more: number;
}

/** A rejected row with new cells: column, from 0, → text. */
export interface RowCorrection {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** Columns in front of the file's own in a file of rejected rows. */
const [LINE, REASON, FIRST] = [0, 1, 2];

/** The beginning of a file of rejected rows (import/rejects.ts). @throws FileGoneError */
export async function readRejects(
  store: FileStore,
  name: string,
): Promise<{ header: readonly string[]; rows: RejectedRow[] }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await store.read(name, 0, MAX_HEAD_BYTES + 1)) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  const options = { delimiter: ',', maxRows: MAX_READ_REJECTS };
  const sample = sampleCsv(Buffer.concat(chunks), bytes <= MAX_HEAD_BYTES, options);
  return {
    header: sample?.header.names ?? [],
    rows: (sample?.rows ?? []).map((cells) => ({
      line: Number(cells[LINE]),
      reason: cells[REASON] ?? '',
      cells: cells.slice(FIRST).map(unguardedCell),
    })),
  };
}

/**
 * A file of the corrected rows alone, which an import reads like the file of rejected rows.
 * @throws RowCorrectionError
 */
export function correctedFile(
  { header, rows }: { header: readonly string[]; rows: readonly RejectedRow[] },
  rowCorrections: readonly RowCorrection[],
  corrected: ReadonlySet<number>,
): string {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const taken = new Set(corrected);
  const lines = rowCorrections.map(({ line, cells: changed }) => {
    const row = byLine.get(line);
    if (row === undefined || taken.has(line)) throw new RowCorrectionError(ROW_GONE);
    taken.add(line);
    const cells = header.slice(FIRST).map((_, at) => changed[at] ?? row.cells[at] ?? '');
    return csvLine([String(line), row.reason, ...cells.map(safeCell)]);
  });
  return csvLine(header) + lines.join('');
}

/** How the columns of an import were read, beside its rejected rows. */
export async function keptReading(store: FileStore, name: string): Promise<ImportReading> {
  const chunks: Buffer[] = [];
  for await (const chunk of await store.read(name)) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ImportReading;
}
