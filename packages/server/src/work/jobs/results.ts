import { setImmediate } from 'node:timers/promises';
import type { EnrichedOwner } from '@skiptrace/csv';
import { rewritten, type MatchedRow } from '@skiptrace/csv/leads';
import type { OwnerRecord } from '../../directory/index.js';
import { MS_PER_SECOND } from '../../platform/clock.js';
import { inSteps, Turns } from '../../platform/lib/batches.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { inTime, type Pause } from '../../platform/lib/shared-answer.js';
import { lackingOf, withhold } from './charges.js';
import { JobEntity, type Job, type ResultLayout } from './entities.js';
import { leftOutName, resultName } from './files.js';
import { requireJob } from './job-rows.js';
import type { CurrentResults, JobNeeds } from './jobs.js';
import { readWithheld, storeWithheld } from './pipeline/part-files.js';
import { NOTHING_WITHHELD } from './pipeline/part-work.js';
import { askedOwners, RowRecords, type AskedOwner, type AskedRow } from './row-records.js';

type ResultNeeds = Pick<
  JobNeeds,
  'database' | 'billing' | 'repeats' | 'store' | 'listVersion' | 'pass' | 'owners'
>;

/** Outcome of checking a result. */
interface Seen {
  matched: number;
  withheldRows: number;
  withheld: Map<string, string[]>;
  isChanged: boolean;
}

/** Rows with the same cells and records, judged once; `places` are their indexes. */
interface Alike extends AskedRow {
  places: number[];
}

/** A result that can be checked. */
type ReadableJob = Job & { layout: ResultLayout; resultVersion: string };

/**
 * Checks results that were written before the suppression list changed: before they are served, they are rewritten if an owner in
 * them is on the list. Matches removed that way are refunded.
 */
export class Results implements CurrentResults {
  /** Limits each account to one check at a time: an account with many results delays no other. */
  readonly #accountTurns = new Turns();
  readonly #serverTurns = new Turns(CHECKS_AT_ONCE);
  /** Checks that go on after their requests were answered, by job. */
  readonly #begun = new Map<string, Promise<Job>>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  /** @param wait for tests */
  constructor(
    private readonly needs: ResultNeeds,
    private readonly wait?: Pause,
  ) {}

  async currentInTime(job: Job): Promise<Job> {
    try {
      if (await this.#isCurrent(job, NO_RECORDS)) return job;
      const check = this.#begun.get(job.id) ?? this.#begin(job);
      return await inTime(check, job, IN_TIME_MS, this.wait);
    } catch {
      // A download checks again, and reports the failure if it persists.
      return job;
    }
  }

  /**
   * Ends the checks under way and waits for them. A check that has already written its result completes its refund; every other
   * leaves the result as it was.
   */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'));
    await Promise.allSettled(this.#underWay);
  }

  #begin(job: Job): Promise<Job> {
    const check = this.current(job).finally(() => this.#begun.delete(job.id));
    this.#begun.set(job.id, check);
    return check;
  }

  async current(job: Job, without: ReadonlySet<number> = NO_RECORDS): Promise<Job> {
    if (await this.#isCurrent(job, without)) return job;
    const { read } = this.needs.database;
    return this.#accountTurns.take(job.accountId, async () => {
      // While this job waited, another check may have been about it, and the list may have changed again.
      const now = await requireJob(read, { id: job.id });
      if (!isReadable(now) || (await this.#isCurrent(now, without))) return now;
      await this.#serverTurns.take('checks', () => this.#tracked(this.#lookThrough(now, without)));
      return requireJob(read, { id: job.id });
    });
  }

  async changing<T>({ accountId }: Job, work: () => Promise<T>): Promise<T> {
    return this.#accountTurns.take(accountId, work);
  }

  async #isCurrent(job: Job, without: ReadonlySet<number>): Promise<boolean> {
    return !isReadable(job) || (without.size === 0 && isOf(job, await this.needs.listVersion()));
  }

  async #tracked(check: Promise<void>): Promise<void> {
    this.#underWay.add(check);
    try {
      await check;
    } finally {
      this.#underWay.delete(check);
    }
  }

