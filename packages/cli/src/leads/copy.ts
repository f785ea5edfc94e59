import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvReader, type CsvRecord, type Dialect, type HelperColumn, HelperCsv } from '@skiptrace/csv';

/** Writes a copy of a lead file for the service, with the columns it needs and the file has not in front of its own. */
export async function writeCopy(
  source: string,
  destination: string,
  helpers: readonly HelperColumn[],
  dialect: Dialect,
): Promise<void> {
  const headers = helpers.flatMap((helper) => helper.sources);
  const reader = new CsvReader({ mappedHeaders: headers, delimiter: dialect.delimiter });
  const csv = new HelperCsv(dialect);
  const file = await open(destination, 'wx', 0o600);
  try {
    let headerWritten = false;
    const write = async (records: readonly CsvRecord[]) => {
      if (!headerWritten && reader.header) {
        await file.writeFile(
          csv.head(
            reader.header,
            helpers.map(({ name }) => name),
          ),
        );
        headerWritten = true;
      }
      await file.writeFile(
        csv.records(records.map((record) => [record, helperValues(helpers, record.values)])),
      );
    };
    for await (const chunk of createReadStream(source)) await write(reader.push(chunk as Buffer));
    await write(reader.end());
  } finally {
    await file.close();
  }
}

function helperValues(helpers: readonly HelperColumn[], values: readonly string[]): string[] {
  let at = 0;
  return helpers.map((helper) => {
    const own = values.slice(at, at + helper.sources.length);
    at += helper.sources.length;
    return helper.value(own);
  });
}
