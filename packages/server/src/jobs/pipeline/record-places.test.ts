import { Readable } from 'node:stream';
import { CsvReader } from '@skiptrace/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordPlaces } from './record-places.js';
import { surveyFile } from './survey.js';

const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const never = new AbortController().signal;

const line = fc
  .array(fc.constantFrom('', 'a', 'é', '5" pipe', '"b\r\nc"', '"x, ""y"" z"', '"q"tail'), { maxLength: 6 })
  .map((cells) => cells.join(','));
const body = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { minLength: 1, maxLength: 30 })
  .map((lines) => lines.flat().join(''));

describe('the places of records', () => {
  it('are the same whether they are noted while rows are read or found anew, and cover the part', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (rows) => {
        const bytes = Buffer.from(`Address,City,State,Zip\n1 Elm St,Dayton,OH,45402\n${rows}\nlast`);
        const survey = await surveyFile(Readable.from([bytes]), MAPPING, never);
        const [part] = survey.parts;
        if (part === undefined) throw new Error('a file with rows has a part');
        const content = bytes.subarray(part.start, part.end);
        const reader = new CsvReader({ mappedHeaders: [], opened: survey });
        const records = [...reader.push(content), ...reader.end()];

        const noted = RecordPlaces.ofRecords(part.records);
        for (const record of records) noted.add(record);
        const found = await RecordPlaces.found(Readable.from([content]), survey, part, never);
        expect(found.bytes).toEqual(noted.bytes);

        const again = RecordPlaces.stored(noted.bytes);
        const places = again.slice(0, Infinity);
        expect(places).toEqual(
          records.map(({ size, lineEnd, cellCount }) => ({ size, lineEndSize: lineEnd.length, cellCount })),
        );
        expect(places.reduce((sum, { size }) => sum + size, part.start)).toBe(bytes.length);
        expect(again.maxCells).toBe(Math.max(...records.map(({ cellCount }) => cellCount)));
      }),
    );
  });

  it('are refused when the part has fewer records than were counted', async () => {
    const bytes = Buffer.from('Address,City,State,Zip\n1 Elm St,Dayton,OH,45402\n');
    const survey = await surveyFile(Readable.from([bytes]), MAPPING, never);
    const part = { start: 23, end: bytes.length, records: 2, rows: 2 };
    const found = RecordPlaces.found(Readable.from([bytes.subarray(23)]), survey, part, never);
    await expect(found).rejects.toThrow('fewer records');
  });
});
