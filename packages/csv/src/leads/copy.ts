import type { HelperColumn } from '../helpers/helper-columns.js';
import { HelperCsv } from '../helpers/helper-csv.js';
import { CsvReader } from '../records/reader.js';
import type { CsvRecord } from '../records/record.js';
import type { ByteSource } from '../source/byte-source.js';
import type { Leads } from './inspect.js';
import { type LeadKey, leadKey } from './lead-key.js';

/** What of a lead file the copy for the service depends on. */
export type CopiedLeads = Pick<Leads, 'helpers' | 'dialect' | 'property' | 'mapping'>;

/**
 * A copy of a lead file for the service: with the columns it needs and the file has not in front of its own, and with
 * `dedupe` without the rows that ask for an address again.
 */
export async function* copyForService(
  source: ByteSource,
  leads: CopiedLeads,
  { dedupe }: { readonly dedupe: boolean },
): AsyncGenerator<Uint8Array> {
  const { helpers, dialect } = leads;
  const helperHeaders = helpers.flatMap((helper) => helper.sources);
  const key = dedupe ? leadKey(leads) : undefined;
  const headers = [...helperHeaders, ...(key?.headers ?? [])];
  const reader = new CsvReader({ mappedHeaders: headers, delimiter: dialect.delimiter });
  const csv = new HelperCsv(dialect);
  const isNew = firstOnly(key, helperHeaders.length);
  let headerWritten = false;
  const written = function* (records: readonly CsvRecord[]) {
    if (!headerWritten && reader.header) {
      yield csv.head(
        reader.header,
        helpers.map(({ name }) => name),
      );
      headerWritten = true;
    }
    const kept = records.filter(isNew);
    yield csv.records(kept.map((record) => [record, helperValues(helpers, record.values)]));
  };
  for await (const chunk of source.read()) yield* written(reader.push(chunk));
  yield* written(reader.end());
}

function firstOnly(key: LeadKey | undefined, from: number): (record: CsvRecord) => boolean {
  if (!key) return () => true;
  const seen = new Set<string>();
  return ({ blank, values }) => {
    if (blank) return false;
    const name = key.of(values.slice(from));
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  };
}

/** The cells of the helper columns of a row, from the cells of all their sources. */
export function helperValues(helpers: readonly HelperColumn[], values: readonly string[]): string[] {
  let at = 0;
  return helpers.map((helper) => {
    const own = values.slice(at, at + helper.sources.length);
    at += helper.sources.length;
    return helper.value(own);
  });
}
