// Engines: SQLite, PostgreSQL at a release

import { Readable } from 'node:stream';
import { CsvReader } from '@skiptrace/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../platform/lib/item-at.js';
import { RecordSizes } from './part-files.js';
import { surveyFile } from './survey.js';

const MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const never = new AbortController().signal;

const line = fc
  .array(fc.constantFrom('', 'a', 'é', '5" pipe', '"b\r\nc"', '"x, ""y"" z"', '"q"tail'), { maxLength: 6 })
  .map((cells) => cells.join(','));
const body = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { minLength: 1, maxLength: 30 })
  .map((lines) => lines.flat().join(''));

describe('the sizes of records', () => {
  it('give the end of each record of a part, also after being stored and read', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (rows) => {
        const bytes = Buffer.from(`Address,City,State,Zip\n1 Elm St,Dayton,OH,45402\n${rows}\nlast`);
        const survey = await surveyFile(Readable.from([bytes]), MAPPING, never);
        const part = itemAt(survey.parts, 0);
        const reader = new CsvReader({ mappedHeaders: [], opened: survey });
        const records = [...reader.push(bytes.subarray(part.start, part.end)), ...reader.end()];

        const noted = RecordSizes.ofRecords(part.records);
        for (const record of records) noted.add(record);
        expect(noted.isFull).toBe(true);

        const stored = RecordSizes.stored(noted.bytes);
        const sizes = stored.slice(0, Infinity);
        expect(sizes).toEqual(
          records.map(({ size, lineEnd, cellCount }) => ({ size, lineEndSize: lineEnd.length, cellCount })),
        );
        expect(sizes.reduce((sum, { size }) => sum + size, part.start)).toBe(bytes.length);
        expect(stored.maxCells).toBe(Math.max(...records.map(({ cellCount }) => cellCount)));
      }),
    );
  });
});
