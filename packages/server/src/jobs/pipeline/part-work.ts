import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ColumnMapping } from '@skiptrace/contract';
import { CsvInputError, type EnrichedWidths, type Encoding } from '@skiptrace/csv';
import type { Mode } from '../../accounts/index.js';
import { itemAt } from '../../item-at.js';
import { FileGoneError, type FilePiece, type FileStore } from '../../storage/index.js';
import { isResultPart, matchesName, resultName, resultPartName, surveyName, uploadName } from '../files.js';
import {
  CHECKSUM_BYTES,
  checked,
  checkedSize,
  DamagedFileError,
  followedByChecksum,
  unlessDamaged,
  withChecksum,
} from './checked-bytes.js';
import { enrichPart } from './enrich-part.js';
import { matchPart, type MatchedPart } from './match-part.js';
import type { Directory } from './ports.js';
import { RecordPlaces } from './record-places.js';
import { Sidecar, type SidecarSummary } from './sidecar.js';
import { UnusableFileError } from './unusable-file.js';
import { readSurvey, surveyFile, writeSurvey, type Part, type Survey } from './survey.js';

/** Which file a job is about, and which columns of it. */
export interface JobFile {
  jobId: string;
  uploadVersion: string;
  uploadBytes: number;
  columnMapping: ColumnMapping;
  /** Whose owners the rows are looked up among. */
  mode: Mode;
}

/** What the whole of a file has, but for matches. */
export interface Overview {
  parts: number;
  totalRows: number;
  encoding: Encoding;
}

/** What a preview and the columns of the result are made of, of one part. */
export interface PartSummary extends SidecarSummary {
  /** Of the longest record. */
  cells: number;
}

/** What was made of a part of a result. */
export interface EnrichedPart {
  matchedRows: number;
  bytes: number;
}

/**
 * The steps of a job's heavy work. They know stored files and the owner directory and nothing of money or status. Each
 * stores what it made and, asked again, finds it there: so they can run anywhere, parts of a file next to each other,
 * and a kill undoes only the parts that were in hand. All throw UnusableFileError, StoreFullError, and the reason of
 * `signal`. Anything else they throw is a fault, which is never taken for a row without a match: the step is tried again, and
 * what was damaged is made again where no preview hangs on it.
 */
export interface PartWork {
  /** The first step: the others know the parts from it. */
  survey(file: JobFile, signal: AbortSignal): Promise<Overview>;
  match(file: JobFile, part: number, signal: AbortSignal): Promise<PartSummary>;
  enrich(file: JobFile, part: number, widths: EnrichedWidths, signal: AbortSignal): Promise<EnrichedPart>;
  /** Makes the result of its parts. @returns its size */
  assemble(file: JobFile, parts: number, signal: AbortSignal): Promise<number>;
  /** Removes the parts of a result that is there. */
  tidy(file: Pick<JobFile, 'jobId'>, signal: AbortSignal): Promise<void>;
}

const NO_LIMIT = { maxBytes: Number.MAX_SAFE_INTEGER };

/** Work in this process. @param directories a test job knows only that of its mode */
export const workHere = (store: FileStore, directories: Readonly<Record<Mode, Directory>>): PartWork => ({
  survey: (file, signal) =>
    blamingFile(async () => {
      await requireWholeUpload(store, file);
      const stored = await unlessDamaged(storedSurvey(store, file));
      const survey = stored ?? (await makeSurvey(store, file, signal));
      const { parts, dialect } = survey;
      const totalRows = parts.reduce((sum, { rows }) => sum + rows, 0);
      return { parts: parts.length, totalRows, encoding: dialect.encoding };
    }),
  match: (file, index, signal) =>
    blamingFile(async () => {
      const name = matchesName(file.jobId, index);
      const { survey, part } = await requirePart(store, file, index);
      const isThere = (await store.size(name)) !== null;
      let matches = isThere
        ? await unlessDamaged(storedMatches(store, file, index, survey, part, signal))
        : null;
      if (matches === null) {
        const { columnMapping } = file;
        matches = await reading(store, file, part, (source) =>
          matchPart({ source, survey, part, columnMapping, directory: directories[file.mode], signal }),
        );
        const { sidecar, places } = matches;
        await store.write(name, one(withChecksum(sidecar.bytes, places.bytes)), NO_LIMIT);
      }
      return { ...matches.sidecar.summary(), cells: matches.places.maxCells };
    }),
  enrich: (file, index, widths, signal) =>
    blamingFile(async () => {
      const name = resultPartName(file.jobId, index);
      const { survey, part } = await requirePart(store, file, index);
      const { sidecar, places } = await storedMatches(store, file, index, survey, part, signal);
      const { matchedRows } = sidecar.summary();
      const isThere = (await store.size(name)) !== null;
      const made = isThere ? await unlessDamaged(sizeOfResultPart(store, name)) : null;
      if (made !== null) return { matchedRows, bytes: made };
      const isFirst = index === 0;
      const { sizeBytes } = await reading(store, file, part, (source) =>
        store.write(
          name,
          followedByChecksum(
            enrichPart({
              source,
              survey,
              isFirst,
              widths,
              directory: directories[file.mode],
              sidecar,
              places,
              signal,
            }),
          ),
          NO_LIMIT,
        ),
      );
      return { matchedRows, bytes: sizeBytes - CHECKSUM_BYTES };
    }),
  assemble: async ({ jobId }, parts) => {
    const pieces: FilePiece[] = [];
    for (let part = 0; part < parts; part++) {
      const name = resultPartName(jobId, part);
      const stored = await store.size(name);
      if (stored === null) throw new FileGoneError();
      pieces.push({ name, bytes: stored - CHECKSUM_BYTES });
    }
    return (await store.join(resultName(jobId), pieces)).sizeBytes;
  },
  tidy: async ({ jobId }) => {
    for (const { name } of await store.list(jobId)) if (isResultPart(jobId, name)) await store.remove(name);
  },
});

