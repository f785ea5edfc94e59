import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileSource } from '@skiptrace/csv/files';
import { BrokenZip, zipEntries } from '@skiptrace/csv/zip';
import { coded } from '../../platform/lib/coded.js';
import { errorCode } from '../../platform/lib/error-code.js';

/** The list was not imported, and the existing lists are unchanged. The message never contains a number. */
export class DncImportError extends coded('dnc_import') {}

export interface DncLine {
  number: number;
  isRemoved: boolean;
}

/**
 * Reads a file as registries, vendors and spreadsheets write it: text in UTF-8 or UTF-16, FTC's XML, or a zip of these. Yields its
 * numbers in batches: a step of a generator for each number took most of the time.
 * @param mostBytes largest size after unpacking
 * @throws DncImportError for other files: a skipped number would count as not listed
 */
export async function* numbersOf(
  file: string,
  isChange: boolean,
  mostBytes = Infinity,
): AsyncGenerator<readonly DncLine[]> {
  let bytes = 0;
  async function* counted(content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes)
        throw refused(
          `${file} has more than ${mostBytes / 2 ** 20} MB unpacked. Import it with "dnc import" on the server`,
        );
      yield chunk;
    }
  }
  try {
    for await (const { name, content } of partsOf(file)) {
      const text = decoded(counted(content));
      const first = await text.next();
      const begin = first.done === true ? '' : first.value;
      const whole = joined(begin, text);
      if (/^\s*<(?:!doctype\s+html|html)\b/i.test(begin))
        throw refused(
          `${name} is a web page, not a list: the download failed, perhaps because no one is signed in`,
        );
      yield* /^\s*</.test(begin) ? inXml(whole, name, isChange) : inLines(whole, name, isChange);
    }
  } catch (error) {
    if (!(error instanceof BrokenZip) && !/^Z_/.test(errorCode(error) ?? '')) throw error;
    throw refused(`${file} is not a whole zip archive (${reasonFor(error)}): download it again`);
  }
}

const reasonFor = (error: unknown): string => (error instanceof BrokenZip ? error.message : 'damaged data');

const refused = (why: string) => new DncImportError(`Nothing was imported: ${why}.`);

/** First bytes of files that people take for a list, and what to do with them. */
const OTHER_FILES: readonly (readonly [begin: string, isWhat: string])[] = [
  ['\x1f\x8b', 'packed with gzip: unpack it first (gunzip)'],
  ['Rar!', 'a RAR archive: unpack it first'],
  ['7z\xbc\xaf', 'a 7-Zip archive: unpack it first'],
  ['%PDF', 'a PDF: a list of numbers is needed as text'],
  ['\xd0\xcf\x11\xe0', 'an Excel workbook: save it as CSV'],
];
const LONGEST_BEGIN = 4;

/** A list has a file for each area code, at most. */
const ZIP_LIMITS = { entries: 1_000, directoryBytes: 1024 * 1024 };

interface Part {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

async function* partsOf(file: string): AsyncGenerator<Part> {
  const begin = await beginOf(file);
  const other = OTHER_FILES.find(([bytes]) => begin.startsWith(bytes));
  if (other !== undefined) throw refused(`${file} is ${other[1]}`);
  if (!begin.startsWith('PK\x03\x04') && !begin.startsWith('PK\x05\x06')) {
    yield { name: file, content: createReadStream(file) };
    return;
  }
  const entries = await zipEntries(await fileSource(file), ZIP_LIMITS);
  if (entries.some(({ name }) => name.startsWith('xl/')))
    throw refused(`${file} is an Excel workbook: save it as CSV`);
  // A Mac adds files with names of its own.
  const lists = entries.filter(({ name }) => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name));
  if (lists.length === 0) throw refused(`there is no file in ${file}`);
  for (const entry of lists) yield { name: `${entry.name} in ${file}`, content: entry.content() };
}

async function beginOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(LONGEST_BEGIN), 0, LONGEST_BEGIN, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** UTF-16 by its byte order mark or by its zero bytes, as Windows writes it; otherwise UTF-8. */
async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of content) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

async function* joined(begin: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield begin;
  yield* rest;
}

/** `9375550101`, `937,5550101` or `(937) 555-0101`; in a change list with `A` or `D` in a cell. A first line without digits is a header. */
async function* inLines(
  content: AsyncIterable<string>,
  name: string,
  isChange: boolean,
): AsyncGenerator<readonly DncLine[]> {
  let at = 0;
  for await (const lines of linesOf(content, name)) {
    const found: DncLine[] = [];
    for (const text of lines) {
      at += 1;
      if (text.trim() === '' || (at === 1 && !/\d/.test(text))) continue;
      // Fast path for almost all lines.
      if (!isChange && /^\d{10}$/.test(text)) {
        found.push({ number: Number(text), isRemoved: false });
        continue;
      }
      const cells = text.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', '').trim());
      const where = `line ${at} of ${name}`;
      const numbers = numbersIn(cells);
      if (numbers.length === 0) throw refused(`${where} has no phone number`);
      if (isChange && numbers.length > 1) throw refused(`${where} has more than one phone number`);
      const isRemoved = isChange && isRemoval(cells, where);
      for (const number of numbers) found.push({ number, isRemoved });
    }
    yield found;
  }
}

