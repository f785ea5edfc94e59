import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvReader, type CsvRecord, type Dialect } from '@skiptrace/csv';
import { encode, encodeCell, type HelperColumn } from './helpers.js';

/**
 * Writes a copy of a lead file with helper columns in front. In front, because a record that is shorter or longer than the
 * header would put cells added behind it under the wrong name; the original bytes follow untouched.
 */
export async function writeCopy(
  source: string,
  destination: string,
  helpers: readonly HelperColumn[],
  dialect: Pick<Dialect, 'delimiter' | 'encoding'>,
): Promise<void> {
  const { delimiter, encoding } = dialect;
  const headers = helpers.flatMap((helper) => helper.sources);
  const reader = new CsvReader({ mappedHeaders: headers, delimiter });
  const separator = encode(delimiter, encoding);
  const cells = (values: readonly string[]) =>
    values.flatMap((value) => [encodeCell(value, delimiter, encoding), separator]);

  const file = await open(destination, 'wx', 0o600);
  try {
    let headerWritten = false;
    const write = async (records: readonly CsvRecord[]) => {
      const parts: Uint8Array[] = [];
      if (!headerWritten && reader.header) {
        const { preamble, bytes, lineEnd } = reader.header;
        parts.push(preamble, ...cells(helpers.map(({ name }) => name)), bytes, lineEnd);
        headerWritten = true;
      }
      for (const record of records) {
        if (!record.blank) parts.push(...cells(helperValues(helpers, record.values)));
        parts.push(record.bytes, record.lineEnd);
      }
      if (parts.length > 0) await file.writeFile(Buffer.concat(parts));
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
