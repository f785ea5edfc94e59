// Engines: SQLite, PostgreSQL at a release

import { parseAddress } from '@skiptrace/address';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { propertyDigests } from '../../directory/index.js';
import { refundOnce } from '../../money/billing/index.js';
import { countPacked, SoughtRecords } from '../../money/log/disclosures.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../testing/job-pipeline.js';
import { requireJob } from './job-rows.js';
import { jobFindings, Results } from './index.js';

/** A directory with owners who opt out, by record id, after their rows were matched. */
class AskingDirectory extends StreetDirectory {
  readonly gone = new Set<number>();

  override read(ids: readonly number[]) {
    return super
      .read(ids)
      .then((owners) => new Map([...owners].map(([id, owner]) => [id, this.gone.has(id) ? null : owner])));
  }
}

const STREETS = ['1 Elm St', '2 Oak St', '3 Fir St'];
let world: TemporaryJobs;
let directory: AskingDirectory;
let worker: ReturnType<TemporaryJobs['startWorker']>;
const begin = async (freeRepeatDays: number) => {
  world = await temporaryJobs({ freeRepeatDays });
  directory = STREETS.reduce<AskingDirectory>((all, street) => all.add(street), new AskingDirectory());
  worker = world.startWorker(directory);
};
beforeEach(() => begin(0));
afterEach(() => world.remove());

const previewed = async (...streets: readonly string[]): Promise<string> => {
  const lines = streets.map((street) => `${street},Austin,TX,78701`);
  const jobId = await world.upload(['Address,City,State,Zip', ...lines, ''].join('\n'));
  await world.until(jobId, 'preview');
  return jobId;
};
/** Confirms while no worker runs; then the owners opt out. */
const confirmedBefore = async (jobId: string, ...ids: readonly number[]) => {
  await worker.stop();
  await world.jobs.confirm(world.caller, jobId);
  for (const id of ids) directory.gone.add(id);
  worker = world.startWorker(directory);
  return world.until(jobId, 'completed', 'failed');
};
const charges = async () => (await world.ledger()).slice(0, -1).reverse();
const whatIsWrong = async () => [...(await world.repeats.findings()), ...(await jobFindings(world.jobStore))];

