import { parseAddress, standardize } from '@skiptrace/address';
import type { EnrichedRow } from '@skiptrace/csv/leads';

/**
 * The street address on file if a row's own has words that are not in it: a misspelled street, another suffix. Null if the row
 * only abbreviates it or leaves something out.
 */
export function correctedTo(row: EnrichedRow['property'], onFile: string): string | null {
  const wordsOf = (address: string) => standardize(parseAddress({ ...row, address })).line.split(' ');
  const known = new Set(wordsOf(onFile));
  return wordsOf(row.address).every((word) => known.has(word)) ? null : onFile;
}
