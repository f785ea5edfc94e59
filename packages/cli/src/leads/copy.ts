import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvReader, type CsvRecord, type HelperColumn, HelperCsv } from '@skiptrace/csv';
import { type LeadKey, leadKey } from './lead-key.js';
import type { Leads } from './inspect.js';

/** What of a lead file the copy for the service depends on. */
export type CopiedLeads = Pick<Leads, 'helpers' | 'dialect' | 'property' | 'mapping'>;

/**
 * Writes a copy of a lead file for the service: with the columns it needs and the file has not in front of its own, and with
 * `dedupe` without the rows that ask for an address again.
 */
export async function writeCopy(
  source: string,
  destination: string,
  leads: CopiedLeads,
  { dedupe }: { readonly dedupe: boolean },
  signal?: AbortSignal,
): Promise<void> {
  const { helpers, dialect } = leads;
  const helperHeaders = helpers.flatMap((helper) => helper.sources);
  const key = dedupe ? leadKey(leads) : undefined;
  const headers = [...helperHeaders, ...(key?.headers ?? [])];
  const reader = new CsvReader({ mappedHeaders: headers, delimiter: dialect.delimiter });
  const csv = new HelperCsv(dialect);
  const isNew = firstOnly(key, helperHeaders.length);
  const file = await open(destination, 'wx', 0o600);
  try {
    let headerWritten = false;
    const write = async (records: readonly CsvRecord[]) => {
      if (!headerWritten && reader.header) {
        const names = helpers.map(({ name }) => name);
        await file.writeFile(csv.head(reader.header, names));
        headerWritten = true;
      }
      const kept = records.filter(isNew);
      await file.writeFile(csv.records(kept.map((record) => [record, helperValues(helpers, record.values)])));
    };
    const input = createReadStream(source, signal && { signal });
    for await (const chunk of input) await write(reader.push(chunk as Buffer));
    await write(reader.end());
  } finally {
    await file.close();
  }
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

function helperValues(helpers: readonly HelperColumn[], values: readonly string[]): string[] {
  let at = 0;
  return helpers.map((helper) => {
    const own = values.slice(at, at + helper.sources.length);
    at += helper.sources.length;
    return helper.value(own);
  });
}
