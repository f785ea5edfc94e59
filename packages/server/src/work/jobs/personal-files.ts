import { CsvInputError } from '@skiptrace/csv';
import { NotEnriched, redacted, rewritten, type ListedRow } from '@skiptrace/csv/leads';
import type { OwnerRecord } from '../../directory/index.js';
import { In, IsNull, Not } from '../../platform/database/typeorm.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { FileGoneError } from '../../platform/storage/index.js';
import { JobEntity, type Job, type ResultLayout } from './entities.js';
import { resultName, uploadName } from './files.js';
import { requireJob } from './job-rows.js';
import type { CurrentResults, JobNeeds } from './jobs.js';
import { ownerAt } from './results.js';
import { removeFiles } from './room.js';
import { askedOwners, NotedMatches, RowRecords } from './row-records.js';
import { FINAL_STATUSES } from './states.js';

/** Decides which cells of a row, and which owners, are about a person. */
export interface PersonTest {
  /** The person's records in the directory, by id. */
  readonly records: ReadonlyMap<number, OwnerRecord>;
  /** @param records ids of the person's records that this row matched, or that the row it repeats matched */
  cellsOf(row: ListedRow, records: readonly number[]): readonly number[];
  among(owners: readonly OwnerRecord[]): Promise<readonly OwnerRecord[]>;
}

/** The files of a job that contain a person. */
export interface HoldingJob {
  jobId: string;
  accountId: string;
  status: Job['status'];
  /** Rows of the customer's own list that are about the person. */
  listRows: number;
  /** Rows of the result with the person as owner. */
  ownerRows: number;
  /** Why a file couldn't be read; null if all could be. */
  unread: string | null;
}

const ENDED: readonly Job['status'][] = FINAL_STATUSES;
const JOBS_PER_STEP = 200;

type PersonalFileNeeds = Pick<JobNeeds, 'database' | 'store' | 'owners'> & {
  results: Pick<CurrentResults, 'current' | 'changing'>;
};

/** Finds and removes one person in the files of all customers. */
export class PersonalFiles {
  constructor(private readonly needs: PersonalFileNeeds) {}