/** @throws DncImportError */
function isRemoval(cells: readonly string[], where: string): boolean {
  const action = cells.find((cell) => /^(?:A|D|add|delete)$/i.test(cell))?.[0]?.toUpperCase();
  if (action === undefined) throw refused(`${where} has neither A (added) nor D (deleted)`);
  return action === 'D';
}

/** Maximum line length, far more than a number and its other cells need. */
const LONGEST_LINE = 65_536;

/** The lines that each piece ends. @throws DncImportError for a file without line ends, which could take all memory */
async function* linesOf(content: AsyncIterable<string>, name: string): AsyncGenerator<readonly string[]> {
  let rest = '';
  let at = 1;
  for await (const chunk of content) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield lines;
    at += lines.length;
    if (rest.length > LONGEST_LINE)
      throw refused(
        `line ${at} of ${name} has more than ${LONGEST_LINE} characters, so the file is no list of phone numbers`,
      );
  }
  // MS-DOS ended a file with Ctrl-Z, and programs for the registry still do.
  const last = rest.replace(/\u001A[\u001A\s]{0,9}$/, '');
  if (last !== '') yield [last];
}

const AREA_CODE_TAG = /^(?:ac|area_?code|npa)$/i;
/** Numbers that one step yields. */
const BATCH = 1_000;
const PHONE_TAG = /^(?:ph|tn|phone\w*|number)$/i;

/** FTC's `<ac val="937"><ph val="5550101"/></ac>`, also with the values as texts. A file that ends before its first tag does is cut off. */
async function* inXml(
  content: AsyncIterable<string>,
  name: string,
  isChange: boolean,
): AsyncGenerator<readonly DncLine[]> {
  const found: DncLine[] = [];
  let areaCode = '';
  let rootTag: string | undefined;
  let isClosed = false;
  let at = 0;
  for await (const piece of tagsOf(content, name)) {
    const end = piece.indexOf('>');
    const [, tag = ''] = /^\s*([^\s/>]+)/.exec(piece) ?? [];
    if (end < 0) break;
    if (piece.startsWith('/')) {
      isClosed = piece.slice(1, end).trim() === rootTag;
      continue;
    }
    if (/^[?!]/.test(piece)) continue;
    if (rootTag === undefined) {
      rootTag = tag;
      isClosed = piece[end - 1] === '/';
    }
    const values = [...piece.slice(0, end).matchAll(/=\s*(?:"([^"]*)"|'([^']*)')/g)]
      .map(([, double, single]) => (double ?? single ?? '').trim())
      .concat(piece.slice(end + 1).trim());
    if (AREA_CODE_TAG.test(tag)) areaCode = values.find((value) => /^\d{3}$/.test(value)) ?? '';
    if (!PHONE_TAG.test(tag)) continue;
    at += 1;
    const where = `number ${at} of ${name}`;
    const local = values.find((value) => /^\d{3}-?\d{4}$/.test(value));
    const [number] = numbersIn(local !== undefined && areaCode !== '' ? [areaCode, local] : values);
    if (number === undefined) throw refused(`${where} is no phone number`);
    found.push({ number, isRemoved: isChange && isRemoval(values, where) });
    if (found.length === BATCH) yield found.splice(0);
  }
  if (!isClosed)
    throw refused(`${name} is cut off: it ends before </${rootTag ?? 'list'}>. Download it again`);
  if (at === 0) throw refused(`${name} has no phone number: its tags are not those of a Do Not Call list`);
  yield found;
}

/** Pieces between `<` and the next one. */
async function* tagsOf(content: AsyncIterable<string>, name: string): AsyncGenerator<string> {
  let rest = '';
  let isFirst = true;
  for await (const chunk of content) {
    const pieces = (rest + chunk).split('<');
    rest = pieces.pop() ?? '';
    // Text before the first tag is not a piece.
    yield* isFirst ? pieces.slice(1) : pieces;
    isFirst &&= pieces.length === 0;
    if (rest.length > LONGEST_LINE)
      throw refused(`${name} has a tag of more than ${LONGEST_LINE} characters`);
  }
  yield rest;
}

/**
 * Every ten digits: registries also list numbers that can't exist. A date or an ID that looks like a number is listed as well, rather than
 * the wrong one of two cells.
 */
function numbersIn(cells: readonly string[]): number[] {
  const [first = '', second = ''] = cells;
  if (/^\d{3}$/.test(first) && /^\d{3}-?\d{4}$/.test(second))
    return [Number(first + second.replace('-', ''))];
  return cells.flatMap((cell) => {
    if (!/^\+?[\d\s().-]+$/.test(cell)) return [];
    const digits = cell.replace(/\D/g, '');
    const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    return national.length === DIGITS ? [Number(national)] : [];
  });
}

const DIGITS = 10;
