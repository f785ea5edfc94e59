import type { EnrichedWidths } from '@skiptrace/csv';
import type { MatchResult } from '../../../directory/index.js';
import type { Mode } from '../../../money/accounts/index.js';
import { Packing } from '../../../money/log/index.js';
import { itemAt } from '../../../platform/lib/item-at.js';
import { FileGoneError, type FileStore } from '../../../platform/storage/index.js';
import { isResultPart, matchesName, resultName, resultPartName, withheldName } from '../files.js';
import {
  contentOf,
  readUpload,
  requireWholeUpload,
  unlessDamaged,
  verifiedSize,
  writeChecked,
} from './checked-files.js';
import { enrichPart } from './enrich-part.js';
import { matchPart } from './match-part.js';
import {
  readWithheld,
  RowProperties,
  storedMatches,
  storeMatches,
  storeWithheld,
  type MatchedPart,
} from './part-files.js';
import type { Directory, EnrichedPart, JobFile, Overview, PartSummary, PartWork } from './part-work.js';
import { storedSurvey, storeSurvey, surveyFile, type Part, type Survey } from './survey.js';

const WITHOUT_PHONE: MatchResult = { matched: false, reason: 'no_phone' };
/** An owner who may not be disclosed looks like none at all. */
const NO_OWNER: MatchResult = { matched: false, reason: 'no_candidates' };

/**
 * The directory for a job that only wants matches with a phone (reading 45). An owner without a phone is a miss before the list is
 * paid for; an owner who has no phone left afterwards counts as opted out. Owner records are read to decide, because the index
 * doesn't know which phones may be disclosed now.
 */
const withPhone = (directory: Directory): Directory => ({
  match: async (leads, want) => {
    const results = await directory.match(leads, want);
    const ids = new Set(results.flatMap((result) => (result.matched ? [result.ownerRecordId] : [])));
    const owners = ids.size === 0 ? new Map<number, null>() : await directory.read([...ids]);
    return results.map((result) => {
      if (!result.matched) return result;
      const owner = owners.get(result.ownerRecordId);
      if (owner === undefined) throw new Error('an owner record that was just found is gone');
      if (owner === null) return NO_OWNER;
      return owner.phones.length > 0 ? result : WITHOUT_PHONE;
    });
  },
  read: (ids) => directory.read(ids),
});

/** One part of a job's file, and the survey of the whole file. */
interface SurveyedPart {
  file: JobFile;
  index: number;
  part: Part;
  survey: Survey;
}

/** Does the steps of a job in this process. */
export class WorkHere implements PartWork {
  /** @param directories by mode; a test job uses only the test directory */
  constructor(
    private readonly store: FileStore,
    private readonly directories: Readonly<Record<Mode, Directory>>,
  ) {}

