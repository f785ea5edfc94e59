import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CsvSample, writtenCell } from '@skiptrace/csv';

/** What the column of a list is called: `mapHeaders` knows it for whole addresses. */
const LIST_HEADER = 'Full Address';

const CHUNK = 256 * 1024;

/**
 * Writes a plain list as a CSV file of one column: each line becomes a cell, its bytes unchanged inside the quotes it may
 * need. UTF-16 becomes UTF-8. `isTitled`: the first line is the column's name.
 */
export async function writeListAsCsv(
  list: string,
  destination: string,
  { dialect }: CsvSample,
  isTitled: boolean,
): Promise<void> {
  const { encoding, bomLength, lineEnd } = dialect;
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  // A byte a character: commas, quotes and line ends are the same in UTF-8 and Windows-1252, and all else stays as it is.
  const decoder = isWide ? new TextDecoder(encoding) : undefined;
  const written = isWide ? 'utf8' : 'latin1';
  const file = await open(destination, 'wx', 0o600);
  try {
    let text = isWide ? '\ufeff' : '';
    if (!isWide && bomLength > 0) text += '\u00ef\u00bb\u00bf';
    if (!isTitled) text += `${LIST_HEADER}${lineEnd}`;
    const mark = lineEnd === '\r' ? '\r' : '\n';
    let rest = '';
    const take = (more: string, isLast: boolean): void => {
      const lines = (rest + more).split(mark);
      rest = isLast ? '' : (lines.pop() ?? '');
      lines.forEach((line, at) => {
        const end = line.endsWith('\r') ? '\r' : '';
        const cell = end === '' ? line : line.slice(0, -1);
        text += writtenCell(cell, ',') + end + (isLast && at === lines.length - 1 ? '' : mark);
      });
    };
    for await (const part of createReadStream(list, isWide ? {} : { start: bomLength })) {
      const bytes = part as Buffer;
      take(decoder ? decoder.decode(bytes, { stream: true }) : bytes.toString('latin1'), false);
      if (text.length < CHUNK) continue;
      await file.writeFile(text, written);
      text = '';
    }
    take(decoder ? decoder.decode() : '', true);
    await file.writeFile(text, written);
  } finally {
    await file.close();
  }
}
