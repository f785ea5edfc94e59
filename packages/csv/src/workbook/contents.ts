import { encodeText } from '../text/encoding.js';
import {
  type Archive,
  MAX_CELL_CHARACTERS,
  MAX_SHEETS,
  MAX_STRINGS,
  MAX_STRINGS_CHARACTERS,
  requireAtMost,
  readWholeXml,
} from './archive.js';

export interface Sheet {
  readonly name: string;
  /** Its part in the archive. */
  readonly part: string;
}

export interface Contents {
  /** In the order of their tabs, without the hidden ones. */
  readonly sheets: readonly Sheet[];
  /** Dates count from 1904 instead of 1900. */
  readonly from1904: boolean;
}

/** Which sheets a workbook has; undefined when the archive is not a workbook. */
export async function readContents(archive: Archive): Promise<Contents | undefined> {
  const parts = new Map<string, string>();
  await readWholeXml(archive.read('xl/_rels/workbook.xml.rels', 'other'), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') parts.set(Id, partName(Target));
    },
  });
  const workbook = archive.read('xl/workbook.xml', 'other');
  if (!workbook) return undefined;
  const sheets: Sheet[] = [];
  let from1904 = false;
  await readWholeXml(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      const part = parts.get(attributes['r:id'] ?? '');
      if (name !== 'sheet' || part === undefined || (attributes['state'] ?? 'visible') !== 'visible') return;
      sheets.push({ name: attributes['name'] ?? '', part });
      requireAtMost(MAX_SHEETS, sheets.length, 'sheets');
    },
  });
  return { sheets, from1904 };
}

/** Targets are relative to `xl/`, or absolute. */
const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

/** Texts that cells refer to by number, without phonetic readings (`rPh`). */
export async function readSharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let text = '';
  let inText = false;
  let inReading = false;
  await readWholeXml(archive.read('xl/sharedStrings.xml', 'strings'), {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') inReading = true;
      inText = name === 't' && !inReading;
    },
    text: (piece) => {
      if (!inText) return;
      text += piece;
      requireAtMost(MAX_CELL_CHARACTERS, text.length, 'characters in a cell');
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') inReading = false;
      if (name !== 'si') return;
      characters += text.length;
      requireAtMost(MAX_STRINGS_CHARACTERS, characters, 'characters of text');
      strings.push(ownCopy(characterText(text)));
      requireAtMost(MAX_STRINGS, strings.length, 'different texts');
    },
  });
  return strings;
}

/**
 * A text of a workbook with the characters that XML can't hold and that it names by their numbers: `_x000D_` is a carriage return,
 * `_x005F_` an underscore (ECMA-376 §22.9.2.19, ST_Xstring). Control characters other than line ends and tabs are dropped.
 */
export const characterText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => {
        const character = String.fromCharCode(parseInt(code, 16));
        return /[\0-\x08\v\f\x0e-\x1f]/.test(character) ? '' : character;
      })
    : text;

/** A copy of a text: V8 keeps the whole source text in memory for a slice of it, unless the slice is short. */
const ownCopy = (text: string): string =>
  text.length < SHORT ? text : UTF_16.decode(encodeText(text, 'utf-16le'));

const UTF_16 = new TextDecoder('utf-16le', { ignoreBOM: true });

const SHORT = 13;