  /**
   * Reads every stored file, one after the other.
   * @param onRow gets each row that contains the person, as it is written
   */
  async *find(
    person: PersonTest,
    onRow: (job: Job, row: string) => void = () => undefined,
  ): AsyncGenerator<HoldingJob> {
    for await (const job of this.#jobs()) {
      const held = { listRows: 0, ownerRows: 0 };
      let unread: string | null = null;
      const reading = async (read: () => Promise<void>) => {
        try {
          await read();
        } catch (error) {
          if (!(error instanceof FileGoneError)) unread ??= whyUnread(error);
        }
      };
      // Reads both files: a killed deletion may have cleaned only one of them, or one may be unreadable.
      for (const name of filesOf(job))
        await reading(async () => {
          let rows = 0;
          for await (const _ of this.#list(job, name, person, (row, cells) => {
            if (cells.length === 0) return [];
            rows += 1;
            if (rows > held.listRows) {
              held.listRows = rows;
              onRow(job, row.text);
            }
            return [];
          }));
        });
      // A test job's records are the sandbox's, which counts them from 1, too.
      if (hasResult(job) && job.mode === 'live')
        await reading(async () => {
          held.ownerRows = await this.#ownerRows(job, person);
        });
      if (held.listRows > 0 || held.ownerRows > 0 || unread !== null)
        yield { jobId: job.id, accountId: job.accountId, status: job.status, ...held, unread };
    }
  }

  /**
   * Removes a person from the files of a job that has ended. Owners leave the result through the suppression list, and are
   * refunded (`Results`); the customer's own cells about the person are emptied; the upload is deleted, because an ended job
   * doesn't need it. If the result can't be read, the upload stays unless it may contain the person. Repeating it changes nothing.
   * @returns `unfinished` for a job that has not ended: its files are still needed unchanged; `unread` if the result can't be read
   * and may still contain the person
   */
  async remove(jobId: string, person: PersonTest): Promise<'cleaned' | 'unfinished' | 'unread'> {
    const { database, store, results } = this.needs;
    const job = await requireJob(database.read, { id: jobId });
    if (!ENDED.includes(job.status)) return 'unfinished';
    if (!hasResult(job)) {
      await removeFiles(this.needs, [job.id]);
      return 'cleaned';
    }
    let result: 'read' | 'unread' | 'gone' = 'read';
    try {
      // Owners first: the refund is computed from the unchanged rows.
      await results.current(job, new Set(job.mode === 'live' ? person.records.keys() : []));
      await results.changing(job, () => this.#emptyCells(job, person));
    } catch (error) {
      result = error instanceof FileGoneError ? 'gone' : requireUnread(error);
    }
    if (job.uploadVersion !== null) {
      const upload = uploadName(job.id, job.uploadVersion);
      // Without a result that can be read, the upload is the customer's only copy.
      if (result === 'read' || (await this.#mayHold(job, upload, person))) await store.remove(upload);
    }
    return result === 'unread' ? 'unread' : 'cleaned';
  }

  /** True also for a list that can't be read: it may contain the person. */
  async #mayHold(job: Job, name: string, person: PersonTest): Promise<boolean> {
    let cellCount = 0;
    const counted = this.#list(job, name, person, (_, cells) => {
      cellCount += cells.length;
      return [];
    });
    try {
      for await (const _ of counted);
    } catch (error) {
      return requireUnread(error) === 'unread';
    }
    return cellCount > 0;
  }

  /** Empties the cells about a person in the customer's columns of a result. */
  async #emptyCells(job: Job, person: PersonTest): Promise<void> {
    const { database, store } = this.needs;
    const name = resultName(job.id);
    let isChanged = false;
    const choose = (row: ListedRow, cells: readonly number[]) => {
      isChanged ||= cells.some((cell) => row.cells()[cell] !== '');
      return cells;
    };
    for await (const _ of this.#list(job, name, person, choose));
    if (isChanged)
      await store.write(name, this.#list(job, name, person, choose), {
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
    // Updated even if nothing changed: a killed process may have written the file but not this row.
    const resultBytes = await store.size(name);
    await database.writeFor(job.accountId, async (tx) => {
      const now = await requireJob(tx, { id: job.id });
      if (hasResult(now)) await tx.update(JobEntity, { id: job.id }, { resultBytes });
    });
  }

  /**
   * The list without some cells. The file is opened only when this is read, because a store without room for a new file never reads
   * it, and nothing would close the file.
   * @param choose selects, from a row's cells about the person, the ones to empty
   */
  async *#list(
    job: Job,
    name: string,
    person: PersonTest,
    choose: (row: ListedRow, cells: readonly number[]) => readonly number[],
  ): AsyncGenerator<Uint8Array> {
    const { store } = this.needs;
    // Nothing was uploaded yet, or the file is already deleted.
    if ((await store.size(name)) === null) return;
    const matches = await NotedMatches.open(store, job);
    const source = await store.read(name);
    /** The person's records that each row matched, by row: kept for later rows that repeat it. */
    const matched = new Map<number, readonly number[]>();
    const { encoding, delimiter, widths } = job.layout ?? {};
    const form = { encoding, delimiter, ...(name === resultName(job.id) && { widths }) };
    yield* redacted(source, job.columnMapping, form, async (rows) => {
      const coOwnerIds = await matches.coOwnerIds(rows);
      for (const [at, ids] of (await matches.ids(rows)).entries()) {
        const theirs = [...ids, ...itemAt(coOwnerIds, at)].filter((id) => person.records.has(id));
        if (theirs.length > 0) matched.set(itemAt(rows, at).row, theirs);
      }
      const idsOf = (row: number | undefined) => (row === undefined ? [] : (matched.get(row) ?? []));
      return rows.map((row) =>
        choose(row, person.cellsOf(row, [...idsOf(row.row), ...idsOf(row.repeated?.row)])),
      );
    });
  }

  async #ownerRows(job: Job & { layout: ResultLayout }, person: PersonTest): Promise<number> {
    let rows = 0;
    const records = await RowRecords.open(this.needs, job);
    const source = await this.needs.store.read(resultName(job.id));
    const result = rewritten(source, job.columnMapping, job.layout, async (matched) => {
      const persons = (await records.asked(matched)).map(askedOwners);
      const written = persons.map((some) => some.map(({ row }) => ownerAt(row)));
      const named = new Set(await person.among(written.flat()));
      const about = await records.of(persons.flat());
      let next = 0;
      for (const owners of written) {
        const ofRow = about.slice(next, (next += owners.length)).flat();
        if (owners.some((one) => named.has(one)) || ofRow.some(({ id }) => person.records.has(id))) rows += 1;
      }
      return matched.map(({ owner }) => owner);
    });
    for await (const _ of result);
    return rows;
  }

  /** All jobs with a file. */
  async *#jobs(): AsyncGenerator<Job> {
    const { database } = this.needs;
    const found = await database.read.find(JobEntity, {
      where: [{ uploadVersion: Not(IsNull()) }, { resultVersion: Not(IsNull()) }],
      select: { sequence: true, id: true },
      order: { sequence: 'ASC' },
    });
    for (let from = 0; from < found.length; from += JOBS_PER_STEP) {
      const ids = found.slice(from, from + JOBS_PER_STEP).map(({ id }) => id);
      yield* await database.read.find(JobEntity, { where: { id: In(ids) }, order: { sequence: 'ASC' } });
    }
  }
}

const hasResult = (job: Job): job is Job & { layout: ResultLayout } =>
  job.status === 'completed' && job.resultVersion !== null && job.layout !== null;

/** The files with rows of the customer's list; the result first, because it is the one that is kept. */
const filesOf = (job: Job): string[] => [
  ...(hasResult(job) ? [resultName(job.id)] : []),
  ...(job.uploadVersion === null ? [] : [uploadName(job.id, job.uploadVersion)]),
];

/** Why a file is not a readable CSV. @throws any other error */
function whyUnread(error: unknown): string {
  if (error instanceof CsvInputError || error instanceof NotEnriched) return error.message;
  throw error;
}

/** Accepts only the errors of `whyUnread`. @throws any other error */
function requireUnread(error: unknown): 'unread' {
  whyUnread(error);
  return 'unread';
}