async function sizeOfResultPart(store: FileStore, name: string): Promise<number> {
  const source = await store.read(name);
  try {
    return await checkedSize(source, 'a part of a result');
  } finally {
    source.destroy();
  }
}

async function blamingFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CsvInputError) throw new UnusableFileError(error.message, { cause: error });
    throw error;
  }
}

/** Bytes of the upload. @throws UnusableFileError when it is gone */
async function readUpload(
  store: FileStore,
  { jobId, uploadVersion }: JobFile,
  start?: number,
  end?: number,
): Promise<Readable> {
  try {
    return await store.read(uploadName(jobId, uploadVersion), start, end);
  } catch (error) {
    throw error instanceof FileGoneError ? uploadGone(error) : error;
  }
}

/** A shorter file could still be read, as if it had fewer rows. @throws UnusableFileError, DamagedFileError */
async function requireWholeUpload(
  store: FileStore,
  { jobId, uploadVersion, uploadBytes }: JobFile,
): Promise<void> {
  const bytes = await store.size(uploadName(jobId, uploadVersion));
  if (bytes === null) throw uploadGone();
  if (bytes !== uploadBytes) throw new DamagedFileError('the upload');
}

const uploadGone = (cause?: Error): UnusableFileError =>
  new UnusableFileError(
    'The uploaded file is missing. Upload it again in a new job.',
    cause === undefined ? {} : { cause },
  );

async function makeSurvey(store: FileStore, file: JobFile, signal: AbortSignal): Promise<Survey> {
  const source = await readUpload(store, file);
  try {
    const survey = await surveyFile(source, file.columnMapping, signal);
    const json = writeSurvey(survey);
    await store.write(surveyName(file.jobId), one(Buffer.from(`${json}\n${crc32(json)}`)), NO_LIMIT);
    return survey;
  } finally {
    source.destroy();
  }
}

async function storedSurvey(store: FileStore, { jobId }: JobFile): Promise<Survey | null> {
  const name = surveyName(jobId);
  if ((await store.size(name)) === null) return null;
  const [json = '', checksum] = (await contentOf(store, name)).toString().split('\n');
  // Earlier versions wrote no checksum.
  if (checksum !== undefined && checksum !== String(crc32(json))) throw new DamagedFileError('the survey');
  try {
    return readSurvey(json);
  } catch (error) {
    throw error instanceof SyntaxError ? new DamagedFileError('the survey') : error;
  }
}

async function requirePart(
  store: FileStore,
  file: JobFile,
  index: number,
): Promise<{ survey: Survey; part: Part }> {
  const survey = await storedSurvey(store, file);
  if (survey === null) throw new Error('a job has no survey');
  return { survey, part: itemAt(survey.parts, index) };
}

async function reading<T>(
  store: FileStore,
  file: JobFile,
  { start, end }: Part,
  use: (source: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const source = await readUpload(store, file, start, end);
  try {
    return await use(source);
  } finally {
    source.destroy();
  }
}

/**
 * What `matchPart` found. Earlier versions wrote no checksum, and before that no places, which are then found anew.
 * @throws FileGoneError, DamagedFileError
 */
async function storedMatches(
  store: FileStore,
  file: JobFile,
  index: number,
  survey: Survey,
  part: Part,
  signal: AbortSignal,
): Promise<MatchedPart> {
  const stored = await contentOf(store, matchesName(file.jobId, index));
  const rowsEnd = Sidecar.sizeOf(part.rows);
  const end = rowsEnd + RecordPlaces.sizeOf(part.records);
  const hasChecksum = stored.length !== rowsEnd && stored.length !== end;
  const bytes = hasChecksum ? checked(stored, 'the record of matches') : stored;
  const sidecar = Sidecar.stored(bytes.subarray(0, rowsEnd));
  if (bytes.length === end) return { sidecar, places: RecordPlaces.stored(bytes.subarray(rowsEnd)) };
  if (bytes.length !== rowsEnd) throw new DamagedFileError('the record of matches');
  const find = (source: AsyncIterable<Uint8Array>) => RecordPlaces.found(source, survey, part, signal);
  return { sidecar, places: await reading(store, file, part, find) };
}

/**
 * All of a file that is not large. `node:stream/consumers` detaches an ArrayBuffer, after which V8 asks at every access to
 * any typed array of the process whether it is still there.
 */
async function contentOf(store: FileStore, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const source: AsyncIterable<Uint8Array> = await store.read(name);
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