  async survey(file: JobFile, signal: AbortSignal): Promise<Overview> {
    await requireWholeUpload(this.store, file);
    const stored = await unlessDamaged(storedSurvey(this.store, file.jobId));
    const { parts, dialect, header } = stored ?? (await this.#makeSurvey(file, signal));
    const totalRows = parts.reduce((sum, { rows }) => sum + rows, 0);
    const { encoding, delimiter } = dialect;
    return { parts: parts.length, totalRows, encoding, delimiter, columns: header.names.length };
  }

  async match(file: JobFile, index: number, matches: string, signal: AbortSignal): Promise<PartSummary> {
    const surveyed = await this.#surveyedPart(file, index);
    const name = matchesName(file.jobId, index, matches);
    const stored = await unlessDamaged(storedMatches(this.store, name, surveyed.part));
    const { sidecar, sizes, coOwners } = stored ?? (await this.#makeMatches(surveyed, name, signal));
    return { ...sidecar.summary(), cells: sizes.maxCells, coOwners: coOwners.widths };
  }

  async properties(file: JobFile, index: number, matchesOf: string): Promise<string> {
    const { part } = await this.#surveyedPart(file, index);
    const matches = await storedMatches(this.store, matchesName(file.jobId, index, matchesOf), part);
    if (matches === null) throw new FileGoneError();
    const { bytes } = matches.properties;
    // Without properties all of its rows would be free.
    if (bytes.length !== RowProperties.sizeOf(part.rows)) throw new Error('a part has no properties');
    return bytes.toString('base64');
  }

  async enrich(
    file: JobFile,
    index: number,
    matchesOf: string,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<EnrichedPart> {
    const surveyed = await this.#surveyedPart(file, index);
    // Never recreated: owners may have changed since, and the preview promised these.
    const name = matchesName(file.jobId, index, matchesOf);
    const matches = await storedMatches(this.store, name, surveyed.part);
    if (matches === null) throw new FileGoneError();
    const withheld = withheldName(file.jobId, index);
    const stored = await unlessDamaged(verifiedSize(this.store, resultPartName(file.jobId, index)));
    const bytes = stored ?? (await this.#makeResultPart(surveyed, matches, widths, signal));
    const { matchedRows } = matches.sidecar.summary();
    return { matchedRows, bytes, withheld: await readWithheld(this.store, withheld) };
  }

  async disclosed(file: JobFile, index: number, matchesOf: string, secret: string): Promise<string> {
    const { part } = await this.#surveyedPart(file, index);
    const matches = await storedMatches(this.store, matchesName(file.jobId, index, matchesOf), part);
    if (matches === null) throw new FileGoneError();
    const noted = await readWithheld(this.store, withheldName(file.jobId, index));
    const withheld = new Set(noted.at);
    const withheldCoOwners = new Map(noted.coOwners);
    const { sidecar, properties, coOwners } = matches;
    const packing = new Packing(sidecar.rows + coOwners.count, secret, properties.bytes);
    for (let row = 0; row < sidecar.rows; row += 1) {
      const recordId = sidecar.ownerOf(row);
      if (recordId === null || withheld.has(row)) continue;
      // The record's digest is the first of its row.
      packing.add(recordId, RowProperties.sizeOf(row));
      for (const { id } of coOwners.of(row))
        if (withheldCoOwners.get(row)?.includes(id) !== true) packing.add(id, RowProperties.sizeOf(row));
    }
    return packing.bytes.toString('base64');
  }

  async assemble({ jobId }: JobFile, parts: number): Promise<number> {
    const names = Array.from({ length: parts }, (_, part) => resultPartName(jobId, part));
    const pieces = await Promise.all(names.map((name) => contentOf(this.store, name)));
    return (await this.store.join(resultName(jobId), pieces)).sizeBytes;
  }

  async tidy(jobId: string): Promise<void> {
    for (const { name } of await this.store.list(jobId)) {
      if (isResultPart(jobId, name)) await this.store.remove(name);
    }
  }

  #directoryOf({ mode, requirePhone }: JobFile): Directory {
    const directory = this.directories[mode];
    return requirePhone ? withPhone(directory) : directory;
  }

  async #surveyedPart(file: JobFile, index: number): Promise<SurveyedPart> {
    const survey = await storedSurvey(this.store, file.jobId);
    if (survey === null) throw new FileGoneError();
    return { file, index, part: itemAt(survey.parts, index), survey };
  }

  async #makeSurvey(file: JobFile, signal: AbortSignal): Promise<Survey> {
    const survey = await readUpload(this.store, file, (source) =>
      surveyFile(source, file.columnMapping, signal),
    );
    await storeSurvey(this.store, file.jobId, survey);
    return survey;
  }

  async #makeMatches(
    { file, part, survey }: SurveyedPart,
    name: string,
    signal: AbortSignal,
  ): Promise<MatchedPart> {
    const { columnMapping, wantsProperties } = file;
    const directory = this.#directoryOf(file);
    const look = (source: AsyncIterable<Uint8Array>) =>
      matchPart({ source, survey, part, columnMapping, directory, wantsProperties, signal });
    const matches = await readUpload(this.store, file, look, part);
    await storeMatches(this.store, name, matches);
    return matches;
  }

  /** @returns its size in bytes */
  #makeResultPart(
    { file, index, part, survey }: SurveyedPart,
    matches: MatchedPart,
    widths: EnrichedWidths,
    signal: AbortSignal,
  ): Promise<number> {
    const directory = this.#directoryOf(file);
    const write = (source: AsyncIterable<Uint8Array>) => {
      const properties = new Map<string, string[]>();
      const withheldAt: number[] = [];
      const coOwners = new Map<number, number[]>();
      const rows = enrichPart({
        source,
        survey,
        isFirst: index === 0,
        widths,
        directory,
        ...matches,
        requirePhone: file.requirePhone,
        onCoOwnerWithheld: (row, id) => coOwners.set(row, [...(coOwners.get(row) ?? []), id]),
        onWithheld: (row, property) => {
          withheldAt.push(row);
          if (property.length > 0) properties.set(property.join(), property);
        },
        signal,
      });
      // Stored before the part: as soon as the part counts, its withheld matches are known.
      const name = withheldName(file.jobId, index);
      const noted = followedBy(rows, () =>
        storeWithheld(this.store, name, {
          rows: withheldAt.length,
          properties: [...properties.values()],
          at: withheldAt,
          coOwners: [...coOwners],
        }),
      );
      return writeChecked(this.store, resultPartName(file.jobId, index), noted);
    };
    return readUpload(this.store, file, write, part);
  }
}

async function* followedBy<T>(items: AsyncIterable<T>, last: () => Promise<void>): AsyncGenerator<T> {
  yield* items;
  await last();
}
