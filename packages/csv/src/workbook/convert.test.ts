import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../byte-source.js';
import { workbook } from '../testing/workbook.js';
import { readWorkbook } from './convert.js';

/** Reads the first sheet that has a column "Property Address", or else the first sheet. */
async function read(bytes: Buffer) {
  const rate = (head: Uint8Array) => Number(Buffer.from(head).includes('Property Address'));
  const { csv, notes, ...sheets } = await readWorkbook(blobSource(new Blob([bytes])), { rate });
  return { ...sheets, csv: await textOf(csv), notes: notes() };
}

const converted = async (...made: Parameters<typeof workbook>): Promise<string> =>
  (await read(await workbook(...made))).csv;

const number = (value: string, style = 0) => ({ attributes: `s="${style}"`, inside: `<v>${value}</v>` });
const styles =
  '<numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="[$-409]d\\-mmm\\-yy"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/><xf numFmtId="171"/></cellXfs>';

describe('a workbook as CSV', () => {
  it('has the texts of the first sheet, quoted where they must be', async () => {
    expect(
      await converted([
        ['Address', 'Note'],
        ['1 Oak & Elm St', 'a, "b"'],
      ]),
    ).toBe('Address,Note\r\n1 Oak & Elm St,"a, ""b"""\r\n');
  });

  it('keeps empty cells and empty rows', async () => {
    expect(await converted([['A', 'B', 'C'], ['', '', 'x'], [], ['y']])).toBe('A,B,C\r\n,,x\r\n\r\ny,,\r\n');
    expect(await converted([[], [], ['A', 'B'], ['x']])).toBe('\r\n\r\nA,B\r\nx,\r\n');
  });

  it('shows numbers as the sheet does: ZIPs with their zeros, no false digits, no exponents', async () => {
    const rows = [
      ['Zip', 'Phone', 'Value'],
      [number('7030', 1), number('5125550131'), number('12.300000000000001')],
    ];
    expect(await converted(rows, { styles })).toBe('Zip,Phone,Value\r\n07030,5125550131,12.3\r\n');
  });

  it('writes dates as dates, from either epoch', async () => {
    const rows = [['Sold'], [number('45000', 2)], [number('45000.5', 3)], [number('59', 2)]];
    expect(await converted(rows, { styles })).toBe(
      'Sold\r\n2023-03-15\r\n2023-03-15 12:00:00\r\n1900-02-28\r\n',
    );
    expect(await converted([['Sold'], [number('43538', 2)]], { styles, date1904: true })).toBe(
      'Sold\r\n2023-03-15\r\n',
    );
  });

  it('reads inline strings, formula results and booleans', async () => {
    const cells = [
      { attributes: 't="inlineStr"', inside: '<is><t>inline</t></is>' },
      { attributes: 't="str"', inside: '<f>A1&amp;B1</f><v>joined</v>' },
      { attributes: 't="b"', inside: '<v>1</v>' },
    ];
    expect(await converted([['A', 'B', 'C'], cells])).toBe('A,B,C\r\ninline,joined,TRUE\r\n');
  });

  it('has the characters that a cell names by their numbers', async () => {
    const cells = ['14 Wren St_x000D_\nApt 4', '16501_x000D_', 'a_x005F_x000D_b', 'x_x0000_y'];
    const inline = { attributes: 't="inlineStr"', inside: '<is><t>Lima_x0009_OH</t></is>' };
    expect(
      await converted([
        ['A', 'Zip_x000D_', 'C', 'D', 'E'],
        [...cells, inline],
      ]),
    ).toBe('A,"Zip\r",C,D,E\r\n"14 Wren St\r\nApt 4","16501\r",a_x000D_b,xy,Lima\tOH\r\n');
  });

  it('says how many formulas have no saved result', async () => {
    const unsaved = { attributes: '', inside: '<f>B2&amp;C2</f><v></v>' };
    const empty = { attributes: 't="str"', inside: '<f>B2&amp;C2</f><v></v>' };
    const rows = [
      ['Address', 'Note'],
      [unsaved, 'x'],
      [empty, 'y'],
    ];
    expect((await read(await workbook(rows))).notes).toEqual([
      '1 cell has a formula without a saved result, so it is empty. Open the workbook in Excel and save it, then try again.',
    ]);
  });

  it('is the sheet that has addresses, in any position', async () => {
    const leads = [
      ['Property Address', 'City', 'State', 'Zip'],
      ['1 Oak St', 'Reno', 'NV', '89501'],
    ];
    const sheets = ['Read me', 'Empty', 'Leads Oct', 'Leads Sep'];
    const made = workbook([['Ask Robin'], ['before you call']], { sheets, furtherRows: [[], leads, leads] });
    expect(await read(await made)).toMatchObject({
      sheet: 'Leads Oct',
      others: ['Read me', 'Empty', 'Leads Sep'],
      notes: [],
    });
  });

  it('names the sheets that were not used', async () => {
    expect(await read(await workbook([['A'], ['1']], { sheets: ['Leads', 'Old'] }))).toMatchObject({
      sheet: 'Leads',
      others: ['Old'],
      notes: [],
    });
  });

  it('refuses a file that is not a workbook, a damaged one, and an empty sheet', async () => {
    const whole = await workbook([['A'], ['1']]);
    const bad: [Buffer, string][] = [
      [Buffer.from('Address,Zip\n'), 'not_a_workbook'],
      [whole.subarray(0, whole.length - 30), 'not_a_workbook'],
      [await workbook([]), 'empty_sheet'],
    ];
    for (const [bytes, code] of bad) await expect(read(bytes)).rejects.toMatchObject({ code });
  });
});
