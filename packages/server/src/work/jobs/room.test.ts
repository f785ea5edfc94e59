// Engines: SQLite, PostgreSQL at a release

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { MS_PER_HOUR } from '../../platform/clock.js';
import { StreetDirectory, temporaryJobs, arrivalOf, type TemporaryJobs } from '../../testing/job-pipeline.js';
import type { Arrival } from './index.js';

let world: TemporaryJobs;
afterEach(() => world.remove());

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n';
const LIMIT = { code: 'account_limit' };

/** An upload that pauses in the middle until `goOn` is called. */
function slowArrival(bytes: string): { arrival: Arrival; goOn(): void; begun: Promise<void> } {
  let goOn: () => void = () => undefined;
  let begin: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const begun = new Promise<void>((resolve) => (begin = resolve));
  async function* content() {
    yield Buffer.from(bytes);
    begin();
    await waiting;
  }
  return { arrival: (keep) => keep(content()), goOn, begun };
}

describe('open jobs', () => {
  it('are limited per account, and a cancelled one makes room at once', async () => {
    world = await temporaryJobs({ quotas: { openJobsPerAccount: 3 } });
    const [first] = await Promise.all([world.create(), world.create(), world.create()]);
    await expect(world.create()).rejects.toMatchObject({ ...LIMIT, retryAfterSeconds: 5 });
    await expect(world.create()).rejects.toThrow(/Nothing was charged.*Confirm or cancel/);
    await world.jobs.cancel(world.caller, first);
    await world.create();
    await expect(world.create()).rejects.toMatchObject(LIMIT);
  });

  it('never exceed the limit when many are created at the same time', async () => {
    world = await temporaryJobs({ quotas: { openJobsPerAccount: 5 } });
    const made = await Promise.allSettled(Array.from({ length: 30 }, () => world.create()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('stop counting when they are confirmed, and jobs of other accounts do not count', async () => {
    world = await temporaryJobs({ quotas: { openJobsPerAccount: 1 } });
    world.startWorker(new StreetDirectory().add('1 Elm St'));
    const jobId = await world.upload(FILE);
    await world.until(jobId, 'preview');
    await expect(world.create()).rejects.toMatchObject(LIMIT);
    await world.jobs.confirm(world.caller, jobId);
    await world.create();
  });

  it('do not prevent the replay of an answer', async () => {
    world = await temporaryJobs({ quotas: { openJobsPerAccount: 1 } });
    const body = { filename: 'a.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } };
    const first = await world.jobs.create(world.caller, body, 'key-1');
    const again = await world.jobs.create(world.caller, body, 'key-1');
    expect([again.value.jobId, again.replayed]).toEqual([first.value.jobId, true]);
  });
});

describe('jobs that end without a charge', () => {
  const cancelled = async () => world.jobs.cancel(world.caller, await world.create());

  it('are limited per account and day, from the creation of each', async () => {
    world = await temporaryJobs({ quotas: { unchargedJobsPerDay: 3 } });
    await cancelled();
    world.clock.ms += MS_PER_HOUR;
    await cancelled();
    const open = await world.create();
    await world.create();
    await world.jobs.cancel(world.caller, open);
    await expect(world.create()).rejects.toMatchObject({ ...LIMIT, retryAfterSeconds: 23 * 3_600 });
    await expect(world.create()).rejects.toThrow(/3 jobs end without a charge.*Nothing was charged/);
    world.clock.ms += 23 * MS_PER_HOUR - 1;
    await expect(world.create()).rejects.toMatchObject({ ...LIMIT, retryAfterSeconds: 1 });
    world.clock.ms += 1;
    await cancelled();
    await expect(world.create()).rejects.toMatchObject(LIMIT);
  });

  it('are failed jobs and jobs confirmed at no cost, but not charged ones', async () => {
    world = await temporaryJobs({ quotas: { unchargedJobsPerDay: 2 } });
    world.startWorker(new StreetDirectory().add('1 Elm St'));
    const confirmed = async (file: string) => {
      const jobId = await world.upload(file);
      await world.until(jobId, 'preview');
      await world.jobs.confirm(world.caller, jobId);
      await world.until(jobId, 'completed');
    };
    for (let count = 0; count < 3; count++) await confirmed(FILE);
    await world.until(await world.upload('no such column\n1\n'), 'failed');
    await confirmed(FILE.replace('1 Elm', '2 Oak'));
    await expect(world.create()).rejects.toMatchObject(LIMIT);
  });
});

describe('the unpaid files of an account', () => {
  const bytes = (count: number) => 'x'.repeat(count);

  it('are limited in total bytes, and a job that is cancelled or confirmed makes room at once', async () => {
    world = await temporaryJobs({ quotas: { unpaidBytesPerAccount: 1_000 } });
    const large = await world.upload(bytes(800));
    const next = await world.create();
    const send = () => world.uploads.direct(world.caller, next, arrivalOf(bytes(300)));
    await expect(send()).rejects.toMatchObject({ ...LIMIT, retryAfterSeconds: 5 });
    await expect(send()).rejects.toThrow(/Nothing was charged.*Confirm or cancel/);
    expect((await world.jobs.get(world.caller, next)).status).toBe('pending');
    expect(await world.store.list(next)).toEqual([]);
    await world.jobs.cancel(world.caller, large);
    await send();
  });

  it('count while they arrive, and no longer when they were cut off', async () => {
    world = await temporaryJobs({ quotas: { unpaidBytesPerAccount: 1_000 } });
    const [slow, other] = [await world.create(), await world.create()];
    const { arrival, goOn, begun } = slowArrival(bytes(800));
    const first = world.uploads.direct(world.caller, slow, arrival);
    await begun;
    const send = () => world.uploads.direct(world.caller, other, arrivalOf(bytes(300)));
    await expect(send()).rejects.toMatchObject(LIMIT);
    await world.jobs.cancel(world.caller, slow);
    goOn();
    await expect(first).rejects.toMatchObject({ code: 'job_status_conflict' });
    await send();
  });

  it('are replaced by a PUT, not added to', async () => {
    world = await temporaryJobs({ uploadMethod: 'presigned', quotas: { unpaidBytesPerAccount: 1_000 } });
    const { value } = await world.jobs.create(
      world.caller,
      { filename: 'a.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } },
      undefined,
    );
    const link = Object.fromEntries(new URL(value.uploadUrl).searchParams);
    for (let count = 0; count < 3; count++) {
      await world.uploads.presigned(value.jobId, link, arrivalOf(bytes(700)));
    }
    await expect(world.uploads.presigned(value.jobId, link, arrivalOf(bytes(1_001)))).rejects.toMatchObject(
      LIMIT,
    );
  });

  it('of cancelled jobs stay while they don’t take space from others, the newest longest', async () => {
    world = await temporaryJobs({ quotas: { unpaidBytesPerAccount: 1_000 } });
    const cancelled: string[] = [];
    for (let count = 0; count < 4; count++) {
      const jobId = await world.upload(bytes(400));
      world.clock.ms += 1_000;
      await world.jobs.cancel(world.caller, jobId);
      cancelled.push(jobId);
    }
    await world.upload(bytes(100));
    const left = await world.store.folders();
    expect(cancelled.map((jobId) => left.includes(jobId))).toEqual([false, false, true, true]);
  });

  it('include the files of a job that was confirmed at no cost', async () => {
    world = await temporaryJobs({ quotas: { unpaidBytesPerAccount: 150 } });
    world.startWorker(new StreetDirectory());
    const jobId = await world.upload(FILE);
    await world.until(jobId, 'preview');
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
    await expect(world.upload(FILE)).rejects.toMatchObject(LIMIT);
  });

  it('include the result of such a job before it is written', async () => {
    world = await temporaryJobs({ quotas: { unpaidBytesPerAccount: 200 } });
    world.startWorker(new StreetDirectory());
    const [first, second] = [await world.upload(FILE), await world.upload(FILE)];
    for (const jobId of [first, second]) await world.until(jobId, 'preview');
    await world.jobs.confirm(world.caller, first);
    await expect(world.jobs.confirm(world.caller, second)).rejects.toMatchObject(LIMIT);
    await expect(world.jobs.confirm(world.caller, second)).rejects.toThrow(/Nothing was charged. Cancel/);
    expect((await world.jobs.get(world.caller, second)).status).toBe('preview');
  });
});

describe('uploads at the same time', () => {
  it('are limited to one per job', async () => {
    world = await temporaryJobs();
    const jobId = await world.create();
    const { arrival, goOn, begun } = slowArrival(FILE);
    const first = world.uploads.direct(world.caller, jobId, arrival);
    await begun;
    await expect(world.uploads.direct(world.caller, jobId, arrivalOf(FILE))).rejects.toMatchObject({
      ...LIMIT,
      retryAfterSeconds: 1,
    });
    goOn();
    await first;
    expect((await world.jobs.get(world.caller, jobId)).status).toBe('uploaded');
  });

  it('are limited per account, and the next may begin when one has ended, successfully or not', async () => {
    world = await temporaryJobs({ quotas: { uploadsAtOncePerAccount: 2 } });
    const slow = [slowArrival(FILE), slowArrival(FILE)];
    const running = await Promise.all(
      slow.map(async ({ arrival, begun }) => {
        const upload = world.uploads.direct(world.caller, await world.create(), arrival);
        await begun;
        return { upload };
      }),
    );
    const third = await world.create();
    const send = () => world.uploads.direct(world.caller, third, arrivalOf(FILE));
    await expect(send()).rejects.toMatchObject(LIMIT);
    slow[0]?.goOn();
    await running[0]?.upload;
    await send();
    slow[1]?.goOn();
    await running[1]?.upload;
    const broken: Arrival = (keep) => keep(arriving(new Error('cut off')));
    for (let count = 0; count < 3; count++) {
      const jobId = await world.create();
      await expect(world.uploads.direct(world.caller, jobId, broken)).rejects.toThrow('cut off');
    }
  });
});

async function* arriving(error: Error): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('x'));
  throw error;
}

describe('any sequence of actions', () => {
  const step = fc.record({
    what: fc.constantFrom('create', 'upload', 'cancel'),
    which: fc.nat(5),
    bytes: fc.integer({ min: 1, max: 700 }),
  });

  it('never exceeds an account’s share, and allows it to reuse what it frees', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        world = await temporaryJobs({ quotas: { openJobsPerAccount: 4, unpaidBytesPerAccount: 1_000 } });
        const open = new Map<string, number>();
        const held = () => [...open.values()].reduce((sum, bytes) => sum + bytes, 0);
        for (const { what, which, bytes } of steps) {
          const jobId = [...open.keys()][which % Math.max(1, open.size)] ?? '';
          if (what === 'create') {
            const made = await world.create().catch(() => null);
            expect(made !== null).toBe(open.size < 4);
            if (made !== null) open.set(made, 0);
          } else if (jobId !== '' && what === 'cancel') {
            await world.jobs.cancel(world.caller, jobId);
            open.delete(jobId);
          } else if (jobId !== '' && open.get(jobId) === 0) {
            const sent = world.uploads.direct(world.caller, jobId, arrivalOf('x'.repeat(bytes)));
            const taken = await sent.then(
              () => true,
              () => false,
            );
            expect(taken).toBe(held() + bytes <= 1_000);
            if (taken) open.set(jobId, bytes);
          }
        }
        await world.remove();
      }),
      { numRuns: 15 },
    );
    world = await temporaryJobs();
  });
});
