// Engines: SQLite, PostgreSQL at a release

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { randomIds } from '../../../platform/ids.js';
import { LocalFileStore } from '../../../platform/storage/index.js';
import { MAPPING } from '../../../testing/job-pipeline.js';
import { temporaryFolder } from '../../../testing/temporary.js';
import { surveyName } from '../files.js';
import { readChecked } from './checked-files.js';
import { PART_ROWS, surveyFile, type Survey, storedSurvey, storeSurvey } from './survey.js';

const never = new AbortController().signal;
const HEADER = 'Address,City,State,Zip\r\n';
const row = (number: number, street = 'Elm St') => `${number},"${street}\r\n",OH,45402\r\n`;

function survey(text: string): Promise<Survey> {
  const bytes = Buffer.from(text, 'latin1');
  const chunks = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, at) =>
    bytes.subarray(at * 1_000, (at + 1) * 1_000),
  );
  return surveyFile(Readable.from(chunks), MAPPING, never);
}

describe('a survey', () => {
  it('cuts a file into consecutive parts of whole records', async () => {
    const rows = Array.from({ length: 3 * PART_ROWS }, (_, at) => row(at));
    const { parts } = await survey(HEADER + rows.join(''));
    expect(parts.map((part) => part.rows)).toEqual([PART_ROWS, PART_ROWS, PART_ROWS]);
    const ends = [1, 2, 3].map((part) => HEADER.length + rows.slice(0, part * PART_ROWS).join('').length);
    expect(parts.map(({ start, end }) => [start, end])).toEqual([
      [HEADER.length, ends[0]],
      [ends[0], ends[1]],
      [ends[1], ends[2]],
    ]);
  });

  it('detects an encoding that only the end of the file reveals', async () => {
    const { dialect } = await survey(HEADER + row(1).repeat(2 * PART_ROWS) + row(2, 'Pe\u00f1a St'));
    expect(dialect.encoding).toBe('windows-1252');
  });

  it('is unchanged by storing', async () => {
    const folder = await temporaryFolder();
    const store = await LocalFileStore.open(folder.value, randomIds, 0);
    const whole = await survey(HEADER + row(1));
    await storeSurvey(store, 'one', whole);
    const again = await storedSurvey(store, 'one');
    if (again === null) throw new Error('it was stored');
    await storeSurvey(store, 'two', again);
    expect(again.parts).toEqual(whole.parts);
    const [one, two] = await Promise.all(['one', 'two'].map((job) => readChecked(store, surveyName(job))));
    expect(one?.toString()).toContain('"encoding":"utf-8"');
    expect(two).toEqual(one);
    await folder.remove();
  });

  it('allows a million blank lines and no more, since each takes space', async () => {
    const blank = '\r\n'.repeat(1_000_000);
    const { parts } = await survey(`${HEADER}${row(1)}${blank}`);
    expect(parts.reduce((sum, { records }) => sum + records, 0)).toBe(1_000_001);
    await expect(survey(`${HEADER}${row(1)}${blank}\r\n`)).rejects.toThrow('more than 1,000,000 blank lines');
  });

  it('refuses a small list with a result of mostly empty cells', async () => {
    const rows = row(1).repeat(3_500);
    const header = HEADER.replace('\r\n', ','.repeat(14_700) + '\r\n');
    expect((await survey(header + row(1).repeat(3_300))).parts).toHaveLength(1);
    await expect(survey(header + rows)).rejects.toThrow(
      'Line 1 has 14,704 cells, and most rows have far fewer',
    );
    const wide = `${row(2).trimEnd()}${','.repeat(14_700)}\r\n`;
    await expect(survey(HEADER + rows + wide)).rejects.toThrow('Line 7002 has 14,704 cells');
  });
});
