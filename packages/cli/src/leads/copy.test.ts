import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeFile as writeFileAsync } from 'node:fs/promises';
import { type HelperColumn, mapHeaders, openCsv, propertyColumns } from '@skiptrace/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostsOfThisFile } from '../testing/with-host.js';
import { writeCopy } from './copy.js';
import { withoutHelpers } from './cut.js';

const newHost = hostsOfThisFile();
const state: HelperColumn = { field: 'state', name: 'skiptrace state', sources: [], value: () => 'FL' };
const street: HelperColumn = {
  field: 'address',
  name: 'skiptrace address',
  sources: ['No', 'Street'],
  value: (parts) => parts.filter(Boolean).join(' '),
};

async function copyOf(text: Buffer, helpers: HelperColumn[]) {
  const { cwd } = newHost();
  const source = path.join(cwd, 'source.csv');
  const copy = path.join(cwd, 'copy.csv');
  const result = path.join(cwd, 'result.csv');
  writeFileSync(source, text);
  const dialect = openCsv(text, ['No', 'Street'], true)?.dialect;
  if (!dialect) throw new Error('the test file has no header');
  const mapping = mapHeaders(['No', 'Street'], {});
  const leads = { helpers, dialect, mapping, property: propertyColumns(mapping) };
  await writeCopy(source, copy, leads, { dedupe: false });
  const shape = { count: helpers.length, delimiter: dialect.delimiter };
  await writeFileAsync(result, withoutHelpers(copy, shape));
  return { copy: readFileSync(copy), result: readFileSync(result) };
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
