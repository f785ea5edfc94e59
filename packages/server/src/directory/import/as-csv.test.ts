import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../../../csv/src/testing/zip.js';
import { asCsv } from './as-csv.js';

const BOOK = fileURLToPath(new URL('../../testing/fixtures/owners.xlsx', import.meta.url));

describe('a workbook of owners', () => {
  let scratch: string;
  beforeEach(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'as-csv-'));
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  it('is unpacked into a folder of its own, which is deleted with it', async () => {
    const csv = await asCsv(BOOK, { scratch });
    expect(await readFile(csv.path, 'utf8')).toContain('owner_id');
    await csv.remove();
    expect(await readdir(scratch)).toEqual([]);
  });

  it('is unpacked up to the wanted number of bytes', async () => {
    const csv = await asCsv(BOOK, { scratch, maxBytes: 10 });
    expect(await readFile(csv.path)).toHaveLength(10);
  });

  it('is refused with a sentence, and leaves nothing, if it would use the disk space reserved for the ledger', async () => {
    await expect(asCsv(BOOK, { scratch, reserveBytes: Number.MAX_SAFE_INTEGER })).rejects.toMatchObject({
      code: 'unreadable_file',
      message: `There is too little room on the disk to unpack ${BOOK}. Nothing was kept of it. Make room, or save the sheet as CSV.`,
    });
    expect(await readdir(scratch)).toEqual([]);
  });

  it('that takes too long is given up, and leaves nothing', async () => {
    await expect(asCsv(BOOK, { scratch, withinMs: 1 })).rejects.toMatchObject({
      code: 'unreadable_file',
      message: expect.stringContaining("it can't be read in a reasonable time") as unknown,
    });
    expect(await readdir(scratch)).toEqual([]);
  });

  it('leaves the event loop free, however much work it is', async () => {
    const rows = Array.from(
      { length: 60_000 },
      (_, at) => `<row r="${at + 1}"><c t="str"><v>a</v></c></row>`,
    );
    const book = path.join(scratch, 'large.xlsx');
    await writeFile(
      book,
      await zipOf({
        'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="1" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
      }),
    );
    const before = performance.eventLoopUtilization();
    const csv = await asCsv(book, { scratch });
    const { utilization } = performance.eventLoopUtilization(before);
    expect((await stat(csv.path)).size).toBe(rows.length * 'a\r\n'.length);
    // Without a thread, it would be nearly 1.
    expect(utilization).toBeLessThan(0.5);
  });

  it('is given up when the server stops', async () => {
    const stopping = new AbortController();
    const unpacked = asCsv(BOOK, { scratch, signal: stopping.signal });
    stopping.abort(new Error('stopping'));
    await expect(unpacked).rejects.toThrow('stopping');
    expect(await readdir(scratch)).toEqual([]);
  });
});
