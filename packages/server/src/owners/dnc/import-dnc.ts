import { createReadStream } from 'node:fs';
import { MS_PER_DAY, type Clock } from '../../clock.js';
import { areaCodeOf, countOf, NumberSet, type DncKind, type DncReads, type DncStore } from './dnc-store.js';

/** Kind of the files: a national list of some or all area codes, its changes, or a complete list of another kind. */
export type DncFile = 'area-codes' | 'full' | 'change' | Exclude<DncKind, 'national'>;

/** The list was not imported, and the existing lists are unchanged. The message never contains a number. */
export class DncImportError extends Error {
  readonly code = 'dnc_import';
}

export interface DncSummary {
  file: DncFile;
  dated: string;
  /** Numbers listed in the files, or added by a change list. */
  numbers: number;
  /** Numbers removed by a change list. */
  removed: number;
  /** Area codes in the files. */
  areaCodes: number[];
  /** Sentences about lists that look cut off. */
  warnings: string[];
}

/** A national list has many thousands of numbers of an area code; with fewer, the file is perhaps a part of it. */
const FEW_NUMBERS = 1_000;
/** Area codes that a sentence names. */
const MOST_NAMED = 10;

/** Warns of area codes with few numbers, because all others of them count as not listed from now on. */
function fewNumbers(numbersOfCodes: ReadonlyMap<number, number>): string[] {
  const few = [...numbersOfCodes].filter(([, numbers]) => numbers < FEW_NUMBERS).sort(([a], [b]) => a - b);
  if (few.length === 0) return [];
  const named = few.slice(0, MOST_NAMED).map(([code, numbers]) => `${code} (${numbers})`);
  const more = few.length > MOST_NAMED ? ` and ${few.length - MOST_NAMED} more` : '';
  return [
    `The list has fewer than ${FEW_NUMBERS.toLocaleString('en-US')} numbers of area code ${named.join(', ')}${more}: perhaps it is cut off. All other numbers there count as not on the national list now, whatever owner files say. If that is wrong, import the whole list.`,
  ];
}

interface Needs {
  store: DncStore;
  reads: DncReads;
  clock: Clock;
}

/**
 * Reads all files and then activates the list atomically. An unreadable line ends the import, because a skipped number would
 * count as not listed.
 * @param dated `YYYY-MM-DD`
 * @throws DncImportError
 */
export async function importDnc(
  { store, reads, clock }: Needs,
  files: readonly string[],
  file: DncFile,
  dated: string,
): Promise<DncSummary> {
  const importedAt = clock.now();
  if (Date.parse(dated) > importedAt) throw new DncImportError(`--date ${dated} is in the future.`);
  const kind = file === 'internal' || file === 'litigator' ? file : 'national';
  const before = (await reads.lists()).filter((list) => list.kind === kind);
  const [add, remove] = [new NumberSet(), new NumberSet()];
  const areaCodes = new Set<number>();
  const numbersOfCodes = new Map<number, number>();
  for (const name of files)
    for await (const { number, isRemoved } of numbersOf(name, file === 'change')) {
      (isRemoved ? remove : add).add(number);
      const areaCode = areaCodeOf(number);
      areaCodes.add(areaCode);
      numbersOfCodes.set(areaCode, (numbersOfCodes.get(areaCode) ?? 0) + 1);
    }
  const [added, removed] = [add.blocks(), remove.blocks()];
  const summary = {
    file,
    dated,
    numbers: countOf(added),
    removed: countOf(removed),
    areaCodes: [...areaCodes].sort((a, b) => a - b),
    warnings: file === 'area-codes' || file === 'full' ? fewNumbers(numbersOfCodes) : [],
  };
  const isMeant = ({ areaCode }: { areaCode: number }) => file !== 'area-codes' || areaCodes.has(areaCode);
  const newest = before.filter(isMeant).reduce((last, list) => (list.dated > last ? list.dated : last), '');
  if (dated < newest)
    throw new DncImportError(
      `Nothing was imported: the list that is there is newer (${newest}) than --date ${dated}.`,
    );
  if (file === 'change') {
    if (before.length === 0)
      throw new DncImportError(
        'Nothing was imported: a change list needs a list that it changes. Import --full or --area-codes first.',
      );
    await store.change({ dated, importedAt }, { add: added, remove: removed });
    return summary;
  }
  if (kind === 'national' && added.length === 0)
    throw new DncImportError('Nothing was imported: there is no phone number in these files.');
  if (file === 'area-codes' && before.some(({ areaCode }) => areaCode === 0))
    throw new DncImportError(
      'Nothing was imported: a full list covers these area codes already. Import --full or --change.',
    );
  await store.replace({ kind, dated, importedAt }, file === 'area-codes' ? summary.areaCodes : null, added);
  return summary;
}

