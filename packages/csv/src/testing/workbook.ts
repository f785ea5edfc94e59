import { zipOf } from './zip.js';

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
): Promise<Buffer> {
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
  return zipOf({
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
