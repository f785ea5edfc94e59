import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MAPPING } from '../../testing/job-pipeline.js';
import { PART_ROWS, readSurvey, surveyFile, writeSurvey, type Survey } from './survey.js';

const never = new AbortController().signal;
const HEADER = 'Address,City,State,Zip\r\n';
const row = (number: number, street = 'Elm St') => `${number},"${street}\r\n",OH,45402\r\n`;

async function survey(text: string) {
  const early: (Survey & { index: number })[] = [];
  const chunks = Buffer.from(text, 'latin1');
  const source = Readable.from(
    Array.from({ length: Math.ceil(chunks.length / 1_000) }, (_, at) =>
      chunks.subarray(at * 1_000, (at + 1) * 1_000),
    ),
  );
  const whole = await surveyFile(source, MAPPING, never, (index, one) => early.push({ index, ...one }));
  return { whole, early };
}

describe('a survey', () => {
  const rows = Array.from({ length: 3 * PART_ROWS }, (_, at) => row(at));

  it('tells of each part but the last as soon as the next one begins', async () => {
    const { whole, early } = await survey(HEADER + rows.join(''));
    expect(whole.parts.map((part) => part.rows)).toEqual([PART_ROWS, PART_ROWS, PART_ROWS]);
    const { dialect, header } = whole;
    expect(early).toEqual([0, 1].map((index) => ({ index, dialect, header, parts: [whole.parts[index]] })));
  });

  it('does not tell of parts whose text hangs on the encoding, which only the whole file tells', async () => {
    const spelled = rows.with(2 * PART_ROWS + 500, row(2 * PART_ROWS + 500, 'Pe\u00f1a St'));
    const { whole, early } = await survey(HEADER + spelled.join(''));
    expect(whole.dialect.encoding).toBe('windows-1252');
    expect(early.map(({ index }) => index)).toEqual([0, 1]);
  });

  it('is the same after it was stored', async () => {
    const written = writeSurvey((await survey(HEADER + row(1))).whole);
    expect(writeSurvey(readSurvey(written))).toBe(written);
  });

  it('allows a million blank lines and no more, since each takes room of ours', async () => {
    const blank = '\r\n'.repeat(1_000_000);
    const { whole } = await survey(`${HEADER}${row(1)}${blank}`);
    expect(whole.parts.reduce((sum, { records }) => sum + records, 0)).toBe(1_000_001);
    await expect(survey(`${HEADER}${row(1)}${blank}\r\n`)).rejects.toThrow('more than 1,000,000 blank lines');
  });
});
