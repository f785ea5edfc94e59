import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MS_PER_DAY, type Clock } from '../../platform/clock.js';
import { Turns } from '../../platform/lib/batches.js';
import { coded } from '../../platform/lib/coded.js';
import { numbersOf, DncImportError } from './dnc-file.js';
import { areaCodeOf, countOf, NumberSet, type DncKind, type DncReads, type DncStore } from './dnc-store.js';

/** The list looks cut off, and `isMeant` did not say that it is whole. Nothing was imported. */
class DncCutOffError extends coded('dnc_cut_off') {}

/** Kind of the files: a national list of some or all area codes, its changes, or a complete list of another kind. */
export type DncFile = 'area-codes' | 'full' | 'change' | Exclude<DncKind, 'national'>;

export interface DncSummary {
  file: DncFile;
  dated: string;
  /** Numbers listed in the files, or added by a change list. */
  numbers: number;
  /** Numbers removed by a change list. */
  removed: number;
  /** Area codes in the files. */
  areaCodes: number[];
  /** Why the list looks cut off, as sentences; it was meant all the same. */
  warnings: string[];
}

/** A national list has many thousands of numbers of an area code; with fewer, the file is perhaps a part of it. */
const FEW_NUMBERS = 1_000;
/** Area codes that a sentence names. */
const MOST_NAMED = 10;

/** The national list has more than 300 area codes. */
const FEW_AREA_CODES = 250;

/** Reasons why a list looks cut off, as sentences: all that it lacks counts as not listed once it is in force. */
function cutOff(
  { file, areaCodes, numbers }: Pick<DncSummary, 'file' | 'areaCodes' | 'numbers'>,
  numbersOfCodes: ReadonlyMap<number, number>,
  before: readonly { areaCode: number; numbers: number }[],
): string[] {
  const said: string[] = [];
  const shown = (value: number) => value.toLocaleString('en-US');
  const isNational = file === 'area-codes' || file === 'full';
  const few = [...numbersOfCodes].filter(([, those]) => those < FEW_NUMBERS).sort(([a], [b]) => a - b);
  if (isNational && few.length > 0) {
    const named = few.slice(0, MOST_NAMED).map(([code, those]) => `${code} (${those})`);
    const more = few.length > MOST_NAMED ? ` and ${few.length - MOST_NAMED} more` : '';
    said.push(
      `The list has fewer than ${shown(FEW_NUMBERS)} numbers of area code ${named.join(', ')}${more}.`,
    );
  }
  if (file === 'full' && areaCodes.length < FEW_AREA_CODES)
    said.push(`The list has ${areaCodes.length} area codes; the full national list has more than 300.`);
  const replaced = before.reduce((sum, list) => sum + list.numbers, 0);
  if (numbers * 2 < replaced)
    said.push(
      `The list has ${shown(numbers)} numbers, fewer than half of the ${shown(replaced)} that it replaces.`,
    );
  if (said.length > 0)
    said.push(
      `Perhaps it is cut off: with it in force, all other numbers ${isNational ? 'there count as not on the national list' : 'are no longer on this list'}, whatever owner files say.`,
    );
  return said;
}

interface Needs {
  store: DncStore;
  reads: DncReads;
  clock: Clock;
  /** Asked before a list that looks cut off comes into force, with the reasons. Without it the list is refused. */
  isMeant?: (warnings: readonly string[]) => Promise<boolean>;
  /** Largest size of a file, unpacked. */
  mostBytes?: number;
  /** Ends the reading of the files; nothing is imported then. */
  signal?: AbortSignal;
}

/**
 * Reads all files and then activates the list atomically. An unreadable line ends the import, because a skipped number would
 * count as not listed.
 * @param dated `YYYY-MM-DD`
 * @throws DncImportError, DncCutOffError
 */