interface Line {
  number: number;
  isRemoved: boolean;
}

/** `9375550101`, `937,5550101` or `(937) 555-0101`; in a change list with `A` or `D` in a cell. A first line without digits is a header. */
async function* numbersOf(name: string, isChange: boolean): AsyncGenerator<Line> {
  let at = 0;
  for await (const text of linesOf(name)) {
    at += 1;
    if (text.trim() === '' || (at === 1 && !/\d/.test(text))) continue;
    // Fast path for almost all lines.
    if (!isChange && /^\d{10}$/.test(text)) {
      yield { number: Number(text), isRemoved: false };
      continue;
    }
    const cells = text.split(/[,;\t|]/).map((cell) => cell.replaceAll('"', '').trim());
    const number = numberIn(cells);
    if (number === null)
      throw new DncImportError(`Nothing was imported: line ${at} of ${name} has no phone number.`);
    const action = cells.find((cell) => /^(?:A|D|add|delete)$/i.test(cell))?.[0]?.toUpperCase();
    if (isChange && action === undefined)
      throw new DncImportError(
        `Nothing was imported: line ${at} of ${name} has neither A (added) nor D (deleted).`,
      );
    yield { number, isRemoved: isChange && action === 'D' };
  }
}

/** Maximum line length, far more than a number and its other cells need. */
const LONGEST_LINE = 65_536;

/** @throws DncImportError for a file without line ends, which could take all memory */
async function* linesOf(name: string): AsyncGenerator<string> {
  let rest = '';
  let at = 1;
  for await (const chunk of createReadStream(name, 'utf8') as AsyncIterable<string>) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    yield* lines;
    at += lines.length;
    if (rest.length > LONGEST_LINE)
      throw new DncImportError(
        `Nothing was imported: line ${at} of ${name} has more than ${LONGEST_LINE} characters, so the file is no list of phone numbers.`,
      );
  }
  if (rest !== '') yield rest;
}

/** Accepts any ten digits: registries also list numbers that can't exist. */
function numberIn(cells: readonly string[]): number | null {
  const [first = '', second = ''] = cells;
  if (/^\d{3}$/.test(first) && /^\d{3}-?\d{4}$/.test(second)) return Number(first + second.replace('-', ''));
  for (const cell of cells) {
    if (!/^\+?[\d\s().-]+$/.test(cell)) continue;
    const digits = cell.replace(/\D/g, '');
    const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
    if (national.length === DIGITS) return Number(national);
  }
  return null;
}

const DIGITS = 10;

/** Callers must have checked the national registry within 31 days (16 CFR 310.4(b)(3)(iv)). */
export const MAX_DNC_AGE_DAYS = 31;

/** @param dated `YYYY-MM-DD` */
export const ageInDays = (dated: string, nowMs: number): number =>
  Math.floor((nowMs - Date.parse(dated)) / MS_PER_DAY);

/** National lists that are too old, as a sentence for the operator. Internal lists have no age: they hold until they are replaced. */
export async function dncFindings(reads: Pick<DncReads, 'lists'>, clock: Clock): Promise<string[]> {
  const now = clock.now();
  const old = (await reads.lists()).filter(
    ({ kind, dated }) => kind === 'national' && ageInDays(dated, now) > MAX_DNC_AGE_DAYS,
  );
  if (old.length === 0) return [];
  const oldest = Math.max(...old.map(({ dated }) => ageInDays(dated, now)));
  const codes = old.map(({ areaCode }) => areaCode).sort((a, b) => a - b);
  const more = codes.length > MOST_NAMED ? ` and ${codes.length - MOST_NAMED} more` : '';
  const which = codes.includes(0) ? '' : ` of ${codes.slice(0, MOST_NAMED).join(', ')}${more}`;
  return [
    `the national Do Not Call list${which} is ${oldest} days old, and ${MAX_DNC_AGE_DAYS} are the most: import a newer one with "dnc import"`,
  ];
}
