import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX_HEAD_BYTES } from '../records/dialect.js';
import { suggestMapping, type SuggestOptions } from './suggest-mapping.js';

const suggest = (text: string, options?: SuggestOptions) =>
  suggestMapping(new TextEncoder().encode(text), options);

describe('the mapping of a file that is sent unchanged', () => {
  it('names a column for each field', () => {
    expect(
      suggest('Owner,Property Address,City,ST,Zip\nA,12 Oak St,Reno,NV,89501\n', {
        overrides: { state: 'ST' },
      }),
    ).toMatchObject({
      ok: true,
      columnMapping: { address: 'Property Address', city: 'City', state: 'ST', zip: 'Zip' },
      warnings: [],
    });
  });

  it('names one column four times for one-line addresses', () => {
    const line = 'Property Address';
    expect(suggest(`Id,${line}\n1,"12 Oak St, Reno, NV 89501"\n`)).toMatchObject({
      ok: true,
      columnMapping: { address: line, city: line, state: line, zip: line },
    });
  });

  it('reads a head that ends within a row, and one in UTF-16', () => {
    const rows = '12 Oak St,Reno,NV,89501\n'.repeat(MAX_HEAD_BYTES / 20);
    const whole = new TextEncoder().encode(`Address,City,State,Zip\n${rows}`);
    expect(suggestMapping(whole.subarray(0, MAX_HEAD_BYTES))).toMatchObject({ ok: true });
    const wide = Buffer.from('\ufeffAddress\tCity\tState\tZip\n12 Oak St\tReno\tNV\t89501\n', 'utf16le');
    expect(suggestMapping(wide)).toMatchObject({ ok: true, columnMapping: { zip: 'Zip' } });
  });

  it.each([
    ['no_header', '12 Oak St,Reno,NV,89501\n'],
    ['no_property_address', 'Name,Zip\nA,89501\n'],
    ['no_location', 'Address,City\n12 Oak St,Reno\n'],
    ['needs_a_copy', 'Address,Zip\n12 Oak St,89501\n'],
    ['needs_a_copy', 'House Number,Street Name,City,State,Zip\n12,Oak St,Reno,NV,89501\n'],
    ['needs_a_copy', 'Address,Unit,City,State,Zip\n12 Oak St,4,Reno,NV,89501\n'],
    ['ambiguous', 'Property Address,Situs Address,Zip\na,b,89501\n'],
    ['empty', ''],
    ['not_text', 'PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['unclosed_quote', '"Address,Zip\n'],
  ])('is refused with a reason: %s', (code, text) => {
    const found = suggest(text);
    expect(found).toMatchObject({ ok: false, reasons: [{ code }] });
    if (!found.ok) expect(found.reasons.every(({ message }) => /\.$/.test(message))).toBe(true);
  });

  it.each(['propstream-like', 'batchleads-like', 'dealmachine-like', 'xleads-like', 'simple'])(
    '%s: an answer either way, never an exception',
    (name) => {
      const file = readFileSync(new URL(`../../fixtures/${name}.csv`, import.meta.url));
      const found = suggestMapping(file);
      if (!found.ok) expect(found.reasons).toMatchObject([{ code: 'needs_a_copy' }]);
    },
  );
});
