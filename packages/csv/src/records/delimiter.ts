import { findColumn } from './columns.js';
import { DELIMITERS } from './dialect.js';
import { cellCounts, readRecord, type Head, type HeadRecord, type Place } from './head.js';
import { ScanError } from './scanner.js';

export interface DividedHeader {
  readonly delimiter: string;
  readonly record: HeadRecord;
}

/**
 * The header at `place`, divided by the delimiter that fits: the first of comma, semicolon, tab and pipe with
 * which all mapped headers are found, else (none mapped, or none found) the one that divides the first
 * records best. Undefined if the header continues after the head.
 * @throws ScanError if it cannot be read with any delimiter
 */
export function divideHeader(
  head: Head,
  place: Place,
  mappedHeaders: readonly string[],
  known: string | undefined,
): DividedHeader | undefined {
  const readable: DividedHeader[] = [];
  let problem: ScanError | undefined;
  for (const delimiter of known === undefined ? DELIMITERS : [known]) {
    let record: HeadRecord | undefined;
    try {
      record = readRecord(head, place, delimiter);
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      problem ??= error;
      continue;
    }
    if (record === undefined) return undefined;
    if (mappedHeaders.length > 0 && holdsAll(record.cells, mappedHeaders)) return { delimiter, record };
    readable.push({ delimiter, record });
  }
  const best = bestDivision(head, readable);
  if (best === undefined) throw problem ?? new ScanError('unclosed_quote', place.line);
  return best;
}

function holdsAll(header: readonly string[], names: readonly string[]): boolean {
  return names.every((name) => findColumn(header, name) !== 'missing');
}

/** Number of records after the header that the guess uses. */
const SAMPLE_RECORDS = 20;

function bestDivision(head: Head, readable: readonly DividedHeader[]): DividedHeader | undefined {
  // If no delimiter divides the header, the file has one column.
  let [best] = readable;
  let bestScore = 0;
  for (const division of readable) {
    const score = scoreOf(head, division);
    if (score > bestScore) {
      best = division;
      bestScore = score;
    }
  }
  return best;
}

/** Fewest columns of a table below a title; with fewer, its records may be lines of text. */
const COLUMNS_BELOW_TITLE = 3;
/** Share of the records below a title; the next lines may be a part of it. */
const MOST_RECORDS = 0.7;

function scoreOf(head: Head, { delimiter, record: { cells, next } }: DividedHeader): number {
  const counts = cellCounts(head, next, delimiter, SAMPLE_RECORDS).filter((count) => count > 0);
  const share = (columns: number): number =>
    counts.length === 0 ? 1 : counts.filter((count) => count === columns).length / counts.length;
  // Agreement of the records counts more than the number of columns, but not alone: records may be ragged.
  const asHeader = cells.length > 1 ? cells.length * (0.25 + 0.75 * share(cells.length)) : 0;
  const widest = Math.max(0, ...counts);
  const isTitle = delimiter !== ',' && cells.length < widest;
  return isTitle && widest >= COLUMNS_BELOW_TITLE && share(widest) >= MOST_RECORDS
    ? Math.max(asHeader, widest * share(widest))
    : asHeader;
}
