import type { JobStore } from './job-store.js';

/** Faults of jobs, as sentences for the operator; empty if there is no fault. */
export async function jobFindings(
  jobStore: Pick<JobStore, 'wronglyCharged' | 'withoutTask'>,
): Promise<string[]> {
  const [wrong, idle] = [await jobStore.wronglyCharged(), await jobStore.withoutTask()];
  return [
    ...wrong.map(
      ({ id, status, chargedCents }) =>
        `job ${id} (${status}): its ledger records do not fit it; ${chargedCents} cents are charged in all`,
    ),
    ...idle.map(({ id, status }) => `job ${id} (${status}) waits, but no task of it is queued`),
  ];
}
