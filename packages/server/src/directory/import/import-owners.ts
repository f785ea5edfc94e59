import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { HeaderMapping, MapOptions } from '@skiptrace/csv';
import { ApartFinder, apartText, likelyField, type RowsApart } from '@skiptrace/csv/leads';
import type { Ids } from '../../platform/ids.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { shellWord } from '../../platform/lib/printable.js';
import { storedPhones, SANDBOX_SOURCE, type Import } from '../entities.js';
import { OwnerImportError } from '../errors.js';
import { joinWithout } from '../join/join-owners.js';
import type { PhoneType } from '../record.js';
import type { OwnerStores } from '../stores.js';
import { asCsv, type CsvFile } from './as-csv.js';
import { detailsOf, phonesOf, summaryOf, unchanged, type ImportSummary } from './import-summary.js';
import { SeenIdentities } from './key-index.js';
import { fileDigest, fingerprint, LoadingImport } from './loading-import.js';
import type { NameOrder } from './name-order.js';
import { OwnerFile, type OwnerFileOptions, type Warning } from './owner-file.js';
import { NOTHING_FOUND, type FoundCounts } from './read-part.js';
import { readInOrder } from './reading-threads.js';
import type { EncodedRecords } from './record-batch.js';
import { columnsOfSource } from './source-columns.js';
import { setPriority, setPhoneTypeDefault } from './sources.js';

const COUNTS = Object.keys(NOTHING_FOUND) as (keyof FoundCounts)[];

const DEFAULT_SOURCE = 'default';

const notSet = (error: unknown): Warning => ({
  text: `The owners were imported, but earlier imports of the source couldn't be given the same setting for phones without a type (${error instanceof Error ? error.message : String(error)}). Import the file again, or set it for the source.`,
});

export interface ImportNeeds {
  stores: OwnerStores;
  ids: Ids;
}

export interface ImportOptions {
  /** Which data set the file belongs to. Owners of one source share properties; across sources one wins. */
  source?: string;
  /** New priority of the source: at a property that several sources know, the highest wins, then the newest import. */
  priority?: number;
  /** Replace all owners of the source with the owners in this file. */
  replace?: boolean;
  /** The operator's own choice of columns, which wins: field to header. */
  overrides?: NonNullable<MapOptions['overrides']>;
  /** Fields that `overrides` leaves open have the columns that the operator chose at the last import of the source. */
  columnsAsBefore?: boolean;
  /** Headers of columns that the operator doesn't want read. */
  unused?: readonly string[];
  /** Meaning of the columns, where an earlier import of the same columns decided it; `overrides` then count for nothing. */
  mapping?: HeaderMapping;
  /** Told before anything becomes visible how the file was read. */
  onRead?: (reading: ImportReading) => void;
  /** Word order of full names; by default detected from the file. */
  nameOrder?: NameOrder;
  /**
   * Row with the column names, from 1. 0 for a file without names: row 1 is data, and `overrides` name the columns by their numbers, from 1.
   * Detected by default.
   */
  headerRow?: number;
  /** The sheet of a workbook; by default the one that looks most like a list. */
  sheet?: string;
  /** Also store rows and files without any owner name. */
  allowNameless?: boolean;
  /** Rows of one address are the same property, even if a column that is not read tells them apart (`RowsApart`). */
  sameProperty?: boolean;
  /** Read everything, store nothing. Refused rows are written only if `rejectsPath` is set. */
  dryRun?: boolean;
  /** State of every row, for files without a state column. By default derived from the ZIP. */
  state?: string;
  /** Do Not Call status of numbers for which the data gives none (reading 30). */
  dncDefault?: boolean;
  /**
   * Type of phones without one, in all imports of the source from now on; null leaves them out of answers, because the contract
   * knows two types. By default the source keeps its setting.
   */
  phoneTypeDefault?: PhoneType | null;
  /** File for refused rows; by default `FILE.rejects.csv`. */
  rejectsPath?: string;
  /** Folder for an unpacked workbook; by default the system's temporary folder. */
  scratch?: string;
  /** Disk space that unpacking a workbook leaves free; by default chosen by the disk's size. */
  reserveBytes?: number | null;
  onProgress?: (progress: ImportProgress) => void;
  /** Aborts the import: visible owners stay unchanged, and the signal's reason is thrown. */
  signal?: AbortSignal;
  /** Cores to leave free for more important work of this process. */
  sparedCores?: number;
}

