import type { Archive } from './archive.js';
import { readWholeXml } from './xml.js';

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
  const workbook = await archive.read('xl/workbook.xml');
  if (!workbook) return undefined;
  const parts = new Map<string, string>();
  await readWholeXml(await archive.read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') parts.set(Id, partName(Target));
    },
  });
  const sheets: Sheet[] = [];
  let from1904 = false;
  await readWholeXml(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      const part = parts.get(attributes['r:id'] ?? '');
      if (name !== 'sheet' || part === undefined || (attributes['state'] ?? 'visible') !== 'visible') return;
      sheets.push({ name: attributes['name'] ?? '', part });
    },
  });
  return { sheets, from1904 };
}

/** Targets are relative to `xl/`, or absolute. */
const partName = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

/** Texts that cells refer to by number. Phonetic readings (`rPh`) are no part of them. */
export async function readSharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let inReading = false;
  await readWholeXml(await archive.read('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') inReading = true;
      inText = name === 't' && !inReading;
    },
    text: (piece) => {
      if (inText) text += piece;
    },
    close: (name) => {
      if (name === 't') inText = false;
      if (name === 'rPh') inReading = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}
