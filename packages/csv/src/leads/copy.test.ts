import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapHeaders } from '../headers/map-headers.js';
import { propertyColumns } from '../helpers/address-columns.js';
import type { HelperColumn } from '../helpers/helper-columns.js';
import { openCsv } from '../records/open.js';
import { blobSource } from '../source/byte-source.js';
import { copyForService } from './copy.js';
import { withoutHelpers } from './cut.js';

const sourceOf = (bytes: Buffer) => blobSource(new Blob([Uint8Array.from(bytes)]));
const state: HelperColumn = { field: 'state', name: 'skiptrace state', sources: [], value: () => 'FL' };
const street: HelperColumn = {
  field: 'address',
  name: 'skiptrace address',
  sources: ['No', 'Street'],
  value: (parts) => parts.filter(Boolean).join(' '),
};

async function copyOf(text: Buffer, helpers: HelperColumn[]) {
  const dialect = openCsv(text, ['No', 'Street'], true)?.dialect;
  if (!dialect) throw new Error('the test file has no header');
  const mapping = mapHeaders(['No', 'Street'], {});
  const leads = { helpers, dialect, mapping, property: propertyColumns(mapping) };
  const copy = await buffer(copyForService(sourceOf(text), leads, { dedupe: false }));
  const shape = { count: helpers.length, delimiter: dialect.delimiter };
  return { copy, result: await buffer(withoutHelpers(sourceOf(copy), shape)) };
}

describe('the temporary copy for the service', () => {
  it('has the helper columns in front and every original byte behind them', async () => {
    const { copy, result } = await copyOf(
      Buffer.from('\ufeffNo,Street,City\r\n12,Oak St,"Mesa, AZ"\r\n\r\n7,,Reno'),
      [street, state],
    );
    expect(copy.toString()).toBe(
      '\ufeffskiptrace address,skiptrace state,No,Street,City\r\n12 Oak St,FL,12,Oak St,"Mesa, AZ"\r\n\r\n7,FL,7,,Reno',
    );
    expect(result.toString()).toBe('\ufeffNo,Street,City\r\n12,Oak St,"Mesa, AZ"\r\n\r\n7,,Reno');
  });

  it('cuts back to the original in UTF-16', async () => {
    const text = Buffer.from('\ufeffNo;Street\n12;Peña Blvd\n', 'utf16le');
    const { copy, result } = await copyOf(text, [street]);
    expect(copy.toString('utf16le')).toBe('\ufeffskiptrace address;No;Street\n12 Peña Blvd;12;Peña Blvd\n');
    expect(result).toEqual(text);
  });

  it('cuts back to the original, byte for byte, whatever the cells hold', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', '\r\n', 'é', '=') });
    const written = cell.map((value) =>
      /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value,
    );
    const record = fc.array(written, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','));
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
        const text = Buffer.from(`No,Street\r\n${records.join('\r\n')}\r\n1,x\r\n`);
        expect((await copyOf(text, [street, state])).result.toString()).toBe(text.toString());
      }),
      { numRuns: 60 },
    );
  });
});
