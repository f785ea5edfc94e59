import { EnrichedCsv } from '../enriched/enriched-csv.js';
import type { EnrichedOwner } from '../enriched/owner.js';
import { type EnrichedWidths, NO_WIDTHS, widen } from '../enriched/widths.js';
import { CsvReader } from '../records/reader.js';
import type { ByteSource } from '../source/byte-source.js';
import { readOwners } from './enriched-rows.js';
import type { Leads } from './inspect.js';
import { leadKey } from './lead-key.js';

/** The parts of a survey that decide how the result is written. */
type ExpandedLeads = Pick<Leads, 'dialect' | 'header' | 'maxCells' | 'property' | 'mapping'>;

/** An address that is asked for by several rows: the owner the first of them got, for the others. */
interface Shared {
  rowsLeft: number;
  owner: EnrichedOwner | null | undefined;
}

/**
 * The result of a job that was asked for each address once: every row of the lead file as it was, with the owner of its
 * address. `whole` is the service's file, which has the first row of each address in their order.
 */
export async function* expanded(
  source: ByteSource,
  leads: ExpandedLeads,
  whole: ByteSource,
): AsyncGenerator<Uint8Array> {
  const { dialect, header, maxCells } = leads;
  const shared = await sharedAddresses(source, leads);
  const csv = new EnrichedCsv({ dialect, header, widths: await widthsOf(whole, maxCells) });
  const owners = readOwners(whole);
  const key = leadKey(leads);
  yield csv.head();
  for await (const record of recordsOf(source, leads)) {
    if (record.blank) {
      yield csv.record(record, null);
      continue;
    }
    const name = key.of(record.values);
    const known = shared.get(name);
    const owner = known?.owner === undefined ? await next(owners) : known.owner;
    if (known) {
      known.owner = owner;
      // Once the last row has its owner, nobody needs it: memory holds only what is still to come.
      if (--known.rowsLeft === 0) shared.delete(name);
    }
    yield csv.record(record, owner);
  }
}

async function* recordsOf(source: ByteSource, leads: ExpandedLeads) {
  const reader = new CsvReader({
    mappedHeaders: leadKey(leads).headers,
    delimiter: leads.dialect.delimiter,
  });
  for await (const chunk of source.read()) yield* reader.push(chunk);
  yield* reader.end();
}

async function sharedAddresses(source: ByteSource, leads: ExpandedLeads): Promise<Map<string, Shared>> {
  const key = leadKey(leads);
  const shared = new Map<string, Shared>();
  for await (const { blank, values } of recordsOf(source, leads)) {
    if (blank) continue;
    const name = key.of(values);
    const known = shared.get(name);
    if (known) known.rowsLeft++;
    else shared.set(name, { rowsLeft: 1, owner: undefined });
  }
  for (const [name, { rowsLeft }] of shared) if (rowsLeft === 1) shared.delete(name);
  return shared;
}

async function widthsOf(whole: ByteSource, cells: number): Promise<EnrichedWidths> {
  let widths = widen(NO_WIDTHS, { cells, phones: 0, emails: 0 });
  for await (const owner of readOwners(whole)) {
    widths = widen(widths, {
      cells,
      phones: owner?.phones.length ?? 0,
      emails: owner?.emails.length ?? 0,
    });
  }
  return widths;
}

async function next(owners: AsyncGenerator<EnrichedOwner | null>): Promise<EnrichedOwner | null> {
  const { value, done } = await owners.next();
  if (done) throw new TypeError('the file of the service has fewer rows than it was sent');
  return value;
}