  async #lookThrough(job: ReadableJob, without: ReadonlySet<number>): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    // Before the rows: what is added to the list from here on is left to the next check.
    const version = await this.needs.listVersion();
    const { database, store } = this.needs;
    const { id, accountId } = job;
    const name = resultName(id);
    const found = nothingSeen();
    // Most results contain no owner on the list: nothing is written then.
    for await (const _ of this.#rewritten(job, found, without));
    const noted = await readWithheld(store, leftOutName(id));
    for (const property of noted.properties) found.withheld.set(property.join(), property);
    const properties = [...found.withheld.values()];
    if (found.isChanged) {
      // Stored first: a process that resumes after a kill no longer finds these owners in the file.
      await storeWithheld(store, leftOutName(id), {
        ...NOTHING_WITHHELD,
        rows: found.withheldRows,
        properties,
      });
      const again = nothingSeen();
      const content = unlessListChanged(this.#rewritten(job, again, without), found, again);
      try {
        await store.write(name, content, { maxBytes: Number.MAX_SAFE_INTEGER });
      } catch (error) {
        if (error instanceof ListChangedError) return this.#lookThrough(job, without);
        throw error;
      }
    }
    const resultBytes = await store.size(name);
    // Without a match fewer there is nothing to refund, and the result needn't be read again.
    const isFewer = found.matched < (job.matchedRows ?? 0);
    const withheld = { rows: found.withheldRows, properties: isFewer ? properties : [] };
    const { properties: lacking } = await lackingOf(this.needs, job, withheld);
    await database.writeFor(accountId, async (tx) => {
      const current = await requireJob(tx, { id });
      if (!isReadable(current) || (isOf(current, version) && without.size === 0)) return;
      const promised = (current.matchedRows ?? 0) + (current.withheldRows ?? 0);
      const rows = promised - found.matched;
      const changes = await withhold(tx, this.needs, current, { rows, properties: lacking });
      await tx.update(JobEntity, { id }, { ...changes, resultBytes, suppressionVersion: version });
    });
  }

  /**
   * The file is opened only when this is read, because a store without room for a new file never reads it, and nothing would close
   * the file.
   */
  async *#rewritten(job: ReadableJob, found: Seen, without: ReadonlySet<number>): AsyncGenerator<Uint8Array> {
    const records = await RowRecords.open(this.needs, job);
    yield* rewritten(
      await this.needs.store.read(resultName(job.id)),
      job.columnMapping,
      job.layout,
      async (rows) => {
        const owners = (await this.#judged(rows, records, without)).map((owner) =>
          job.requirePhone === 1 && owner?.phones.length === 0 ? null : owner,
        );
        const withheld = rows.filter((_, at) => itemAt(owners, at) === null);
        for (const property of await records.noted.properties(withheld))
          found.withheld.set(property.join(), property);
        found.withheldRows += withheld.length;
        found.matched += rows.length - withheld.length;
        found.isChanged ||= rows.some((row, at) => itemAt(owners, at) !== row.owner);
        return owners;
      },
    );
  }

  /** Owners of rows as they may be disclosed. Rows with the same cells and records are judged once. */
  async #judged(
    rows: readonly MatchedRow[],
    records: RowRecords,
    without: ReadonlySet<number>,
  ): Promise<(EnrichedOwner | null)[]> {
    const all: Alike[] = [];
    const ofOwner = new Map<EnrichedOwner, Alike[]>();
    for (const [at, asked] of (await records.asked(rows)).entries()) {
      const known = ofOwner.get(asked.row.owner) ?? [];
      const same = known.find((one) => isAlike(one, asked));
      if (same !== undefined) {
        same.places.push(at);
        continue;
      }
      const one = { ...asked, places: [at] };
      all.push(one);
      ofOwner.set(asked.row.owner, [...known, one]);
    }
    const owners = rows.map(({ owner }): EnrichedOwner | null => owner);
    for (const asked of inSteps(all, JUDGED_AT_ONCE)) {
      this.#stopping.signal.throwIfAborted();
      const passed = await this.#passed(asked, records, without);
      for (const [index, { row, places }] of asked.entries()) {
        const owner = itemAt(passed, index);
        if (owner !== row.owner) for (const at of places) owners[at] = owner;
      }
      await setImmediate();
    }
    return owners;
  }

  /** The owners of rows as they may be disclosed: checked against the rows' own text, and against the records they are about. */
  async #passed(
    rows: readonly AskedRow[],
    records: RowRecords,
    without: ReadonlySet<number>,
  ): Promise<(EnrichedOwner | null)[]> {
    const persons = rows.map(askedOwners);
    const all = persons.flat();
    const asked = all.map(({ row }) => ownerAt(row));
    const passed = await this.needs.pass(asked);
    const about = await records.of(all);
    const left = all.map(({ row: { owner: written } }, at) => {
      const owner = itemAt(passed, at) === itemAt(asked, at) ? written : itemAt(passed, at);
      const ofRow = itemAt(about, at);
      if (owner === null || ofRow.some(({ id, details }) => details === null || without.has(id))) return null;
      // Details that are still bytes (`places`) are unchanged, so they need no comparison. What an operator corrected since isn't
      // what was delivered.
      const changed = ofRow.flatMap(({ details, isMatched }) =>
        isMatched &&
        details !== null &&
        !('places' in details) &&
        !('correctionId' in details) &&
        records.isSamePerson(written, details)
          ? [details]
          : [],
      );
      return changed.reduce((one, details) => onlyWhatIsIn(one, details, records), owner);
    });
    let next = 0;
    return rows.map(({ row }, at) => {
      const ofRow = itemAt(persons, at);
      const [owner = null, ...others] = left.slice(next, (next += ofRow.length));
      // A row keeps nothing of a property without the owner who was paid for.
      if (owner === null) return null;
      if ([owner, ...others].every((one, index) => one === itemAt(ofRow, index).row.owner)) return row.owner;
      return { ...owner, coOwners: others.filter((one) => one !== null) };
    });
  }
}

