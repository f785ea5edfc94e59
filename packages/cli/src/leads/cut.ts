import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { CsvReader } from '@skiptrace/csv';
import type { HelperShape } from './helpers.js';

/** Writes the enriched file without the helper columns in front of every record: `.part`, synced, renamed. */
export async function cutHelperColumns(
  whole: string,
  target: { readonly path: string },
  { count, delimiter }: HelperShape,
): Promise<void> {
  const part = `${target.path}.part`;
  const reader = new CsvReader({ mappedHeaders: () => [], delimiter });
  const unit = () => (reader.dialect?.encoding.startsWith('utf-16') ? 2 : 1);
  const file = await open(part, 'w');
  try {
    let headerWritten = false;
    const write = async (records: readonly { bytes: Uint8Array; lineEnd: Uint8Array; blank: boolean }[]) => {
      const parts: Uint8Array[] = [];
      if (!headerWritten && reader.header) {
        const { preamble, bytes, lineEnd } = reader.header;
        parts.push(
          preamble,
          afterCells(bytes, count, delimiter, unit(), reader.dialect?.encoding === 'utf-16be'),
          lineEnd,
        );
        headerWritten = true;
      }
      for (const { bytes, lineEnd, blank } of records) {
        const own = blank
          ? bytes
          : afterCells(bytes, count, delimiter, unit(), reader.dialect?.encoding === 'utf-16be');
        parts.push(own, lineEnd);
      }
      if (parts.length > 0) await file.writeFile(Buffer.concat(parts));
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
  await rename(part, target.path);
}

/** What follows the first `count` cells and their delimiters. The cells are ours: quoted whole or not at all. */
export function afterCells(
  bytes: Uint8Array,
  count: number,
  delimiter: string,
  unit: 1 | 2,
  bigEndian: boolean,
): Uint8Array {
  const mark = delimiter.charCodeAt(0);
  const low = unit === 2 && bigEndian ? 1 : 0;
  let left = count;
  let quoted = false;
  for (let at = 0; at < bytes.length; at += unit) {
    if (unit === 2 && bytes[at + 1 - low] !== 0) continue;
    const code = bytes[at + low];
    if (code === 0x22) quoted = !quoted;
    else if (code === mark && !quoted && --left === 0) return bytes.subarray(at + unit);
  }
  return bytes.subarray(bytes.length);
}