/** How a file was read, so that more rows of it can be read in the same way. Plain data, to be kept as JSON. */
export interface ImportReading {
  mapping: HeaderMapping;
  nameOrder: NameOrder;
  /** SHA-256 of the file. */
  fileDigest: string;
}

export interface ImportProgress {
  step: 'reading' | 'indexing';
  /** From 0 to 1. */
  share: number;
  rows: number;
}

/**
 * Imports a file of owners of any size while lookups go on: they see none of it until all of it is visible. After a kill, a new
 * run starts over; after success, it changes nothing.
 * @throws OwnerImportError, CsvInputError: earlier imports stay visible
 */
export async function importOwners(
  parts: ImportNeeds,
  path: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { source = DEFAULT_SOURCE } = options;
  if (source === SANDBOX_SOURCE) {
    throw new OwnerImportError(
      'reserved_source',
      `The source name "${SANDBOX_SOURCE}" is reserved for made-up owners. Choose another name.`,
    );
  }
  await sizeOf(path);
  const csv = await readable(path, () => asCsv(path, options), options.signal);
  try {
    return await importCsv(parts, path, csv, options);
  } finally {
    await csv.remove();
  }
}

/** @param path the file's own path, where `csv` is a copy of a workbook's sheet */
async function importCsv(
  parts: ImportNeeds,
  path: string,
  csv: CsvFile,
  asked: ImportOptions,
): Promise<ImportSummary> {
  const { source = DEFAULT_SOURCE, replace = false, dncDefault = true, dryRun = false } = asked;
  const bytes = await sizeOf(csv.path);
  const digest = await readable(path, () => fileDigest(csv.path));
  const { stores } = parts;
  const active = await stores.store.imports('active', source);
  const columns = await columnsOfSource(csv.path, source, active.at(-1)?.chosenColumns ?? null, asked);
  const options = { ...asked, overrides: columns.overrides };
  const mark = fingerprint(digest, readingSettings(options));
  const phoneTypeDefault = options.phoneTypeDefault ?? settingOf(active, options);
  const job: ImportJob = {
    source,
    replace,
    dncDefault,
    phoneTypeDefault,
    path,
    bytes,
    digest,
    before: { imports: active.length, owners: sum(active), replaced: replace && active.length > 0 },
    ...(options.onProgress !== undefined && { onProgress: options.onProgress }),
    ...(options.signal !== undefined && { signal: options.signal }),
    stores,
  };
  const known = active.findLast(
    (one) => one.fingerprint === mark && one.phoneTypeDefault === phoneTypeDefault,
  );
  if (known !== undefined) {
    if (!dryRun) await applySettings(parts, known, active, options);
    return unchanged(known, job);
  }
  const notes = [...csv.notes.map((text) => ({ text })), ...columns.notes];
  const file = new OwnerFile(csv.path, { ...ownerFileOptions(path, options), notes });
  if (dryRun) return tryOut(file, job, options);
  const loading = await LoadingImport.begin(stores, parts.ids, {
    source,
    fingerprint: mark,
    fileDigest: digest,
    phoneTypeDefault,
    chosenColumns: columns.chosen,
    bytes,
    ...(options.priority !== undefined && { priority: options.priority }),
  });
  try {
    return await load(loading, file, job, options, parts.ids);
  } catch (error) {
    await loading.abandon();
    throw error;
  }
}

/** Applies the other settings when the file was imported before. Also completes an import that died after its activation. */
async function applySettings(
  { stores, ids }: ImportNeeds,
  known: Import,
  active: readonly Import[],
  { priority, replace = false }: ImportOptions,
): Promise<void> {
  const { source, phoneTypeDefault } = known;
  if (replace) {
    const others = active.map(({ sequence }) => sequence).filter((sequence) => sequence !== known.sequence);
    await joinWithout(stores, others);
    await stores.store.retire(source, known);
    await stores.screening?.catchUp();
  }
  if (priority !== undefined) await setPriority(stores, source, priority);
  await setPhoneTypeDefault({ stores, ids }, source, phoneTypeDefault);
}