/** A program that asks for a job again and again is answered within this time. */
const IN_TIME_MS = MS_PER_SECOND;

/** Rows judged before lookups get a turn. */
const JUDGED_AT_ONCE = 100;

/** Most checks at once: they run on the thread that answers lookups. */
const CHECKS_AT_ONCE = 2;

const nothingSeen = (): Seen => ({ matched: 0, withheldRows: 0, withheld: new Map(), isChanged: false });

/** Thrown if the suppression list changed while a result was rewritten. The stored result is unchanged. */
class ListChangedError extends Error {}

/**
 * Passes the rewritten result on. Throws at its end, so that it isn't stored, if it leaves out rows that the first reading kept:
 * they would not be refunded.
 */
async function* unlessListChanged(
  content: AsyncIterable<Uint8Array>,
  noted: Seen,
  rewritten: Seen,
): AsyncGenerator<Uint8Array> {
  yield* content;
  const isNoted = [...rewritten.withheld.keys()].every((property) => noted.withheld.has(property));
  if (!isNoted || rewritten.withheldRows !== noted.withheldRows) throw new ListChangedError();
}

const NO_RECORDS: ReadonlySet<number> = new Set();

/**
 * Whether one judgment fits both rows. `rewritten` gives rows with the same cells the same objects, so comparing references is
 * enough.
 */
const isAlike = (one: AskedRow, other: AskedRow): boolean =>
  one.row.property === other.row.property &&
  one.row.owner === other.row.owner &&
  one.ids.join() === other.ids.join() &&
  one.coOwnerIds.join() === other.coOwnerIds.join();

/** A row's owner without the phones and emails that the record no longer has. */
function onlyWhatIsIn(owner: EnrichedOwner, details: EnrichedOwner, records: RowRecords): EnrichedOwner {
  const numbers = new Set(details.phones.map(({ number }) => number));
  const written = new Set(details.emails.map((email) => records.asWritten(email)));
  const phones = owner.phones.filter(({ number }) => numbers.has(number));
  const emails = owner.emails.filter((email) => written.has(email));
  const isWhole = phones.length === owner.phones.length && emails.length === owner.emails.length;
  return isWhole ? owner : { ...owner, phones, emails };
}

const isReadable = (job: Job): job is ReadableJob =>
  job.status === 'completed' && job.mode === 'live' && job.resultVersion !== null && job.layout !== null;

const isOf = ({ suppressionVersion }: Job, version: number): boolean => (suppressionVersion ?? 0) === version;

/** @param owner without other owners */
export const ownerAt = ({ property, owner }: AskedOwner['row']): OwnerRecord => ({
  ...owner,
  id: 0,
  propertyAddress: property.address,
  propertyCity: property.city || null,
  propertyState: property.state || null,
  propertyZip: property.zip || null,
  phones: owner.phones.map(({ number, type, dnc, dncChecked }) =>
    dncChecked === false ? { number, type, dnc, dncChecked } : { number, type, dnc },
  ),
  emails: [...owner.emails],
});
