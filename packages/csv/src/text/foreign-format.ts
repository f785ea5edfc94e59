export type ForeignFormat = 'zip' | 'xls' | 'pdf' | 'gzip' | 'picture';

/** First bytes of the files that people rename to .csv by mistake. */
const MAGIC: readonly (readonly [ForeignFormat, readonly number[]])[] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['gzip', [0x1f, 0x8b]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
];

/** Length of the longest magic number: a caller must read this many bytes first. */
export const MAGIC_BYTES = 8;

/** Foreign format by the file's first bytes; undefined if it may be text. A .xlsx workbook is a ZIP. */
export function foreignFormat(head: Uint8Array): ForeignFormat | undefined {
  return MAGIC.find(([, magic]) => magic.every((byte, at) => head[at] === byte))?.[0];
}

export const FORMAT_NAMES: Readonly<Record<ForeignFormat, string>> = {
  zip: 'an Excel workbook (.xlsx) or another ZIP archive',
  xls: 'an old Excel workbook (.xls)',
  pdf: 'a PDF document',
  gzip: 'a gzip archive',
  picture: 'a picture',
};

const SAVE_AS_CSV = 'Open it in a spreadsheet, save the sheet with the list as CSV, and use that file.';
const EXPORT_LIST =
  'Export the list as CSV or Excel (.xlsx) from the program that has it, and use that file.';

/** Description of a file that is not CSV text, with advice for the user. */
interface NoList {
  readonly message: string;
  readonly hint: string;
}

/**
 * Describes a file that is not a list, in the same words for leads and owners, on the command line and in the web app.
 * @param format `CsvInputError.format`
 */
export function noListText(format: string | undefined): NoList | undefined {
  switch (format) {
    case 'zip':
    case 'xls':
      return { message: `This is ${FORMAT_NAMES[format]}, not CSV text.`, hint: SAVE_AS_CSV };
    case 'pdf':
    case 'gzip':
    case 'picture':
      return { message: `This is ${FORMAT_NAMES[format]}, not a list.`, hint: EXPORT_LIST };
    case 'binary':
      return { message: 'This file holds no text, so it is not a list.', hint: EXPORT_LIST };
    case undefined:
    default:
      return undefined;
  }
}