/** Settings of an import that concern its file and its source. */
interface ImportJob
  extends
    Pick<ImportSummary, 'source' | 'before' | 'dncDefault' | 'phoneTypeDefault'>,
    Pick<ImportOptions, 'onProgress' | 'signal'> {
  path: string;
  bytes: number;
  digest: string;
  replace: boolean;
  stores: OwnerStores;
}

/** Settings that change how the same bytes are read. Omitted settings do not enter the fingerprint. */
const readingSettings = ({
  overrides = {},
  unused = [],
  mapping,
  state,
  dncDefault = true,
  nameOrder,
  allowNameless,
  headerRow,
}: ImportOptions) => ({
  overrides,
  state,
  dncDefault,
  ...(unused.length > 0 && { unused }),
  ...(mapping !== undefined && { mapping }),
  ...(nameOrder !== undefined && { nameOrder }),
  ...(allowNameless === true && { allowNameless }),
  ...(headerRow !== undefined && (headerRow === 0 ? { noHeader: true } : { headerRow })),
});

function ownerFileOptions(path: string, options: ImportOptions): OwnerFileOptions {
  const { rejectsPath, overrides = {}, state, nameOrder, allowNameless = false, dryRun = false } = options;
  if (rejectsPath !== undefined && resolve(rejectsPath) === resolve(path)) {
    throw new OwnerImportError(
      'rejects_file',
      'The file for rejected rows is the file to import. Choose another path.',
    );
  }
  return {
    rejectsPath: rejectsPath ?? (dryRun ? null : `${path}.rejects.csv`),
    overrides,
    allowNameless,
    ...(options.unused !== undefined && { unused: options.unused }),
    ...(options.mapping !== undefined && { mapping: options.mapping }),
    ...(options.headerRow !== undefined && { headerRow: options.headerRow }),
    ...(state !== undefined && { state }),
    ...(nameOrder !== undefined && { nameOrder }),
  };
}

/** Reads the whole file. @throws OwnerImportError if nothing in it can be stored */
async function readAll(
  file: OwnerFile,
  { dncDefault, phoneTypeDefault, bytes, digest, onProgress, signal, stores }: ImportJob,
  { allowNameless = false, sameProperty = false, dryRun = false, sparedCores = 0 }: ImportOptions,
  take: (records: EncodedRecords) => Promise<void> | void,
): Promise<FoundCounts> {
  const found = { ...NOTHING_FOUND };
  let finder: ApartFinder | undefined;
  try {
    for await (const { part, read } of readInOrder(
      file,
      { dncDefault, phoneTypeDefault, allowNameless, rowFormat: stores.store.rowFormat },
      bytes,
      sparedCores,
    )) {
      signal?.throwIfAborted();
      for (const { line, reason, detail, cells } of read.refused)
        await file.rejects.refuse(line, reason, detail, cells);
      for (const count of COUNTS) found[count] += read.found[count];
      for (const type of read.unknownTypes) file.unknownPhoneTypes.add(type);
      file.zipLines.unread.push(...read.zipLines.unread);
      file.zipLines.ofOtherState.push(...read.zipLines.ofOtherState);
      finder ??= new ApartFinder(file.layout.apart, 'owners');
      for (const { property, cells, line } of read.placed) finder.add(property, cells, line);
      await take(read.records);
      onProgress?.({ step: 'reading', share: part.end / bytes, rows: found.rows });
    }
  } finally {
    await file.rejects.close();
  }
  if (file.digest() !== digest) {
    throw new OwnerImportError(
      'file_changed',
      'The file changed during the import. Nothing was imported; run it again.',
    );
  }
  if (file.rejects.count === found.rows) throw nothingToImport(file);
  const apart = finder?.result();
  if (apart !== undefined) {
    if (apart.isMuch && !sameProperty && !dryRun) throw rowsApart(apart);
    file.warnings.push({
      text: apartText(apart),
      ...(!sameProperty && { onCommandLine: mapAdvice(apart), ...(apart.isMuch && { stopsImport: true }) }),
    });
  }
  return found;
}

const rowsApart = (apart: RowsApart): OwnerImportError =>
  new OwnerImportError('rows_apart', apartText(apart), { onCommandLine: mapAdvice(apart) });

const mapAdvice = (apart: RowsApart): string =>
  `${apart.kind === 'part' ? `Add --map ${likelyField(apart)}=${shellWord(apart.header)} (or another field of the address), or` : 'Add'} --same-property if these rows are the same property.`;

