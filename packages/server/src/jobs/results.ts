import { parseAddress } from '@skiptrace/address';
import type { EnrichedOwner } from '@skiptrace/csv';
import { rewritten, type MatchedRow } from '@skiptrace/csv/leads';
import { propertyDigests, type OwnerRecord } from '../owners/index.js';
import { Turns } from '../turns.js';
import { lackingOf, withhold } from './charges.js';
import { JobEntity, type Job, type ResultLayout } from './entities.js';
import { leftOutName, resultName } from './files.js';
import { requireJob } from './job-rows.js';
import type { CurrentResults, JobNeeds } from './jobs.js';
import { readWithheld, storeWithheld } from './pipeline/withheld.js';

type ResultNeeds = Pick<JobNeeds, 'database' | 'billing' | 'repeats' | 'store' | 'listVersion' | 'pass'>;

/** A result that can be looked through. */
type ReadableJob = Job & { layout: ResultLayout; resultVersion: string };

/**
 * Results that were written before the list of those to leave out changed: looked through before they are handed out, and written again
 * where somebody is on it. What is not handed out any more is given back.
 */
export class Results implements CurrentResults {
  readonly #turns = new Turns();

  constructor(private readonly needs: ResultNeeds) {}

  async current(job: Job): Promise<Job> {
    if (!isReadable(job)) return job;
    const version = await this.needs.listVersion();
    if (isOf(job, version)) return job;
    return this.#turns.take(job.id, async () => {
      const now = await requireJob(this.needs.database.read, { id: job.id });
      if (!isReadable(now) || isOf(now, version)) return now;
      await this.#lookThrough(now, version);
      return requireJob(this.needs.database.read, { id: job.id });
    });
  }

  async #lookThrough(job: ReadableJob, version: number): Promise<void> {
    const { database, store } = this.needs;
    const { id, accountId } = job;
    const name = resultName(id);
    const found = { matched: 0, withheldRows: 0, withheld: new Map<string, string[]>(), isChanged: false };
    // Most results have nobody who is on the list: nothing is written then.
    for await (const _ of await this.#rewritten(job, found));
    const noted = await readWithheld(store, leftOutName(id));
    for (const property of noted.properties) found.withheld.set(property.join(), property);
    const properties = [...found.withheld.values()];
    if (found.isChanged) {
      // Noted first: whoever goes on after a kill finds nobody in the file any more.
      await storeWithheld(store, leftOutName(id), { rows: found.withheldRows, properties });
      await store.write(name, await this.#rewritten(job, { ...found }), {
        maxBytes: Number.MAX_SAFE_INTEGER,
      });
    }
    const resultBytes = await store.size(name);
    const { properties: lacking } = await lackingOf(this.needs, job, {
      rows: found.withheldRows,
      properties,
    });
    await database.writeFor(accountId, async (tx) => {
      const current = await requireJob(tx, { id });
      if (!isReadable(current) || isOf(current, version)) return;
      const promised = (current.matchedRows ?? 0) + (current.withheldRows ?? 0);
      const rows = promised - found.matched;
      const changes = await withhold(tx, this.needs, current, { rows, properties: lacking });
      await tx.update(JobEntity, { id }, { ...changes, resultBytes, suppressionVersion: version });
    });
  }

  async #rewritten(
    job: ReadableJob,
    found: { matched: number; withheldRows: number; withheld: Map<string, string[]>; isChanged: boolean },
  ): Promise<AsyncGenerator<Uint8Array>> {
    const { store, pass } = this.needs;
    const source = await store.read(resultName(job.id));
    return rewritten(source, job.columnMapping, job.layout.encoding, async (rows) => {
      const asked = rows.map(ownerAt);
      const passed = (await pass(asked)).map((owner) =>
        job.requirePhone === 1 && owner?.phones.length === 0 ? null : owner,
      );
      return rows.map((row, at): EnrichedOwner | null => {
        const owner = passed[at] ?? null;
        if (owner !== null) found.matched += 1;
        else {
          found.withheldRows += 1;
          const property = propertyDigests([parseAddress(row.property)], undefined);
          found.withheld.set(property.join(), property);
        }
        if (owner === asked[at]) return row.owner;
        found.isChanged = true;
        return owner;
      });
    });
  }
}

const isReadable = (job: Job): job is ReadableJob =>
  job.status === 'completed' && job.mode === 'live' && job.resultVersion !== null && job.layout !== null;

const isOf = ({ suppressionVersion }: Job, version: number): boolean => (suppressionVersion ?? 0) === version;

export const ownerAt = ({ property, owner }: MatchedRow): OwnerRecord => ({
  ...owner,
  id: 0,
  propertyAddress: property.address,
  propertyCity: property.city || null,
  propertyState: property.state || null,
  propertyZip: property.zip || null,
  phones: owner.phones.map(({ number, type, dnc }) => ({ number, type, dnc })),
  emails: [...owner.emails],
});
