import { EnrichedCsv } from '../enriched/enriched-csv.js';
import type { EnrichedOwner } from '../enriched/owner.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import { joined } from '../source/byte-source.js';
import type { Encoding } from '../text/encoding.js';
import { type AddedBlock, addedHeaders, findAddedBlock, ownerOf } from './added-block.js';
import type { EnrichedRow, PropertyAddress } from './enriched-rows.js';
import { startOfLast } from './restored.js';

/** A row with an owner. */
export interface MatchedRow extends EnrichedRow {
  /** Index of the row, from 0; blank lines and the header don't count. */
  readonly row: number;
  readonly owner: EnrichedOwner;
}

/**
 * The result of a job with other owners in some rows; all else keeps its bytes.
 * @param columns as they were named to the service
 * @param encoding as known at the end of the file
 * @param change is called for rows with an owner and returns the new owner, the same one if nothing changes,
 * or null
 * @throws CsvInputError, NotEnriched
 */
export async function* rewritten(
  result: AsyncIterable<Uint8Array>,
  { address, city, state, zip }: PropertyAddress,
  encoding: Encoding,
  change: (rows: readonly MatchedRow[]) => Promise<readonly (EnrichedOwner | null)[]>,
): AsyncGenerator<Uint8Array> {
  let block: AddedBlock | undefined;
  let csv: EnrichedCsv | undefined;
  let next = 0;
  const reader = new CsvReader({
    mappedHeaders: (names) => {
      block = findAddedBlock(names);
      return [address, city, state, zip, ...addedHeaders(block)];
    },
  });
  const written = async (records: readonly CsvRecord[]): Promise<Uint8Array> => {
    const { dialect, header } = reader;
    const parts: Uint8Array[] = [];
    if (block === undefined || dialect === undefined || header === undefined) return joined(parts);
    const { originalNames, phones, emails } = block;
    const cells = originalNames.length;
    if (csv === undefined) {
      const widths = { phones: phones.length, emails: emails.length, cells };
      csv = new EnrichedCsv({
        dialect: { ...dialect, encoding },
        header: { ...header, names: originalNames },
        widths,
      });
      parts.push(header.preamble, header.bytes, header.lineEnd);
    }
    const rows = new Map<CsvRecord, MatchedRow>();
    for (const record of records) {
      if (record.blank) continue;
      const row = next++;
      const [street = '', town = '', region = '', code = '', ...added] = record.values;
      const owner = ownerOf(added, block);
      const property = { address: street, city: town, state: region, zip: code };
      if (owner !== null) rows.set(record, { row, property, owner });
    }
    const owners = await change([...rows.values()]);
    const changes = new Map([...rows.keys()].map((record, at) => [record, owners[at] ?? null]));
    for (const record of records) {
      const { bytes, lineEnd } = record;
      const owner = changes.get(record);
      if (owner === undefined || owner === rows.get(record)?.owner) parts.push(bytes, lineEnd);
      else {
        const original = bytes.subarray(
          0,
          startOfLast(bytes, header.names.length - cells, { ...dialect, encoding }),
        );
        parts.push(csv.record({ bytes: original, lineEnd, blank: false, cellCount: cells }, owner));
      }
    }
    return joined(parts);
  };
  for await (const chunk of result) yield await written(reader.push(chunk));
  yield await written(reader.end());
}
