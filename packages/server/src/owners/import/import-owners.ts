import { stat } from 'node:fs/promises';
import type { MapOptions } from '@skiptrace/csv';
import type { Clock } from '../../clock.js';
import type { Database } from '../../database/index.js';
import type { Ids } from '../../ids.js';
import { ImportEntity, type Import } from '../entities.js';
import { OwnerImportError } from '../errors.js';
import { fileDigest, fingerprint } from './fingerprint.js';
import { LoadingImport } from './loading-import.js';
import { OwnerFile, type FilePart } from './owner-file.js';
import { NOTHING_FOUND, type FoundCounts, type ReadPart } from './read-part.js';
import { partReaders, type PartReaders } from './reading-threads.js';

const COUNTS = Object.keys(NOTHING_FOUND) as (keyof FoundCounts)[];

const DEFAULT_SOURCE = 'default';
/** The made-up owners of `--sandbox`; nobody imports under this name. */
export const SANDBOX_SOURCE = 'sandbox';

export interface ImportParts {
  database: Database;
  clock: Clock;
  ids: Ids;
}

export interface ImportOptions {
  /** Which data set the file belongs to. Owners of one source share properties; across sources the newest import wins. */
  source?: string;
  /** The file takes the place of everything its source holds. */
  replace?: boolean;
  /** The operator's own choice of columns, which wins: field to header. */
  overrides?: NonNullable<MapOptions['overrides']>;
  /** The state of every row, for files without a state. By default it comes from the ZIP. */
  state?: string;
  /** What is taken where the data does not say whether a number is on a Do Not Call registry (reading 30). */
  dncDefault?: boolean;
  /** Where refused rows go; by default `FILE.rejects.csv`. */
  rejectsPath?: string;
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  step: 'reading' | 'indexing';
  /** From 0 to 1. */
  share: number;
  rows: number;
}

export interface ImportSummary {
  /** `unchanged`: this very file is in the source already, so nothing was done. */
  status: 'imported' | 'unchanged';
  importId: string;
  source: string;
  /** read = stored + merged + refused. Merged: the owner was on an earlier row already. */
  rows: { read: number; stored: number; merged: number; refused: number };
  /** Owners stored: a row can name two. */
  owners: number;
  phones: { stored: number; leftOut: number; dncAssumed: number };
  emails: { stored: number; leftOut: number };
  /** The file with the refused rows; null when there are none. */
  rejectsPath: string | null;
  /** Headers that look like Social Security numbers or dates of birth: never read. */
  sensitiveColumns: string[];
  /** Headers that mean nothing here. */
  ignoredColumns: string[];
  /** How the columns were understood, as sentences. */
  columns: string[];
  warnings: string[];
}

/**
 * Takes a file of owners into the directory. Its size does not matter, and look-ups go on: they see nothing of it until
 * it is there as a whole. Run again after a kill it begins anew; run again after success it changes nothing.
 * @throws OwnerImportError, CsvInputError: what was visible before still is
 */
export async function importOwners(
  parts: ImportParts,
  path: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const { source = DEFAULT_SOURCE, replace = false, overrides = {}, state, dncDefault = true } = options;
  if (source === SANDBOX_SOURCE) {
    throw new OwnerImportError(
      'reserved_source',
      `The source "${SANDBOX_SOURCE}" is kept for made-up owners. Choose another name.`,
    );
  }
  const bytes = await sizeOf(path);
  const digest = await readable(path, () => fileDigest(path));
  const mark = fingerprint(digest, { overrides, state, dncDefault });
  const known = await sameImport(parts, { source, fingerprint: mark, replace });
  if (known !== null) return unchanged(known);

  const file = new OwnerFile(path, {
    rejectsPath: options.rejectsPath ?? `${path}.rejects.csv`,
    overrides,
    ...(state !== undefined && { state }),
  });
  const loading = await LoadingImport.begin(parts.database, parts.clock, parts.ids, {
    source,
    fingerprint: mark,
  });
  try {
    return await load(loading, file, { ...options, source, replace, dncDefault }, { bytes, digest });
  } catch (error) {
    await loading.abandon();
    throw error;
  }
}

