import { tableOf } from '../headers/table.js';
import { CsvInputError } from '../errors.js';
import { mapHeaders } from '../headers/map-headers.js';
import type { MapOptions } from '../headers/mapping.js';
import { propertyColumns } from '../headers/address-columns.js';
import { isSentinel } from '../values/sentinel.js';
import { sampleCsv } from '../records/sample.js';

/** More rows than this do not raise a sheet's score. */
const ENOUGH_ROWS = 50;
/** A sheet with recognized address columns goes before one with as many rows but without them. */
const TELLS = 100;

/**
 * Score of the head of a sheet as a list of properties: 0 if it is not one. The sheet with the highest score
 * is opened; a summary or a page of notes has none.
 */
export function listScore(head: Uint8Array, purpose: NonNullable<MapOptions['purpose']> = 'leads'): number {
  try {
    const sample = sampleCsv(head, true);
    if (sample === undefined) return 0;
    const { names, rows } = tableOf(sample);
    const mapping = mapHeaders(names, { samples: rows, purpose });
    const columns = propertyColumns(mapping);
    const places = columns.headers.map((name) => names.indexOf(name));
    const addresses = rows.filter(
      (row) => !isSentinel(columns.read(places.map((at) => row[at] ?? '')).address),
    ).length;
    return (mapping.errors.length === 0 ? TELLS : 0) + Math.min(ENOUGH_ROWS, addresses);
  } catch (error) {
    // Not a table at all.
    if (error instanceof CsvInputError) return 0;
    throw error;
  }
}
