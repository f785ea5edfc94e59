// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_TERMS, type Caller } from '../../money/accounts/index.js';
import { InsufficientBalanceError } from '../../money/billing/index.js';
import { StoreFullError } from '../../platform/storage/index.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../testing/job-pipeline.js';
import { jobFindings, Jobs, JobNotFoundError, JobStatusConflictError } from './index.js';

let world: TemporaryJobs;
beforeEach(async () => {
  world = await temporaryJobs();
});
afterEach(() => world.remove());

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n1 Elm St,Austin,TX,78701\n';
const owners = () => new StreetDirectory().add('1 Elm St', { firstName: 'Vera' });
const previewed = async () => {
  world.startWorker(owners());
  const jobId = await world.upload(FILE);
  await world.until(jobId, 'preview');
  return jobId;
};
const stranger: Caller = {
  accountId: 'somebody-else',
  keyId: 'key',
  mode: 'live',
  terms: DEFAULT_TERMS,
  origin: 'api',
};

describe('creating a job', () => {
  it('returns the upload target and charges nothing', async () => {
    const body = { filename: 'Leads.CSV', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } };
    const { value, replayed } = await world.jobs.create(world.caller, body, undefined);
    expect(replayed).toBe(false);
    expect(value).toMatchObject({
      uploadMethod: 'direct',
      uploadUrl: `http://server.test/api/user/skip-trace/${value.jobId}/upload`,
    });
    expect(await world.jobs.get(world.caller, value.jobId)).toMatchObject({
      status: 'pending',
      filename: 'Leads.CSV',
    });
    expect(await world.ledger()).toHaveLength(1);
  });

  it('answers the same job when it is repeated under one key', async () => {
    const body = { filename: 'a.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } };
    const [first, second] = await Promise.all([
      world.jobs.create(world.caller, body, 'key-1'),
      world.jobs.create(world.caller, body, 'key-1'),
    ]);
    expect(second.value.jobId).toBe(first.value.jobId);
    expect([first.replayed, second.replayed].sort()).toEqual([false, true]);
    expect((await world.jobs.list(world.caller)).jobs).toHaveLength(1);
  });
});

describe('reading jobs', () => {
  it('lists the 50 newest, newest first, also of one millisecond', async () => {
    const created: string[] = [];
    for (let count = 0; count < 52; count++) created.push(await world.create());
    const { jobs } = await world.jobs.list(world.caller);
    expect(jobs.map(({ id }) => id)).toEqual(created.reverse().slice(0, 50));
    expect(jobs[0]).toMatchObject({ origin: 'api', areaZip5: null });
    expect(jobs[0]).not.toHaveProperty('blankAddressCount');
  });

  it('shows the count of blank addresses only in the detail', async () => {
    const job = await world.jobs.get(world.caller, await world.create());
    expect(job).toHaveProperty('blankAddressCount', null);
    expect(job).not.toHaveProperty('origin');
  });

  it.each(['', 'no-uuid', '7e9b2f43-8a16-4d6c-9b1e-2f0a5c3d7e81', "' OR 1=1"])(
    'finds no job %j',
    async (jobId) => {
      await expect(world.jobs.get(world.caller, jobId)).rejects.toThrow(JobNotFoundError);
    },
  );

  it("never shows another account's job", async () => {
    const jobId = await world.create();
    await expect(world.jobs.get(stranger, jobId)).rejects.toThrow(JobNotFoundError);
    await expect(world.jobs.confirm(stranger, jobId)).rejects.toThrow(JobNotFoundError);
    await expect(world.jobs.cancel(stranger, jobId)).rejects.toThrow(JobNotFoundError);
    await expect(world.jobs.markUploaded(stranger, jobId)).rejects.toThrow(JobNotFoundError);
    expect((await world.jobs.list(stranger)).jobs).toEqual([]);
  });
});

describe('confirming', () => {
  it('charges the previewed total exactly once, of many at the same time', async () => {
    const jobId = await previewed();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => world.jobs.confirm(world.caller, jobId)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(7);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(JobStatusConflictError);
    await world.until(jobId, 'completed');
    expect((await world.ledger()).filter(([type]) => type === 'job_charge')).toEqual([['job_charge', -8]]);
    expect(await jobFindings(world.jobStore)).toEqual([]);
  });

  it('changes nothing when the balance cannot cover it, and says what is needed', async () => {
    await world.remove();
    world = await temporaryJobs({ balanceCents: 7 });
    const jobId = await previewed();
    const refusal = world.jobs.confirm(world.caller, jobId);
    await expect(refusal).rejects.toThrow(InsufficientBalanceError);
    await expect(refusal).rejects.toMatchObject({ balanceRequiredCents: 8 });
    expect((await world.jobs.get(world.caller, jobId)).status).toBe('preview');
    expect(await world.billing.balanceCents(world.accountId)).toBe(7);
  });

  it('charges nothing while the disk has no room for the result', async () => {
    const jobId = await previewed();
    const store = new Proxy(world.store, {
      get: (target, name: keyof TemporaryJobs['store']) =>
        name === 'capacity' ? () => Promise.resolve({ roomBytes: 40 }) : target[name].bind(target),
    });
    const jobs = new Jobs({ ...world, store });
    await expect(jobs.confirm(world.caller, jobId)).rejects.toThrow(StoreFullError);
    expect((await world.jobs.get(world.caller, jobId)).status).toBe('preview');
    expect(await world.ledger()).toHaveLength(1);
  });

  it.each(['pending', 'uploaded', 'cancelled'])(
    'is refused for a job that is %s, which the refusal names',
    async (status) => {
      const jobId = status === 'pending' ? await world.create() : await world.upload(FILE);
      if (status === 'cancelled') await world.jobs.cancel(world.caller, jobId);
      const refusal = world.jobs.confirm(world.caller, jobId);
      await expect(refusal).rejects.toMatchObject({ code: 'job_status_conflict', currentStatus: status });
      await expect(refusal).rejects.toThrow(status);
    },
  );
});

describe('cancelling', () => {
  it('is final and free from pending, uploaded and preview', async () => {
    const jobIds = [await world.create(), await world.upload(FILE), await previewed()];
    for (const jobId of jobIds) {
      const { status } = await world.jobs.get(world.caller, jobId);
      // The worker of the third job may have started the second already.
      if (status === 'processing') continue;
      expect(await world.jobs.cancel(world.caller, jobId)).toEqual({ status: 'cancelled', jobId });
      await expect(world.jobs.cancel(world.caller, jobId)).rejects.toThrow('cancelled');
    }
    expect(await world.ledger()).toHaveLength(1);
  });

  it('is refused for a completed job', async () => {
    const jobId = await previewed();
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
    await expect(world.jobs.cancel(world.caller, jobId)).rejects.toThrow('completed');
  });
});
