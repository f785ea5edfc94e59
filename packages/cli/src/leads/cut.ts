import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { CsvReader, type CsvRecord, withoutHelperCells } from '@skiptrace/csv';

/** What has to be known of the helper columns to cut them off again. */
export interface HelperShape {
  readonly count: number;
  readonly delimiter: string;
}

/** Writes the enriched file without the helper cells in front of every record: `.part`, synced, renamed. */
export async function cutHelperColumns(
  whole: string,
  destination: string,
  { count, delimiter }: HelperShape,
): Promise<void> {
  const part = `${destination}.part`;
  const reader = new CsvReader({ mappedHeaders: () => [], delimiter });
  const file = await open(part, 'w');
  try {
    let headerWritten = false;
    const write = async (records: readonly CsvRecord[]) => {
      const { dialect, header } = reader;
      if (!dialect || !header) return;
      const parts: Uint8Array[] = [];
      if (!headerWritten) {
        parts.push(header.preamble, withoutHelperCells(header.bytes, count, dialect), header.lineEnd);
        headerWritten = true;
      }
      for (const { bytes, lineEnd, blank } of records) {
        parts.push(blank ? bytes : withoutHelperCells(bytes, count, dialect), lineEnd);
      }
      await file.writeFile(Buffer.concat(parts));
    };
    for await (const chunk of createReadStream(whole)) await write(reader.push(chunk as Buffer));
    await write(reader.end());
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(part, { force: true });
    throw error;
  }
  await file.close();
  await rename(part, destination);
}
