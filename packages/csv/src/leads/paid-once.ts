import type { ByteSource } from '../byte-source.js';
import { propertySources } from '../headers/address-columns.js';
import type { RequiredField } from '../headers/mapping.js';
import type { SuggestedColumns } from '../headers/suggest-mapping.js';
import { type HelperColumn, helperColumns, HelperCsv } from '../helper-csv.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import { REPEATS_COLUMN, type Leads } from './inspect.js';
import { CANNOT_MATCH, IS_ASKED } from './survey.js';

/** The copy of a lead file for the service. */
export interface ServiceCopy {
  /** Column mapping to send when the job is created. */
  readonly columnMapping: SuggestedColumns;
  /** The file to send; undefined if the lead file itself can be sent unchanged. */
  readonly csv: AsyncIterable<Uint8Array> | undefined;
}

export interface PaidOnceOptions {
  /** Look each property up once, even if several rows name it. Default true. */
  readonly dedupe?: boolean;
}

/**
 * The copy of a lead file for the service: the columns that the service needs and the file lacks, then every
 * row with its original bytes. It asks once for each property that can match. A row that repeats a property,
 * or can't match, has an empty address in the copy, which costs nothing; a repeating row names, in a column
 * in front, the row above with the property. `restored` makes the result whole from the service's file alone,
 * on any machine.
 * @param source the file that `leads` were read from
 */
export function paidOnce(
  source: ByteSource,
  leads: Leads,
  { dedupe = true }: PaidOnceOptions = {},
): ServiceCopy {
  const { columnMapping, header, repeated, unmatchable, blankAddresses } = leads;
  const isOnce = dedupe && repeated > 0;
  const helpers = isOnce || unmatchable > blankAddresses ? withAddress(leads) : leads.helpers;
  if (helpers.length === 0) return { columnMapping, csv: undefined };
  const address = helpers.find(isAddress);
  return {
    columnMapping: { ...columnMapping, ...(address !== undefined && { address: address.name }) },
    csv: written(source, leads, { helpers, repeatsColumn: isOnce ? freeName(header.names) : undefined }),
  };
}

/** Adds a column for the address, because it is empty in some rows. */
function withAddress({ helpers, mapping, header }: Leads): readonly HelperColumn[] {
  if (helpers.some(isAddress)) return helpers;
  const [address] = helperColumns({ ...mapping, needs: ['address'] }, header.names);
  const own = propertySources(mapping).address;
  return address === undefined ? helpers : [{ ...address, ...own }, ...helpers];
}

interface AddedColumns {
  readonly helpers: readonly HelperColumn[];
  /** Undefined if every row that can match is looked up. */
  readonly repeatsColumn: string | undefined;
}

async function* written(
  source: ByteSource,
  { dialect, asks }: Leads,
  { helpers, repeatsColumn }: AddedColumns,
): AsyncGenerator<Uint8Array> {
  const reader = new CsvReader({
    mappedHeaders: helpers.flatMap(({ sources }) => sources),
    delimiter: dialect.delimiter,
  });
  const csv = new HelperCsv(dialect);
  let row = 0;
  const addedCells = ({ blank, values }: CsvRecord): string[] => {
    if (blank) return [];
    const ask = asks[row++] ?? CANNOT_MATCH;
    const isRepeat = repeatsColumn !== undefined && ask !== IS_ASKED && ask !== CANNOT_MATCH;
    const isAsked = ask !== CANNOT_MATCH && !isRepeat;
    const cells = helperValues(helpers, values).map((cell, at) =>
      isAsked || !isAddress(helpers[at]) ? cell : '',
    );
    return repeatsColumn === undefined ? cells : [isRepeat ? String(ask) : '', ...cells];
  };
  const names = [...(repeatsColumn === undefined ? [] : [repeatsColumn]), ...helpers.map(({ name }) => name)];
  let headerWritten = false;
  const piece = function* (records: readonly CsvRecord[]) {
    if (!headerWritten && reader.header) {
      yield csv.head(reader.header, names);
      headerWritten = true;
    }
    yield csv.records(records.map((record) => [record, addedCells(record)]));
  };
  for await (const chunk of source.read()) yield* piece(reader.push(chunk));
  yield* piece(reader.end());
}

/** The cells of the helper columns of a row, from the cells of all their sources. */
function helperValues(helpers: readonly HelperColumn[], values: readonly string[]): string[] {
  let at = 0;
  return helpers.map((helper) => {
    const own = values.slice(at, at + helper.sources.length);
    at += helper.sources.length;
    return helper.value(own);
  });
}

const isAddress = (helper: HelperColumn | undefined): boolean =>
  helper?.field === ('address' satisfies RequiredField);

function freeName(header: readonly string[]): string {
  const taken = new Set(header.map((name) => name.toLowerCase()));
  let free = REPEATS_COLUMN;
  for (let n = 2; taken.has(free); n++) free = `${REPEATS_COLUMN} ${n}`;
  return free;
}
