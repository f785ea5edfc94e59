import type { RequiredField } from '../headers/fields.js';
import { type HelperColumn, helperColumns } from '../helpers/helper-columns.js';
import { propertySources } from '../helpers/address-columns.js';
import type { SuggestedColumns } from '../headers/suggest-mapping.js';
import { HelperCsv } from '../helpers/helper-csv.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import type { ByteSource } from '../source/byte-source.js';
import { helperValues } from './copy.js';
import { REPEATS_COLUMN } from './helper-names.js';
import type { Leads } from './inspect.js';
import { leadKey } from './lead-key.js';

/** The parts of a survey that decide how the copy is written. */
type PaidLeads = Pick<Leads, 'helpers' | 'dialect' | 'header' | 'property' | 'mapping' | 'columnMapping'>;

export interface PaidOnce {
  /** What the service is told. */
  readonly columnMapping: SuggestedColumns;
  readonly csv: AsyncIterable<Uint8Array>;
}

/**
 * A copy of a lead file for the service, in which each property is asked for once and every row stands: of a row that repeats
 * a property the address is left empty, which costs nothing, and a column in front names the row above that has it. The
 * result says by itself how it is made whole, on whatever machine it is downloaded: see `restored`.
 */
export function paidOnce(source: ByteSource, leads: PaidLeads): PaidOnce {
  const helpers = withAddress(leads);
  const name = freeName(leads.header.names);
  const address = helpers.find(({ field }) => field === 'address');
  return {
    columnMapping: { ...leads.columnMapping, ...(address !== undefined && { address: address.name }) },
    csv: written(source, leads, helpers, name),
  };
}

/** The address needs a column of its own, because it is left empty in some rows. */
function withAddress({ helpers, mapping, header }: PaidLeads): readonly HelperColumn[] {
  if (helpers.some(({ field }) => field === 'address')) return helpers;
  const [address] = helperColumns({ ...mapping, needs: ['address'] }, header.names);
  const own = propertySources(mapping).address;
  return address === undefined ? helpers : [{ ...address, ...own }, ...helpers];
}

async function* written(
  source: ByteSource,
  leads: PaidLeads,
  helpers: readonly HelperColumn[],
  repeatsColumn: string,
): AsyncGenerator<Uint8Array> {
  const { dialect } = leads;
  const sources = helpers.flatMap((helper) => helper.sources);
  const key = leadKey(leads);
  const reader = new CsvReader({
    mappedHeaders: [...sources, ...key.headers],
    delimiter: dialect.delimiter,
  });
  const csv = new HelperCsv(dialect);
  const first = new Map<string, number>();
  let row = 1;
  const helperCells = ({ blank, values }: CsvRecord): string[] => {
    if (blank) return [];
    row++;
    const name = key.of(values.slice(sources.length));
    const repeats = first.get(name);
    if (repeats === undefined) first.set(name, row);
    const own = helperValues(helpers, values);
    const cells = repeats === undefined ? own : own.map((cell, at) => (isAddress(helpers[at]) ? '' : cell));
    return [repeats === undefined ? '' : String(repeats), ...cells];
  };
  let headerWritten = false;
  const piece = function* (records: readonly CsvRecord[]) {
    if (!headerWritten && reader.header) {
      yield csv.head(reader.header, [repeatsColumn, ...helpers.map(({ name }) => name)]);
      headerWritten = true;
    }
    yield csv.records(records.map((record) => [record, helperCells(record)]));
  };
  for await (const chunk of source.read()) yield* piece(reader.push(chunk));
  yield* piece(reader.end());
}

const isAddress = (helper: HelperColumn | undefined): boolean =>
  helper?.field === ('address' satisfies RequiredField);

function freeName(header: readonly string[]): string {
  const taken = new Set(header.map((name) => name.toLowerCase()));
  let free = REPEATS_COLUMN;
  for (let n = 2; taken.has(free); n++) free = `${REPEATS_COLUMN} ${n}`;
  return free;
}
