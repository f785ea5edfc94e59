import type { Caller } from '../accounts/index.js';
import type { Database } from '../database/index.js';
import { JobEntity, type Job } from './entities.js';

/**
 * Jobs as their account may see them: a preview costs no more than the account's price is now. A lower price is stored before it is
 * shown, so that it stays if the account's price rises again: no one pays more than they have seen. If it can't be stored, the
 * preview is shown as it is; confirm charges the lower price all the same.
 * @param jobs of the caller's account and mode
 */
export async function withLoweredPrices(
  database: Pick<Database, 'writeFor'>,
  { accountId, terms: { priceCents } }: Caller,
  jobs: readonly Job[],
): Promise<Job[]> {
  const isTooDear = (job: Job) => job.status === 'preview' && (job.priceCents ?? 0) > priceCents;
  const dear = jobs.filter(isTooDear);
  if (dear.length === 0) return [...jobs];
  const lowered = new Map(
    dear.map((job) => [job.id, { priceCents, totalChargeCents: chargedRows(job) * priceCents }]),
  );
  const store = database.writeFor(accountId, async (tx) => {
    for (const { id, priceCents: before } of dear)
      await tx.update(JobEntity, { id, status: 'preview', priceCents: before ?? 0 }, lowered.get(id) ?? {});
  });
  return store.then(
    () => jobs.map((job) => ({ ...job, ...lowered.get(job.id) })),
    () => [...jobs],
  );
}

/** Rows of a preview that cost something. @throws Error before the preview */
export function chargedRows({ matchedRows, repeatRows }: Pick<Job, 'matchedRows' | 'repeatRows'>): number {
  if (matchedRows === null) throw new Error('a job in preview has no matched rows');
  return matchedRows - (repeatRows ?? 0);
}