async function load(
  loading: LoadingImport,
  file: OwnerFile,
  options: Required<Pick<ImportOptions, 'source' | 'replace' | 'dncDefault'>> &
    Pick<ImportOptions, 'onProgress'>,
  expected: { bytes: number; digest: string },
): Promise<ImportSummary> {
  const { dncDefault, onProgress } = options;
  const found = { ...NOTHING_FOUND };
  for await (const { part, read } of readInOrder(file, dncDefault, expected.bytes)) {
    for (const { line, reason, cells } of read.refused) await file.rejects.refuse(line, reason, cells);
    for (const count of COUNTS) found[count] += read.found[count];
    await loading.add(read.records);
    onProgress?.({ step: 'reading', share: part.end / expected.bytes, rows: found.rows });
  }
  const refused = file.rejects.count;
  await file.rejects.close();
  if (file.digest() !== expected.digest) {
    throw new OwnerImportError(
      'file_changed',
      'The file changed while it was read. Nothing was imported; run it again.',
    );
  }
  if (refused === found.rows) {
    throw new OwnerImportError(
      'nothing_to_import',
      `None of the ${found.rows} rows could be stored, so nothing was changed. The reasons are in ${file.rejects.path}.`,
    );
  }
  const merged = await loading.finish((share) => onProgress?.({ step: 'indexing', share, rows: found.rows }));
  const counts = {
    rowsRead: found.rows,
    rowsMerged: merged.rows,
    rowsRefused: refused,
    records: found.owners - merged.records,
    addressKeys: found.addressKeys - merged.addressKeys,
    phones: found.phones - merged.phones,
    emails: found.emails - merged.emails,
  };
  const active = await loading.activate(counts, { replace: options.replace });
  return {
    ...summaryOf(active),
    phones: { stored: counts.phones, leftOut: found.phonesOut, dncAssumed: found.dncAssumed },
    emails: { stored: counts.emails, leftOut: found.emailsOut },
    rejectsPath: refused === 0 ? null : file.rejects.path,
    sensitiveColumns: file.sensitive,
    ignoredColumns: file.ignored,
    columns: file.choices,
    warnings: file.warnings,
  };
}

/** What the parts of the file became, in their order; several are read at the same time. */
async function* readInOrder(
  file: OwnerFile,
  dncDefault: boolean,
  bytes: number,
): AsyncGenerator<{ part: FilePart; read: ReadPart }> {
  const underWay: { part: FilePart; reading: Promise<ReadPart> }[] = [];
  const takeAllBut = async function* (count: number) {
    while (underWay.length > count) {
      const [first] = underWay.splice(0, 1);
      if (first !== undefined) yield { part: first.part, read: await first.reading };
    }
  };
  let readers: PartReaders | null = null;
  try {
    for await (const part of file.parts()) {
      readers ??= partReaders({ ...file.layout, dncDefault }, bytes);
      const reading = readers.read(part);
      // Whoever gets that far hears of it; an error that nobody awaits would end the process.
      reading.catch(() => undefined);
      underWay.push({ part, reading });
      yield* takeAllBut(readers.ahead);
    }
    yield* takeAllBut(0);
  } catch (error) {
    yield* takeAllBut(0);
    throw error;
  } finally {
    await readers?.close();
  }
}

/** The active import that a run would only repeat. With `replace` it must be all that the source holds. */
async function sameImport(
  { database, clock }: ImportParts,
  { source, fingerprint: mark, replace }: { source: string; fingerprint: string; replace: boolean },
): Promise<Import | null> {
  const active = await database.read.find(ImportEntity, {
    where: { source, state: 'active' },
    order: { edition: 'DESC' },
  });
  const known = active.find((one) => one.fingerprint === mark) ?? null;
  if (known === null || !replace || active.length === 1) return known;
  await database.write(async (tx) => {
    for (const { sequence } of active) {
      if (sequence === known.sequence) continue;
      await tx.update(
        ImportEntity,
        { sequence, state: 'active' },
        { state: 'retired', retiredAt: clock.now() },
      );
    }
  });
  return known;
}

const unchanged = (known: Import): ImportSummary => ({
  ...summaryOf(known),
  status: 'unchanged',
  phones: { stored: known.phones, leftOut: 0, dncAssumed: 0 },
  emails: { stored: known.emails, leftOut: 0 },
  rejectsPath: null,
  sensitiveColumns: [],
  ignoredColumns: [],
  columns: [],
  warnings: [],
});

const summaryOf = ({ id, source, rowsRead, rowsMerged, rowsRefused, records }: Import) => ({
  status: 'imported' as const,
  importId: id,
  source,
  rows: {
    read: rowsRead,
    stored: rowsRead - rowsMerged - rowsRefused,
    merged: rowsMerged,
    refused: rowsRefused,
  },
  owners: records,
});

async function sizeOf(path: string): Promise<number> {
  const found = await readable(path, () => stat(path));
  if (!found.isFile()) throw new OwnerImportError('unreadable_file', `${path} is not a file.`);
  return found.size;
}

async function readable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error && error.code === 'ENOENT'
        ? 'is not there'
        : 'cannot be read';
    throw new OwnerImportError('unreadable_file', `${path} ${reason}.`, { cause: error });
  }
}
