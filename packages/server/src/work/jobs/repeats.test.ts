// Engines: SQLite, PostgreSQL

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InsufficientBalanceError } from '../../money/billing/index.js';
import { MS_PER_DAY } from '../../platform/clock.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../testing/job-pipeline.js';
import { jobFindings, Jobs } from './index.js';

const DAYS = 30;
const STREETS = ['1 Elm St', '2 Oak St', '3 Fir St'];

let world: TemporaryJobs;
let directory: StreetDirectory;
let worker: ReturnType<TemporaryJobs['startWorker']>;
const begin = async (options: Parameters<typeof temporaryJobs>[0] = {}) => {
  world = await temporaryJobs({ freeRepeatDays: DAYS, ...options });
  directory = STREETS.reduce((all, street) => all.add(street), new StreetDirectory());
  worker = world.startWorker(directory);
};
beforeEach(() => begin());
afterEach(() => world.remove());

const fileOf = (streets: readonly string[]): string =>
  ['Address,City,State,Zip', ...streets.map((street) => `${street},Austin,TX,78701`), ''].join('\n');
const previewed = async (...streets: readonly string[]): Promise<string> => {
  const jobId = await world.upload(fileOf(streets));
  await world.until(jobId, 'preview');
  return jobId;
};
const get = (jobId: string) => world.jobs.get(world.caller, jobId);
const confirm = async (jobId: string) => (await world.jobs.confirm(world.caller, jobId)).totalChargeCents;
const charges = async () => (await world.ledger()).slice(0, -1).reverse();
const whatIsWrong = async () => [...(await world.repeats.findings()), ...(await jobFindings(world.jobStore))];

