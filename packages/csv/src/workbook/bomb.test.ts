import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../byte-source.js';
import { workbookParts } from '../testing/workbook.js';
import { zipOf, type ZipOptions } from '../testing/zip.js';
import { readWorkbook } from './convert.js';

const MB = 1024 * 1024;
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const SMALL_SHEET = sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>');
const strings = (items: string) => `<sst>${items}</sst>`;
const text = (value: string) => `<si><t>${value}</t></si>`;

async function convert(parts: Readonly<Record<string, string | Buffer>>, options: ZipOptions = {}) {
  const file = new Blob([await zipOf(workbookParts(parts), options)]);
  const before = process.memoryUsage().rss;
  let grownBytes = 0;
  const watch = setInterval(() => (grownBytes = Math.max(grownBytes, process.memoryUsage().rss - before)), 5);
  try {
    const { csv } = await readWorkbook(blobSource(file));
    return { csv: await textOf(csv), grownBytes };
  } finally {
    clearInterval(watch);
  }
}

const refused = { code: 'too_large' };

describe('a workbook that unpacks to more than a list is refused', () => {
  it.each([
    ['texts', { 'xl/sharedStrings.xml': strings(text('x').repeat(2 * MB)) }],
    ['a sheet', { 'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(MB)) }],
    ['styles', { 'xl/styles.xml': `<styleSheet>${' '.repeat(20 * MB)}</styleSheet>` }],
    ['the list of sheets', { 'xl/workbook.xml': `<workbook>${'<sheet/>'.repeat(3 * MB)}</workbook>` }],
  ])('before any of it is unpacked, when it is packed too well: %s', async (_, parts) => {
    await expect(convert({ 'xl/worksheets/sheet1.xml': SMALL_SHEET, ...parts })).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/unpacks to [\d,]+ MB, more than (250 times its size|16 MB)$/) as string,
    });
  });

  it.each<[string, string, Record<string, string>]>([
    ['rows', 'rows', { 'xl/worksheets/sheet1.xml': sheet('<row r="1048577"><c><v>1</v></c></row>') }],
    ['columns', 'columns', { 'xl/worksheets/sheet1.xml': sheet('<row><c r="XFE1"><v>1</v></c></row>') }],
    [
      'characters in a cell',
      'characters in a cell',
      { 'xl/worksheets/sheet1.xml': sheet(`<row><c t="str"><v>${'x'.repeat(40_000)}</v></c></row>`) },
    ],
    [
      'one text in many cells',
      'characters in a row',
      {
        'xl/sharedStrings.xml': strings(text('x'.repeat(32_000))),
        'xl/worksheets/sheet1.xml': sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`),
      },
    ],
    [
      'a tag without an end',
      'characters in one piece',
      { 'xl/styles.xml': `<a b="${'x'.repeat(2 * MB)}"/>` },
    ],
    ['a comment without an end', 'characters in one piece', { 'xl/styles.xml': `<!--${'x'.repeat(2 * MB)}` }],
    ['elements within each other', 'elements within each other', { 'xl/styles.xml': '<a>'.repeat(100) }],
    ['styles', 'cell styles', { 'xl/styles.xml': `<a><cellXfs>${'<xf/>'.repeat(70_000)}</cellXfs></a>` }],
    [
      'sheets',
      'sheets',
      {
        'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${'<sheet r:id="rId1"/>'.repeat(1_001)}</sheets></workbook>`,
      },
    ],
  ])('as soon as it is met: too many %s', async (_, what, parts) => {
    const all = { 'xl/worksheets/sheet1.xml': SMALL_SHEET, ...parts };
    await expect(convert(all)).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(new RegExp(`it has more than [\\d,]+ ${what}$`)) as string,
    });
  });

  it('when its list of parts is longer than any workbook has', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 260 }, (_, at) => [`${'x'.repeat(65_000)}${at}`, '']),
    );
    await expect(convert({ 'xl/worksheets/sheet1.xml': SMALL_SHEET, ...parts })).rejects.toMatchObject(
      refused,
    );
  });

  it('when it lies about the size of its parts', async () => {
    const parts = { 'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(MB)) };
    await expect(convert(parts, { statedBytes: 1_000 })).rejects.toMatchObject({
      code: 'not_a_workbook',
    });
  });

  it('when its texts are entities that would grow', async () => {
    const entities = '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const parts = { 'xl/sharedStrings.xml': `${entities}<sst>${text('&b;')}</sst>` };
    await expect(convert({ 'xl/worksheets/sheet1.xml': SMALL_SHEET, ...parts })).rejects.toMatchObject({
      code: 'not_a_workbook',
    });
  });
});

describe('a workbook with archives inside', () => {
  it('is read without them', async () => {
    const inner = await zipOf({ 'xl/sharedStrings.xml': strings(text('x').repeat(MB)) });
    const { csv } = await convert({
      'xl/embeddings/inner.xlsx': inner,
      'xl/sharedStrings.xml': strings(text('Address')),
      'xl/worksheets/sheet1.xml': SMALL_SHEET,
    });
    expect(csv).toBe('Address\r\n');
  });
});

describe('an honest workbook', () => {
  it('is read at any size, with memory that does not grow with its rows', async () => {
    const rows = 60_000;
    const cells = (row: number) =>
      `<c r="A${row}" t="s"><v>${row - 1}</v></c><c r="B${row}" t="s"><v>${rows}</v></c><c r="C${row}"><v>${10_000 + row}</v></c>`;
    const sheetRows = Array.from({ length: rows }, (_, at) => `<row r="${at + 1}">${cells(at + 1)}</row>`);
    const streets = Array.from({ length: rows }, (_, at) => text(`${at} Some Longer Street`));
    const { csv, grownBytes } = await convert({
      'xl/sharedStrings.xml': strings(streets.join('') + text('Reno')),
      'xl/worksheets/sheet1.xml': sheet(sheetRows.join('')),
    });
    const lines = csv.split('\r\n');
    expect(lines).toHaveLength(rows + 1);
    expect(lines[rows - 1]).toBe(`${rows - 1} Some Longer Street,Reno,${10_000 + rows}`);
    expect(grownBytes).toBeLessThan(256 * MB);
  });

  it('may have few cells far apart: rows are written, not kept', async () => {
    const { csv, grownBytes } = await convert(
      { 'xl/worksheets/sheet1.xml': sheet('<row><c r="XFD1"><v>1</v></c></row>'.repeat(2_000)) },
      {},
    );
    expect(csv.length).toBe(2_000 * (16_383 + '1\r\n'.length));
    expect(grownBytes).toBeLessThan(256 * MB);
  });
});