export async function importDnc(
  { store, reads, clock, isMeant = () => Promise.resolve(false), mostBytes, signal }: Needs,
  files: readonly string[],
  file: DncFile,
  dated: string,
): Promise<DncSummary> {
  const importedAt = clock.now();
  if (Date.parse(dated) > importedAt)
    throw new DncImportError(`The day of the list, ${dated}, is in the future.`);
  const kind = file === 'internal' || file === 'litigator' ? file : 'national';
  const [add, remove] = [new NumberSet(), new NumberSet()];
  const areaCodes = new Set<number>();
  const numbersOfCodes = new Map<number, number>();
  for (const name of files)
    for await (const lines of numbersOf(name, file === 'change', mostBytes)) {
      if (signal?.aborted === true) throw new DncImportError('Nothing was imported: the browser went away.');
      for (const { number, isRemoved } of lines) {
        (isRemoved ? remove : add).add(number);
        const areaCode = areaCodeOf(number);
        areaCodes.add(areaCode);
        numbersOfCodes.set(areaCode, (numbersOfCodes.get(areaCode) ?? 0) + 1);
      }
    }
  // Read after the files: another import may have replaced a list meanwhile.
  const before = (await reads.lists()).filter((list) => list.kind === kind);
  const [added, removed] = [add.blocks(), remove.blocks()];
  const summary = {
    file,
    dated,
    numbers: countOf(added),
    removed: countOf(removed),
    areaCodes: [...areaCodes].sort((a, b) => a - b),
    warnings: [] as string[],
  };
  const requireMeant = async (warnings: readonly string[]): Promise<void> => {
    if (!(await isMeant(warnings))) throw new DncCutOffError(`Nothing was imported. ${warnings.join(' ')}`);
  };
  const replaced = before.filter(({ areaCode }) => file !== 'area-codes' || areaCodes.has(areaCode));
  const newest = replaced.reduce((last, list) => (list.dated > last ? list.dated : last), '');
  if (dated < newest)
    throw new DncImportError(
      `Nothing was imported: the list that is there is newer (${newest}) than ${dated}.`,
    );
  if (file === 'change') {
    if (before.length === 0)
      throw new DncImportError(
        'Nothing was imported: a change list needs a list that it changes. Import a national list first.',
      );
    const changed = before.filter(({ areaCode }) => areaCode === 0 || areaCodes.has(areaCode));
    const gap = Math.max(0, ...changed.map((list) => ageInDays(list.dated, Date.parse(dated))));
    if (gap > MAX_DNC_AGE_DAYS) {
      summary.warnings = [
        `The list is ${gap} days newer than one that it changes. Perhaps changes of the days between are missing: import a whole list instead.`,
      ];
      await requireMeant(summary.warnings);
    }
    await store.change({ dated, importedAt }, { add: added, remove: removed });
    return summary;
  }
  if (kind === 'national' && added.length === 0)
    throw new DncImportError('Nothing was imported: there is no phone number in these files.');
  if (file === 'area-codes' && before.some(({ areaCode }) => areaCode === 0))
    throw new DncImportError(
      'Nothing was imported: a full list covers these area codes already. Import a full list, or a change list.',
    );
  summary.warnings = cutOff(summary, numbersOfCodes, replaced);
  if (summary.warnings.length > 0) await requireMeant(summary.warnings);
  await store.replace({ kind, dated, importedAt }, file === 'area-codes' ? summary.areaCodes : null, added);
  return summary;
}

/** Puts uploaded lists in a queue: reading one takes a whole core, and the memory for all of its numbers. */
const turns = new Turns();

/** The full national list is larger, and is imported with the command. */
const MAX_RECEIVED_BYTES = 256 * 1024 * 1024;
/** A zip of numbers is a fifth to a third of them; a few kilobytes can unpack to gigabytes of zeros. */
const MAX_UNPACKED_BYTES = 5 * MAX_RECEIVED_BYTES;

/** Beginning of the names of folders with copies. */
const COPIES = 'skiptrace-dnc-';

/** Removes copies that a killed server left: they hold phone numbers. */
async function forgetCopies(clock: Clock): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(COPIES)) continue;
    const folder = path.join(tmpdir(), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
    // An import takes minutes; another server may be at one.
    if (clock.now() - mtimeMs > MS_PER_DAY) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Imports a file that a browser sends, from a copy in the temporary folder: a zip is read from its end.
 * @param arrive passes the file's bytes to the function that keeps them
 * @throws DncImportError with the file's own name
 */
export async function receiveDnc(
  needs: Needs,
  arrive: (keep: (bytes: AsyncIterable<Uint8Array>) => Promise<{ sizeBytes: number }>) => Promise<unknown>,
  { name, file, dated }: { name: string; file: DncFile; dated: string },
): Promise<DncSummary> {
  await forgetCopies(needs.clock);
  const folder = await mkdtemp(path.join(tmpdir(), COPIES));
  const copy = path.join(folder, 'list');
  let sizeBytes = 0;
  async function* counted(bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > MAX_RECEIVED_BYTES)
        throw new DncImportError(
          'Nothing was imported: the file has more than 256 MB. Import it with "dnc import" on the server.',
        );
      yield chunk;
    }
  }
  try {
    await arrive(async (bytes) => {
      await pipeline(counted(bytes), createWriteStream(copy));
      return { sizeBytes };
    });
    return await turns.take('list', () =>
      importDnc({ ...needs, mostBytes: MAX_UNPACKED_BYTES }, [copy], file, dated),
    );
  } catch (error) {
    if (!(error instanceof DncImportError)) throw error;
    throw new DncImportError(error.message.replaceAll(copy, name), { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

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
