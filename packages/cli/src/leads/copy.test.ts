import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Encoding } from '@skiptrace/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostsOfThisFile } from '../testing/with-host.js';
import { writeCopy } from './copy.js';
import { cutHelperColumns } from './cut.js';
import { encode, type HelperColumn } from './helpers.js';

const newHost = hostsOfThisFile();
const state: HelperColumn = { field: 'state', name: 'skiptrace state', sources: [], value: () => 'FL' };
const street: HelperColumn = {
  field: 'address',
  name: 'skiptrace address',
  sources: ['No', 'Street'],
  value: (parts) => parts.filter(Boolean).join(' '),
};

async function copyOf(text: Buffer, helpers: HelperColumn[], delimiter = ',', encoding: Encoding = 'utf-8') {
  const { cwd } = newHost();
  const [source, copy, result] = ['source.csv', 'copy.csv', 'result.csv'].map((name) =>
    path.join(cwd, name),
  ) as [string, string, string];
  writeFileSync(source, text);
  await writeCopy(source, copy, helpers, { delimiter, encoding });
  await cutHelperColumns(copy, { path: result }, { count: helpers.length, delimiter });
  return { copy: readFileSync(copy), result: readFileSync(result) };
}

describe('the temporary copy for the service', () => {
  it('has the helper columns in front and every original byte behind them', async () => {
    const { copy } = await copyOf(
      Buffer.from('\ufeffNo,Street,City\r\n12,Oak St,"Mesa, AZ"\r\n\r\n7,,Reno'),
      [street, state],
    );
    expect(copy.toString()).toBe(
      '\ufeffskiptrace address,skiptrace state,No,Street,City\r\n12 Oak St,FL,12,Oak St,"Mesa, AZ"\r\n\r\n7,FL,7,,Reno',
    );
  });

  it('quotes what it builds where that is needed', async () => {
    const { copy } = await copyOf(Buffer.from('No,Street\n"1,5","Oak ""A"" St"\n'), [street]);
    expect(copy.toString()).toBe('skiptrace address,No,Street\n"1,5 Oak ""A"" St","1,5","Oak ""A"" St"\n');
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)('keeps %s', async (encoding) => {
    const bytes = (text: string) =>
      encoding === 'windows-1252'
        ? Buffer.from(text, 'latin1')
        : encode(encoding === 'utf-8' ? text : `\ufeff${text}`, encoding);
    const original = bytes('No;Street\n12;Peña Blvd\n');
    const { copy, result } = await copyOf(original, [street], ';', encoding);
    expect(copy).toEqual(bytes('skiptrace address;No;Street\n12 Peña Blvd;12;Peña Blvd\n'));
    expect(result).toEqual(original);
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