describe('a list of an account with free repeats', () => {
  it('costs each property once, and nothing the next time', async () => {
    const first = await previewed('1 Elm St', '2 Oak St', '1 Elm St', '9 Nowhere', '');
    const counts = { totalRows: 5, matchedRows: 3, repeatRows: 1, totalChargeCents: 8 };
    expect(await get(first)).toMatchObject(counts);
    expect(await confirm(first)).toBe(8);
    expect(await world.until(first, 'completed')).toMatchObject(counts);

    const second = await previewed('2 Oak St', '3 Fir St', '1 Elm St');
    expect(await get(second)).toMatchObject({ matchedRows: 3, repeatRows: 2, totalChargeCents: 4 });
    expect(await confirm(second)).toBe(4);
    const third = await previewed(...STREETS);
    expect(await get(third)).toMatchObject({ repeatRows: 3, totalChargeCents: 0 });
    expect(await confirm(third)).toBe(0);
    await world.until(third, 'completed');
    expect((await world.result(third)).match(/Matched/g)).toHaveLength(3);
    expect(await charges()).toEqual([
      ['job_charge', -8],
      ['job_charge', -4],
    ]);
    expect(await whatIsWrong()).toEqual([]);
  });

  it('costs less than its preview if some of it was paid for since, also with a balance for only that', async () => {
    await world.remove();
    await begin({ balanceCents: 12 });
    const [one, two] = [await previewed('1 Elm St', '2 Oak St'), await previewed(...STREETS)];
    expect(await get(two)).toMatchObject({ repeatRows: 0, totalChargeCents: 12 });
    expect(await confirm(one)).toBe(8);
    expect(await confirm(two)).toBe(4);
    expect(await world.until(two, 'completed')).toMatchObject({ repeatRows: 2, totalChargeCents: 4 });
    expect(await world.billing.balanceCents(world.accountId)).toBe(0);
    expect(await whatIsWrong()).toEqual([]);
  });

  it('never costs more than its preview, although terms ended in between', async () => {
    await confirm(await previewed('1 Elm St'));
    const jobId = await previewed('1 Elm St', '2 Oak St');
    expect(await get(jobId)).toMatchObject({ repeatRows: 1, totalChargeCents: 4 });
    world.clock.ms += (DAYS + 1) * MS_PER_DAY;
    expect(await confirm(jobId)).toBe(4);
    // A property that was shown as free, and was free, begins no term.
    expect(await get(await previewed('1 Elm St', '2 Oak St'))).toMatchObject({ totalChargeCents: 4 });
  });

  it('is charged once when it is confirmed twice at once, and so are two lists with the same rows', async () => {
    const [one, two] = [await previewed(...STREETS), await previewed(...STREETS)];
    const outcomes = await Promise.allSettled([confirm(one), confirm(one), confirm(two), confirm(two)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(await charges()).toEqual([['job_charge', -12]]);
    expect(await whatIsWrong()).toEqual([]);
  });

  it('that can’t be paid for, or that fails to queue its task, leaves no property paid for', async () => {
    await world.remove();
    await begin({ balanceCents: 11 });
    const jobId = await previewed(...STREETS);
    await expect(confirm(jobId)).rejects.toThrow(InsufficientBalanceError);
    const queue = Object.assign(Object.create(world.queue) as typeof world.queue, {
      enqueue: () => Promise.reject(new Error('the server died')),
    });
    const cheaper = await previewed('1 Elm St');
    const dying = new Jobs({ ...world, queue });
    await expect(dying.confirm(world.caller, cheaper)).rejects.toThrow('the server died');
    expect(await charges()).toEqual([]);
    expect(await get(await previewed('1 Elm St'))).toMatchObject({ repeatRows: 0, totalChargeCents: 4 });
  });

  it('costs something again once its charge was refunded', async () => {
    await confirm(await previewed('2 Oak St'));
    const jobId = await previewed(...STREETS);
    await worker.stop();
    await confirm(jobId);
    // The result can't be written, so the charge is refunded.
    await world.store.removeFolder(jobId);
    world.startWorker(directory);
    expect(await world.until(jobId, 'failed', 'completed')).toMatchObject({
      status: 'failed',
      refundCents: 8,
    });
    expect(await get(await previewed(...STREETS))).toMatchObject({ repeatRows: 1, totalChargeCents: 8 });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('begins no free term if its price falls to 0 while it is being confirmed', async () => {
    const jobId = await previewed('1 Elm St');
    const { caller } = world;
    const free = { ...caller, terms: { ...caller.terms, priceCents: 0 } };
    const billing = Object.assign(Object.create(world.billing) as typeof world.billing, {
      requireBalance: async () => {
        expect(await world.jobs.get(free, jobId)).toMatchObject({ totalChargeCents: 0 });
      },
    });
    const { totalChargeCents } = await new Jobs({ ...world, billing }).confirm(caller, jobId);
    expect(totalChargeCents).toBe(0);
    expect(await get(await previewed('1 Elm St'))).toMatchObject({ totalChargeCents: 4 });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('continues as it began when the operator ends the term', async () => {
    await confirm(await previewed('1 Elm St'));
    const jobId = await previewed('1 Elm St', '2 Oak St');
    await world.accounts.change(world.accountId, { terms: { freeRepeatDays: 0 } });
    expect(await confirm(jobId)).toBe(4);
    expect(await world.until(jobId, 'completed')).toMatchObject({ repeatRows: 1, totalChargeCents: 4 });
  });
});

describe('a list of an account with charged repeats', () => {
  it('is charged for each row that matches, and mentions no repeats', async () => {
    await world.accounts.change(world.accountId, { terms: { freeRepeatDays: 0 } });
    const jobId = await previewed('1 Elm St', '1 Elm St');
    expect(await get(jobId)).toMatchObject({ matchedRows: 2, totalChargeCents: 8 });
    expect(await get(jobId)).not.toHaveProperty('repeatRows');
    expect(await confirm(jobId)).toBe(8);
    const again = await previewed('1 Elm St');
    expect(await get(again)).toMatchObject({ totalChargeCents: 4 });
  });

  it('is free if it was begun with a price of 0, without a repeat', async () => {
    await world.accounts.change(world.accountId, { terms: { priceCents: 0 } });
    const jobId = await previewed('1 Elm St', '1 Elm St');
    expect(await get(jobId)).not.toHaveProperty('repeatRows');
    expect(await confirm(jobId)).toBe(0);
  });
});
