import type { Encoding } from '@skiptrace/csv';

/** A column the service needs and the file does not have. It stands in front of the file's own columns. */
export interface HelperColumn {
  readonly field: 'address' | 'city' | 'state' | 'zip';
  /** A header that is nowhere in the file. */
  readonly name: string;
  /** Headers it is built from, none for a constant. */
  readonly sources: readonly string[];
  /** The cell, from the values of `sources` in their order. */
  value(sources: readonly string[]): string;
}

/** What has to be known to cut them off again. */
export interface HelperShape {
  readonly count: number;
  readonly delimiter: string;
}

/** A cell as it is written: quoted where it has to be, on one line, in the file's encoding. */
export function encodeCell(value: string, delimiter: string, encoding: Encoding): Buffer {
  const text = value.replace(/[\r\n]+/g, ' ');
  const quoted = text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  return encode(quoted, encoding);
}

export function encode(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
      // Latin-1 is Windows-1252 but for 0x80 to 0x9f; these cells are for matching only, so the rest may be a "?".
      return Buffer.from(text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?'), 'latin1');
  }
}