function nothingToImport({ rejects }: OwnerFile): OwnerImportError {
  const [first] = rejects.reasons;
  const why = first === undefined ? '' : ` Line ${first.lines[0] ?? 0}: ${first.reason}.`;
  const where = rejects.path === null ? '' : ` All reasons are in ${rejects.path}.`;
  return new OwnerImportError(
    'nothing_to_import',
    `No row can be imported, so nothing changed. ${rejects.count === 1 ? 'The only row was' : `All ${rejects.count.toLocaleString('en-US')} rows were`} rejected.${why}${where}`,
  );
}

async function load(
  loading: LoadingImport,
  file: OwnerFile,
  job: ImportJob,
  options: ImportOptions,
  ids: Ids,
): Promise<ImportSummary> {
  const found = await readAll(file, job, options, (records) => loading.add(records));
  const { mapping, nameOrder } = file.layout;
  options.onRead?.({ mapping, nameOrder, fileDigest: job.digest });
  const merged = await loading.finish((share) => {
    job.signal?.throwIfAborted();
    job.onProgress?.({ step: 'indexing', share, rows: found.rows });
  });
  const counts = {
    rowsRead: found.rows,
    rowsMerged: merged.rows,
    rowsRefused: file.rejects.count,
    records: found.owners - merged.records,
    addressKeys: found.addressKeys - merged.addressKeys,
    phones: found.phones - merged.phones,
    untypedPhones: found.untypedPhones - merged.untypedPhones,
    emails: found.emails - merged.emails,
  };
  const active = await loading.activate(counts, { replace: job.replace });
  const kept = {
    ...found,
    phonesWithoutType: job.phoneTypeDefault === null ? counts.untypedPhones : found.phonesWithoutType,
  };
  const { warnings, ...details } = detailsOf(file, kept, job);
  // Apply the file's setting to earlier imports of the source as well. The owners are visible: whatever goes wrong from here on,
  // they have been imported.
  await setPhoneTypeDefault({ stores: job.stores, ids }, job.source, job.phoneTypeDefault).catch(
    (error: unknown) => warnings.push(notSet(error)),
  );
  return {
    ...summaryOf(active, job),
    ...details,
    warnings,
    phones: { ...phonesOf(kept), stored: storedPhones(active) },
    emails: { stored: counts.emails, leftOut: found.emailsOut },
  };
}

/** Dry run: reads the file without storing anything. */
async function tryOut(file: OwnerFile, job: ImportJob, options: ImportOptions): Promise<ImportSummary> {
  const seen = new SeenIdentities(job.bytes);
  const merged = { rows: 0, owners: 0 };
  const found = await readAll(file, job, options, ({ identities, ownerNumbers }) => {
    identities.forEach((identity, at) => {
      if (!seen.add(identity)) return;
      merged.owners++;
      if (ownerNumbers[at] === 1) merged.rows++;
    });
  });
  const refused = file.rejects.count;
  return {
    status: 'dry_run' as const,
    importId: null,
    source: job.source,
    before: job.before,
    dncDefault: job.dncDefault,
    phoneTypeDefault: job.phoneTypeDefault,
    rows: { read: found.rows, stored: found.rows - merged.rows - refused, merged: merged.rows, refused },
    owners: found.owners - merged.owners,
    ...detailsOf(file, found, job),
    phones: { ...phonesOf(found), stored: found.phones + found.phonesWithoutType },
    emails: { stored: found.emails, leftOut: found.emailsOut },
  };
}

/** Current setting of the source: the one of its newest import. */
const settingOf = (active: readonly Import[], { phoneTypeDefault }: ImportOptions): PhoneType | null =>
  phoneTypeDefault === null ? null : (active.at(-1)?.phoneTypeDefault ?? null);

const sum = (imports: readonly Import[]): number =>
  imports.reduce((total, { records }) => total + records, 0);

async function sizeOf(path: string): Promise<number> {
  const found = await readable(path, () => stat(path));
  if (!found.isFile()) throw new OwnerImportError('unreadable_file', `${path} is not a file.`);
  return found.size;
}

async function readable<T>(path: string, read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof OwnerImportError || signal?.aborted === true) throw error;
    const reason = errorCode(error) === 'ENOENT' ? "doesn't exist" : "can't be read";
    throw new OwnerImportError('unreadable_file', `${path} ${reason}.`, { cause: error });
  }
}
