import { CsvInputError, CsvReader, type ByteSource } from '@skiptrace/csv';
import { BrokenZip, findDirectory, readEntries, unpacked } from '@skiptrace/csv/zip';
import { inSteps } from '../../lib/batches.js';
import { DROP_LISTS, type DropList, type ItemStatus } from '../drop-store.js';

/** Rows per transaction. */
const PER_STEP = 2_000;

/** A DROP file or the platform's response can't be read; the message says why and what to do. */
export class DropError extends Error {
  readonly code = 'drop';
}

/** A file of an archive of DROP. */
export interface DropFile {
  /** As it was downloaded, without folders: `20260312_4821_Email.csv`. */
  name: string;
  /** `Removed` holds withdrawn requests of any list. */
  list: DropList | 'Removed';
  content(): AsyncIterable<Uint8Array>;
}

/** A row of a list. */
export interface ListRow {
  workId: string;
  /** Base64 of a SHA-256. */
  hash: string;
}

/** Maximum number of files in an archive; DROP's have one per list. */
const MAX_FILES = 1_000;
const MAX_DIRECTORY_BYTES = 1024 * 1024;
const NAME = /^\d{8}_\d+_([A-Za-z]+)(?:_[A-Za-z0-9]{1,10})?\.csv$/i;
const HASH = /^[A-Za-z0-9+/]{43}=$/;
/** Form of an id that can be written unescaped into a file of statuses. */
const WORK_ID = /^[\w.:-]{1,64}$/;

/** List that a file name stands for. Ignores case, because DROP has also used capitals. @throws DropError */
export function listOf(name: string): DropFile['list'] {
  const type = NAME.exec(name)?.[1]?.toLowerCase();
  const list = ([...DROP_LISTS, 'Removed'] as const).find((one) => one.toLowerCase() === type);
  if (list === undefined)
    throw new DropError(
      `${name} is no file of DROP that this version knows. Their names look like 20260801_1234_Email.csv; keep the names that they were downloaded with.`,
    );
  return list;
}

/** The files of an archive. @throws DropError */
export async function filesIn(archive: ByteSource): Promise<DropFile[]> {
  try {
    const directory = await findDirectory(archive);
    if (directory.entryCount > MAX_FILES || directory.bytes > MAX_DIRECTORY_BYTES)
      throw new DropError('The archive has more files than DROP has lists.');
    return (await readEntries(archive, directory))
      .filter(({ name }) => !name.endsWith('/'))
      .map((entry): DropFile => {
        const name = entry.name.slice(entry.name.lastIndexOf('/') + 1);
        return { name, list: listOf(name), content: () => unpacked(archive, entry) };
      });
  } catch (error) {
    throw unreadable('The archive', error);
  }
}

/**
 * Rows of a list in chunks; none for a list with only a header.
 * @throws DropError for an unreadable row, because no request may be overlooked
 */
export async function* rowsOf({ name, content }: DropFile): AsyncGenerator<readonly ListRow[]> {
  const reader = new CsvReader({ mappedHeaders: (header) => header, delimiter: ',' });
  const read = (records: ReturnType<CsvReader['push']>): ListRow[] => {
    const names = (reader.header?.names ?? []).map((header) => header.trim().toLowerCase());
    const [idAt, hashAt] = [names.indexOf('id'), names.indexOf('hash')];
    if (records.length > 0 && (idAt === -1 || hashAt === -1))
      throw new DropError(`${name} has no columns ID and Hash.`);
    return records.flatMap(({ blank, line, values }) => {
      if (blank) return [];
      const [workId, hash] = [values[idAt]?.trim() ?? '', values[hashAt]?.trim() ?? ''];
      if (!WORK_ID.test(workId) || !HASH.test(hash))
        throw new DropError(
          `${name} has no ID and SHA-256 hash in line ${line}. Nothing of it was reported.`,
        );
      return [{ workId, hash }];
    });
  };
  try {
    for await (const chunk of content()) yield* inSteps(read(reader.push(chunk)), PER_STEP);
    yield* inSteps(read(reader.end()), PER_STEP);
  } catch (error) {
    if (error instanceof CsvInputError && (error.code === 'no_rows' || error.code === 'empty')) return;
    throw unreadable(name, error);
  }
}

function unreadable(what: string, error: unknown): unknown {
  if (error instanceof BrokenZip || error instanceof CsvInputError)
    return new DropError(`${what} can't be read: ${error.message}`);
  return error;
}

/** Header of a file of statuses in DROP's format (OpenAPI document 1.2.0 of the platform, uploadData). */
export const statusFileHead = 'Id,Status\n';
export const statusLines = (statuses: readonly ItemStatus[]): string =>
  statuses.map(([workId, status]) => `${workId},${status}\n`).join('');

/** Reads a file of statuses written by this program. */
export function* statusesIn(text: string, perStep: number): Generator<ItemStatus[]> {
  let some: ItemStatus[] = [];
  for (let at = statusFileHead.length; at < text.length;) {
    const comma = text.indexOf(',', at);
    const end = text.indexOf('\n', comma);
    some.push([text.slice(at, comma), Number(text.slice(comma + 1, end))]);
    at = end + 1;
    if (some.length < perStep) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
