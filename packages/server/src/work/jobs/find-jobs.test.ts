import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import { JobEntity } from './entities.js';
import { findAllJobs, type AllJobsSearch } from './find-jobs.js';

describe.each(engines)('jobs of all accounts on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let otherId: string;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
    await parts.database.write(async (tx) => {
      otherId = (await parts.accounts.create(tx, { name: 'Other', email: null })).id;
      for (const [at, status] of (['completed', 'failed', 'pending', 'completed'] as const).entries()) {
        await tx.insert(JobEntity, {
          id: `job-${at}`,
          accountId: at === 3 ? otherId : parts.accountId,
          mode: 'live',
          status,
          filename: 'Jane Roe.csv',
          columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' },
          origin: 'api',
          totalRows: at,
          createdAt: 5,
          updatedAt: 6,
        });
      }
    });
  });
  afterEach(() => parts.remove());

  const find = async (search: Partial<AllJobsSearch>) => {
    const { rows, nextCursor } = await findAllJobs(parts.database, { statuses: [], limit: 10, ...search });
    return { ids: rows.map(({ id }) => id), nextCursor };
  };

  it('are listed newest first, page by page, without the names of files', async () => {
    const { rows, nextCursor } = await findAllJobs(parts.database, { statuses: [], limit: 1 });
    expect(rows[0]).toMatchObject({
      id: 'job-3',
      accountId: otherId,
      accountName: 'Other',
      mode: 'live',
      status: 'completed',
      totalRows: 3,
      matchedRows: null,
      createdAt: 5,
      updatedAt: 6,
    });
    expect(JSON.stringify(rows)).not.toContain('Jane');
    const rest = await find({ cursor: nextCursor ?? '' });
    expect(rest).toEqual({ ids: ['job-2', 'job-1', 'job-0'], nextCursor: null });
  });

  it('are chosen by status, account and id', async () => {
    expect((await find({ statuses: ['failed', 'pending'] })).ids).toEqual(['job-2', 'job-1']);
    const { accountId } = parts;
    expect((await find({ accountId, statuses: ['completed'] })).ids).toEqual(['job-0']);
    expect((await find({ accountId: 'unknown' })).ids).toEqual([]);
    expect((await find({ jobId: 'job-2' })).ids).toEqual(['job-2']);
    expect((await find({ jobId: 'job-2', accountId: otherId })).ids).toEqual([]);
  });
});
