import { crc32, deflateRawSync } from 'node:zlib';

/** A cell as the sheet stores it: a text, or the XML inside a `<c>` element with its attributes. */
type TestCell = string | { readonly attributes: string; readonly inside: string };

/** A small workbook: texts by reference, as spreadsheets store them, and other parts that a test needs. */
export function workbook(
  rows: readonly (readonly TestCell[])[],
  more: {
    readonly styles?: string;
    /** Names of all sheets; `rows` belong to the first. */
    readonly sheets?: readonly string[];
    /** Rows of further sheets, in their order. */
    readonly furtherRows?: readonly (readonly (readonly TestCell[])[])[];
    readonly date1904?: boolean;
  } = {},
): Buffer {
  const strings: string[] = [];
  const cell = (value: TestCell, column: number, row: number) => {
    const reference = `r="${String.fromCharCode(65 + column)}${row + 1}"`;
    if (typeof value !== 'string') return `<c ${reference} ${value.attributes}>${value.inside}</c>`;
    return value === '' ? '' : `<c ${reference} t="s"><v>${strings.push(value) - 1}</v></c>`;
  };
  const sheetOf = (rows: readonly (readonly TestCell[])[]) => {
    const xml = rows.map((cells, row) => {
      const inside = cells.map((value, column) => cell(value, column, row)).join('');
      return inside === '' ? '' : `<row r="${row + 1}">${inside}</row>`;
    });
    return `<worksheet><sheetData>${xml.join('')}</sheetData></worksheet>`;
  };
  const sheets = [rows, ...(more.furtherRows ?? [])].map(
    (rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(rows)] as const,
  );
  const names = more.sheets ?? ['Leads'];
  const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const relation = (_: string, at: number) =>
    `<Relationship Id="rId${at + 1}" Type="sheet" Target="worksheets/sheet${at + 1}.xml"/>`;
  return zip({
    'xl/workbook.xml':
      `<workbook xmlns:r="r"><workbookPr${more.date1904 ? ' date1904="1"' : ''}/><sheets>` +
      names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('') +
      '</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map(relation).join('')}</Relationships>`,
    ...Object.fromEntries(sheets),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet>${more.styles ?? ''}</styleSheet>`,
  });
}

/** The parts of a workbook in which one sheet and other parts are given as XML. */
export const workbookParts = (parts: Readonly<Record<string, string | Buffer>>) => ({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="sheet" Target="worksheets/sheet1.xml"/></Relationships>',
  ...parts,
});

export interface ZipOptions {
  readonly isCompressed?: boolean;
  /** The unpacked size that the archive states for every part. */
  readonly statedBytes?: number;
}

export function zip(
  parts: Readonly<Record<string, string | Buffer>>,
  { isCompressed = false, statedBytes }: ZipOptions = {},
): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const whole = Buffer.from(text);
    const data = isCompressed ? deflateRawSync(whole) : whole;
    // The fields that a local header and a central header share (APPNOTE.TXT 4.3.7, 4.3.12).
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0); // version needed to extract
    fields.writeUInt16LE(isCompressed ? 8 : 0, 4); // compression method
    fields.writeUInt32LE(crc32(whole), 10); // CRC-32
    fields.writeUInt32LE(data.length, 14); // compressed size
    fields.writeUInt32LE(statedBytes ?? whole.length, 18); // uncompressed size
    fields.writeUInt16LE(name.length, 22); // length of the name
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    // The rest of a central header before the name.
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10); // offset of the local header
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  // The end of the central directory (APPNOTE.TXT 4.3.16).
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4); // entries on this disk
  end.writeUInt16LE(files.length, 6); // entries
  end.writeUInt32LE(central.length, 8); // size of the directory
  end.writeUInt32LE(offset, 12); // offset of the directory
  return Buffer.concat([...files, central, Buffer.from('PK\x05\x06'), end]);
}