describe('rows that were paid for before their owners opted out', () => {
  it('are not among the records that the log lists as disclosed', async () => {
    const { id } = await confirmedBefore(await previewed(...STREETS, '2 Oak St', '9 Nowhere'), 2);
    const part = { chain: world.accountId, reference: String(id), part: 0 };
    const content = await world.auditStore.readPart(part);
    if (content === null) throw new Error('the part is missing');
    const isIn = (id: number) =>
      new SoughtRecords(new Set([id]), new Set()).amongPacked(content) === 'record';
    expect([countPacked(content), [1, 2, 3].filter(isIn)]).toEqual([2, [1, 3]]);
    const entries = await world.auditStore.entries(world.accountId, 0, 100);
    expect(entries.filter(({ reference }) => reference === id)).toMatchObject([
      { kind: 'job.confirm', cents: 16 },
      { kind: 'refund', cents: -8 },
      { kind: 'job.result', cents: 0 },
    ]);
  });

  it('are not in the result, and are refunded', async () => {
    const job = await confirmedBefore(await previewed(...STREETS, '2 Oak St', '9 Nowhere'), 2);
    expect(job).toMatchObject({
      status: 'completed',
      totalRows: 5,
      matchedRows: 2,
      unmatchedRows: 3,
      nonMatchCount: 3,
      totalChargeCents: 16,
      refundCents: 8,
    });
    // With the summary before, it would tell what is on file for the people who were left out.
    expect(job).not.toHaveProperty('resultSummary');
    expect((await world.result(String(job.id))).match(/Matched/g)).toHaveLength(2);
    expect(await charges()).toEqual([
      ['job_charge', -16],
      ['job_refund', 8],
    ]);
    expect(await whatIsWrong()).toEqual([]);
  });

  it('are refunded once for each property with free repeats, and its term ends', async () => {
    await world.remove();
    await begin(30);
    await confirmedBefore(await previewed('1 Elm St'));
    const job = await confirmedBefore(await previewed(...STREETS, '2 Oak St'), 1, 2);
    // Elm was free, and Oak was charged for once.
    expect(job).toMatchObject({
      status: 'completed',
      matchedRows: 1,
      repeatRows: 0,
      totalChargeCents: 8,
      refundCents: 4,
    });
    directory.gone.clear();
    expect(await world.jobs.get(world.caller, await previewed(...STREETS))).toMatchObject({
      matchedRows: 3,
      repeatRows: 2,
      totalChargeCents: 4,
    });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('are refunded in full if no match is left', async () => {
    const job = await confirmedBefore(await previewed(...STREETS), 1, 2, 3);
    expect(job).toMatchObject({ status: 'completed', matchedRows: 0, totalChargeCents: 12, refundCents: 12 });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('are refunded even if the worker died between the part and the result', async () => {
    const jobId = await previewed(...STREETS);
    const join = world.store.join.bind(world.store);
    const dies = () => Promise.reject(new Error('the worker died'));
    await worker.stop();
    await world.jobs.confirm(world.caller, jobId);
    directory.gone.add(3);
    world.store.join = dies;
    worker = world.startWorker(directory);
    await world.until(jobId, 'generating');
    while (!(await world.store.list(jobId)).some(({ name }) => name === `${jobId}/result-0`))
      await new Promise((resolve) => setImmediate(resolve));
    await worker.stop();
    // The written result counts: an owner taken off the list since then was still withheld.
    directory.gone.clear();
    world.store.join = join;
    worker = world.startWorker(directory);
    const job = await world.whileTimePasses(() => world.until(jobId, 'completed', 'failed'));
    expect(job).toMatchObject({ status: 'completed', matchedRows: 2, refundCents: 4 });
    expect((await world.result(jobId)).match(/Matched/g)).toHaveLength(2);
    expect(await whatIsWrong()).toEqual([]);
  });
});

/** Two co-owners of the property of the first two streets: it is charged once for both. */
class CoupleDirectory extends AskingDirectory {
  protected override propertyOf({ address }: { readonly address: string }) {
    return super.propertyOf({ address: address === '2 Oak St' ? '1 Elm St' : address });
  }
}

describe('co-owners of a property that is charged for once', () => {
  it('get no refund while one of them is delivered', async () => {
    await world.remove();
    world = await temporaryJobs({ freeRepeatDays: 30 });
    directory = STREETS.reduce<AskingDirectory>((all, street) => all.add(street), new CoupleDirectory());
    worker = world.startWorker(directory);
    const jobId = await previewed(...STREETS);
    expect(await world.jobs.get(world.caller, jobId)).toMatchObject({ totalChargeCents: 8, repeatRows: 1 });
    expect(await confirmedBefore(jobId, 1)).toMatchObject({
      matchedRows: 2,
      repeatRows: 0,
      refundCents: null,
    });
    expect(await charges()).toEqual([['job_charge', -8]]);
    // The property is still paid for.
    expect(await world.jobs.get(world.caller, await previewed('2 Oak St'))).toMatchObject({ repeatRows: 1 });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('get the refund when the last of them opts out', async () => {
    await world.remove();
    world = await temporaryJobs({ freeRepeatDays: 30 });
    directory = STREETS.reduce<AskingDirectory>((all, street) => all.add(street), new CoupleDirectory());
    worker = world.startWorker(directory);
    const job = await confirmedBefore(await previewed(...STREETS), 1, 2);
    expect(job).toMatchObject({ matchedRows: 1, repeatRows: 0, refundCents: 4 });
    expect(await whatIsWrong()).toEqual([]);
  });
});

describe('rows that are withheld from an existing result', () => {
  const HOME = { address: '1 N Elm St', city: 'Austin', state: 'TX', zip: '78701' };
  const SPELLINGS = ['1 Elm St', '1 E Elm St'];

  /** One property, on file in a spelling that no row has, and a second property. */
  class SpellingDirectory extends StreetDirectory {
    protected override propertyOf(lead: Readonly<typeof HOME>) {
      const asked = parseAddress(lead);
      return propertyDigests([lead.address === '7 Oak St' ? asked : parseAddress(HOME)], asked);
    }
  }

  /** Checks a result after its owners opted out, as a download does. */
  const lookedThrough = async (id: string, version: number, isKept: (street: string) => boolean) => {
    const results = new Results({
      ...world,
      listVersion: () => Promise.resolve(version),
      pass: (owners) =>
        Promise.resolve(owners.map((owner) => (isKept(owner.propertyAddress ?? '') ? owner : null))),
    });
    return results.current(await requireJob(world.database.read, { id }));
  };
  const beginSpelled = async (freeRepeatDays: number) => {
    await world.remove();
    world = await temporaryJobs({ freeRepeatDays });
    const spelled = new SpellingDirectory();
    for (const street of [...SPELLINGS, HOME.address, '7 Oak St']) spelled.add(street, { lastName: 'Quick' });
    world.startWorker(spelled);
  };
  const completed = async (...streets: readonly string[]): Promise<string> => {
    const jobId = await previewed(...streets);
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
    return jobId;
  };

  /** Refunds a part of the job's charge, as an operator does. */
  const give = async (jobId: string, cents: number) => {
    const { accountId, billing } = world;
    const records = await billing.records(accountId, 9);
    const charge = records.find(({ type, reference }) => type === 'job_charge' && reference === jobId);
    await refundOnce(world, { accountId, chargeId: charge?.id ?? '', cents, reason: 'slow' }, jobId);
  };

  it('are refunded once for a property in two spellings, and its term ends in every spelling', async () => {
    await beginSpelled(30);
    const jobId = await completed(...SPELLINGS, '7 Oak St');
    expect(await world.jobs.get(world.caller, jobId)).toMatchObject({ totalChargeCents: 8, repeatRows: 1 });
    expect(await lookedThrough(jobId, 1, (street) => street === '7 Oak St')).toMatchObject({
      matchedRows: 1,
      withheldRows: 2,
      refundCents: 4,
      repeatRows: 0,
    });
    for (const spelling of [...SPELLINGS, HOME.address])
      expect(await world.jobs.get(world.caller, await previewed(spelling))).toMatchObject({
        repeatRows: 0,
        totalChargeCents: 4,
      });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('are refunded up to what an operator has left of the charge, and the job has the sum', async () => {
    const jobId = await completed(...STREETS);
    await give(jobId, 7);
    await give(jobId, 7);
    expect(await world.jobs.get(world.caller, jobId)).toMatchObject({ matchedRows: 3, refundCents: 7 });
    for (const [version, kept, refundCents] of [
      [1, '1 Elm St', 12],
      [2, 'none', 12],
    ] as const) {
      expect(await lookedThrough(jobId, version, (street) => street === kept)).toMatchObject({ refundCents });
      expect(await whatIsWrong()).toEqual([]);
    }
  });

  it('are refunded when the last row of their property is withheld', async () => {
    await beginSpelled(30);
    const jobId = await completed(...SPELLINGS, '7 Oak St');
    expect(await lookedThrough(jobId, 1, (street) => street !== SPELLINGS[0])).toMatchObject({
      matchedRows: 2,
      withheldRows: 1,
      refundCents: null,
      repeatRows: 0,
    });
    for (const version of [2, 3])
      expect(await lookedThrough(jobId, version, (street) => street === '7 Oak St')).toMatchObject({
        matchedRows: 1,
        withheldRows: 2,
        refundCents: 4,
        repeatRows: 0,
      });
    expect(await whatIsWrong()).toEqual([]);
  });

  it('leave nothing free when an operator gave the rest back before', async () => {
    await beginSpelled(30);
    const jobId = await completed('1 Elm St', '7 Oak St');
    await give(jobId, 4);
    await lookedThrough(jobId, 1, (street) => street === '7 Oak St');
    expect(await whatIsWrong()).toEqual([]);
    expect(await world.jobs.get(world.caller, await previewed('7 Oak St'))).toMatchObject({ repeatRows: 0 });
  });
});
