// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerPhone } from '../../../directory/index.js';
import { StoreFullError } from '../../../platform/storage/index.js';
import {
  MAPPING,
  StreetDirectory,
  temporaryJobs,
  type TemporaryJobs,
} from '../../../testing/job-pipeline.js';
import { JobEntity } from '../entities.js';
import type { Directory } from '../index.js';

let world: TemporaryJobs;
beforeEach(async () => {
  world = await temporaryJobs();
});
afterEach(() => world.remove());

const HEADER = 'Address,City,State,Zip';
const OWNER_HEADER =
  'Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,' +
  'Owner Mailing State,Owner Mailing Zip';
const owners = () =>
  new StreetDirectory()
    .add('1 Elm St', {
      firstName: 'Vera',
      lastName: 'Moss',
      fullName: 'Vera Moss',
      phones: [
        { number: '5125550101', type: 'mobile', dnc: false },
        { number: '5125550102', type: 'landline', dnc: true },
      ],
      emails: ['vera@example.com'],
    })
    .add('2 "Oak" Ave, Unit 3', { fullName: 'Moss, Ana', mailingCity: 'Dayton' });

describe('a job', () => {
  it('returns every original byte, with the owner of each matched row added', async () => {
    const file =
      '\uFEFFAddress,City,State,Zip,Note\r\n' +
      '1 Elm St,Austin,TX,78701,"two\r\nlines, quoted"\r\n' +
      '\r\n' +
      '"2 ""Oak"" Ave, Unit 3",Dayton,OH,45402,\r\n' +
      '9 Nowhere Rd,Reno,NV,89501,=1+1\r\n' +
      '  ,Reno,NV,89501\r\n' +
      '1 Elm St,Austin,TX,78701,x,more';
    world.startWorker(owners());
    const jobId = await world.upload(file);
    expect(await world.until(jobId, 'preview')).toMatchObject({
      totalRows: 5,
      matchedRows: 3,
      unmatchedRows: 2,
      nonMatchCount: 1,
      blankAddressCount: 1,
      totalChargeCents: 12,
      downloadUrl: null,
    });
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
    const vera =
      'Matched,Vera,Moss,Vera Moss,,,,,5125550101,Mobile,No,not listed,5125550102,Landline,Yes,listed,vera@example.com';
    const phones =
      'Phone 1,Phone 1 Type,Phone 1 DNC,Phone 1 DNC Status,Phone 2,Phone 2 Type,Phone 2 DNC,Phone 2 DNC Status,Email 1';
    expect(Buffer.from(await world.result(jobId), 'latin1').toString()).toBe(
      `\uFEFFAddress,City,State,Zip,Note,Extra 1,${OWNER_HEADER},${phones}\r\n` +
        `1 Elm St,Austin,TX,78701,"two\r\nlines, quoted",,${vera}\r\n` +
        '\r\n' +
        '"2 ""Oak"" Ave, Unit 3",Dayton,OH,45402,,,Matched,,,"Moss, Ana",,Dayton,,,,,,,,,,,\r\n' +
        `9 Nowhere Rd,Reno,NV,89501,=1+1,${','.repeat(17)}\r\n` +
        `  ,Reno,NV,89501,,${','.repeat(17)}\r\n` +
        `1 Elm St,Austin,TX,78701,x,more,${vera}`,
    );
    expect(await world.ledger()).toEqual([
      ['job_charge', -12],
      ['top_up', 1_000_000],
    ]);
  });

  describe('says what is on file for its matches', () => {
    const mobile: OwnerPhone = { number: '5125550101', type: 'mobile', dnc: false };
    const listed: OwnerPhone = { ...mobile, type: 'landline', dnc: true };
    const unchecked: OwnerPhone = { ...listed, dncChecked: false };
    const street = (at: number) => `${at} Elm St`;
    /** 24 owners with alternating kinds of phones. */
    const neighbors = () => {
      const directory = new StreetDirectory();
      for (let at = 0; at < 24; at++) {
        const phones = [[mobile, listed], [listed], [unchecked, listed], []][at % 4] ?? [];
        const mailing = at < 10 ? { mailingAddress: at < 3 ? 'PO Box 1' : street(at) } : {};
        directory.add(street(at), { phones, emails: at < 5 ? ['a@example.com'] : [], ...mailing });
      }
      return directory;
    };
    const listOf = (owners: number, rows = owners) =>
      `${HEADER}\n${Array.from({ length: rows }, (_, at) => `${street(at % owners)},Austin,TX,78701\n`).join('')}`;
    const SUMMARY = {
      phoneRows: 18,
      callableRows: 6,
      mobileRows: 6,
      landlineRows: 0,
      dncOnlyRows: 6,
      notCheckedRows: 6,
      emailRows: 5,
      mailingRows: 10,
      absenteeRows: 3,
    };

    it('before payment, from twenty owners on', async () => {
      world.startWorker(neighbors());
      const jobId = await world.upload(listOf(24));
      expect(await world.until(jobId, 'preview')).toMatchObject({ matchedRows: 24, resultSummary: SUMMARY });
      const { jobs } = await world.jobs.list(world.caller);
      expect(jobs[0]).toMatchObject({ resultSummary: SUMMARY });
      await world.jobs.confirm(world.caller, jobId);
      expect(await world.until(jobId, 'completed')).toMatchObject({ resultSummary: SUMMARY });
    });

    it.each([
      ['fewer owners', 19, 19],
      ['fewer owners, however often each comes', 1, 40],
    ])('not before it is paid for %s', async (_, owners, rows) => {
      world.startWorker(neighbors());
      const jobId = await world.upload(listOf(owners, rows));
      expect(await world.until(jobId, 'preview')).not.toHaveProperty('resultSummary');
      await world.jobs.confirm(world.caller, jobId);
      expect(await world.until(jobId, 'completed')).toMatchObject({
        resultSummary: { mobileRows: rows === 40 ? 40 : 5 },
      });
    });

    it('not if a worker of an earlier version matched a part of it', async () => {
      const directory = neighbors();
      const match = directory.match.bind(directory);
      directory.match = async (leads) =>
        (await match(leads)).map((one) => (one.matched ? { ...one, contents: 0 } : one)) as never;
      world.startWorker(directory);
      const jobId = await world.upload(listOf(24));
      expect(await world.until(jobId, 'preview')).not.toHaveProperty('resultSummary');
    });
  });

  it('shows no counts before its preview', async () => {
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`);
    expect(await world.jobs.get(world.caller, jobId)).toMatchObject({
      status: 'uploaded',
      totalRows: null,
      matchedRows: null,
      unmatchedRows: null,
      nonMatchCount: null,
      blankAddressCount: null,
      totalChargeCents: null,
    });
  });

  it('costs nothing when no row matched, and completes', async () => {
    await world.remove();
    world = await temporaryJobs({ balanceCents: 0 });
    world.startWorker(owners());
    const jobId = await world.upload(`${HEADER}\n9 Nowhere Rd,Reno,NV,89501\n`);
    await world.until(jobId, 'preview');
    const confirmed = await world.jobs.confirm(world.caller, jobId);
    expect(confirmed).toEqual({ status: 'confirmed', jobId, totalChargeCents: 0 });
    await world.until(jobId, 'completed');
    expect(await world.result(jobId)).toBe(`${HEADER},${OWNER_HEADER}\n9 Nowhere Rd,Reno,NV,89501,,,,,,,,\n`);
    expect(await world.ledger()).toEqual([]);
  });
});

describe('a file that cannot be a job', () => {
  const tooMany = `${HEADER}\n${'1 Elm St,Austin,TX,78701\n'.repeat(250_001)}`;
  it.each<[string, string | Buffer, RegExp]>([
    [
      'lacks a mapped column',
      'Street,City,State,Zip\n1 Elm St,a,b,c\n',
      /no column "Address".*Street, City, State, Zip/,
    ],
    ['has a mapped column twice', `${HEADER},Zip\n1,2,3,4,5\n`, /More than one column is named "Zip"/],
    ['has more rows than a job may have', tooMany, /more than 250,000 rows/],
    ['has no rows', `${HEADER}\n\n\n`, /no rows/],
    ['is empty but for white space', '\n\n', /empty/],
    ['is a ZIP archive', Buffer.from('504b0304140000000800', 'hex'), /not CSV text/],
    ['is a PDF', '%PDF-1.7\n', /not CSV text/],
    ['is gzip', Buffer.from('1f8b0800000000000003', 'hex'), /not CSV text/],
    ['holds NUL bytes', `${HEADER}\n1 Elm\0 St,a,b,c\n`, /NUL/],
    ['leaves a quote open', `${HEADER}\n1 Elm St,a,b,c\n"2 Oak Ave,a,b,c\n`, /quote that opens on line 3/],
  ])('fails with a sentence when it %s', async (_, file, sentence) => {
    world.startWorker(owners());
    const jobId = await world.upload(file);
    const job = await world.until(jobId, 'failed', 'preview');
    expect(job).toMatchObject({ status: 'failed', totalRows: null, refundCents: null });
    expect(job.errorMessage).toMatch(sentence);
    expect(job.errorMessage).toMatch(/Nothing was charged\.$/);
    expect(await world.ledger()).toHaveLength(1);
  });

  it('fails when the stored file is gone', async () => {
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`);
    await world.store.removeFolder(jobId);
    world.startWorker(owners());
    expect((await world.until(jobId, 'failed')).errorMessage).toMatch(/missing.*Nothing was charged/);
  });
});

describe('a fault of the server', () => {
  // With a racing clock, another lane would see the first one's lease expire.
  const oneLane = { laneMaxWeights: [Number.MAX_SAFE_INTEGER] };

  it('is retried, and fails the job after three attempts without a charge', async () => {
    const broken = vi.fn(() => Promise.reject(new Error('sandbox fault')));
    world.startWorker({ match: broken, read: () => Promise.resolve(new Map()) }, { queue: oneLane });
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`);
    const job = await world.whileTimePasses(() => world.until(jobId, 'failed'));
    expect(broken).toHaveBeenCalledTimes(3);
    expect(job.errorMessage).toMatch(/Server error.*Nothing was charged/);
    expect(job.refundCents).toBeNull();
  });

  it('after the confirm refunds the charge, once', async () => {
    const directory = owners();
    const broken: Directory = {
      match: (leads) => directory.match(leads),
      read: () => Promise.reject(new Error('x')),
    };
    world.startWorker(broken, { queue: oneLane });
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`);
    await world.until(jobId, 'preview');
    await world.jobs.confirm(world.caller, jobId);
    const job = await world.whileTimePasses(() => world.until(jobId, 'failed'));
    expect(job).toMatchObject({ refundCents: 4, totalChargeCents: 4, downloadUrl: null });
    expect(job.errorMessage).toMatch(/refunded/);
    expect(await world.ledger()).toEqual([
      ['job_refund', 4],
      ['job_charge', -4],
      ['top_up', 1_000_000],
    ]);
    expect(await world.billing.balanceCents(world.accountId)).toBe(1_000_000);
  });

  it('in tidying up has no cost: the parts of the result are removed when the task runs again', async () => {
    const killed = vi.fn(() => Promise.reject(new Error('killed')));
    const remove = (name: string) =>
      // A note of withheld rows is written, or removed, before its part exists.
      name.endsWith('-withheld') || killed.mock.calls.length > 0 ? world.store.remove(name) : killed();
    const files = new Proxy(world.store, {
      get: (target, name: keyof TemporaryJobs['store']) =>
        name === 'remove' ? remove : target[name].bind(target),
    });
    world.startWorker(owners(), { files, queue: oneLane });
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`);
    await world.until(jobId, 'preview');
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
    await vi.waitFor(() => expect(killed).toHaveBeenCalled());
    const parts = async () =>
      (await world.store.list(jobId)).filter(({ name }) => name.startsWith(`${jobId}/result-`));
    await world.whileTimePasses(() => vi.waitFor(async () => expect(await parts()).toEqual([])));
    expect(await world.result(jobId)).toContain('Vera');
    expect((await world.jobs.get(world.caller, jobId)).status).toBe('completed');
    expect((await world.ledger()).filter(([type]) => type === 'job_refund')).toEqual([]);
  });

  it('does not count while the disk is full: the task waits, and the job ends well when there is room', async () => {
    let full = true;
    const write: TemporaryJobs['store']['write'] = (...args) =>
      full ? Promise.reject(new StoreFullError()) : world.store.write(...args);
    const files = new Proxy(world.store, {
      get: (target, name: keyof TemporaryJobs['store']) =>
        name === 'write' ? write : target[name].bind(target),
    });
    world.startWorker(owners(), { files, queue: oneLane });
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`);
    await world.whileTimePasses(async () => {
      await world.until(jobId, 'processing');
      full = false;
      await world.until(jobId, 'preview');
      full = true;
      await world.jobs.confirm(world.caller, jobId);
      await world.until(jobId, 'generating');
      full = false;
      await world.until(jobId, 'completed');
    });
  });
});

describe('a file of blank lines', () => {
  it('is worked on in parts as well, and is returned with each of them', async () => {
    const rows = ['1 Elm St,Austin,TX,78701', '9 Nowhere Rd,Reno,NV,89501'];
    const blank = '\n'.repeat(60_000);
    world.startWorker(owners());
    const jobId = await world.upload(`${HEADER}\n${rows[0]}\n${blank}${rows[1]}\n`);
    expect(await world.until(jobId, 'preview')).toMatchObject({ totalRows: 2, matchedRows: 1 });
    const names = (await world.store.list(jobId)).map(({ name }) => name);
    expect(names.filter((name) => name.includes('/matches-'))).toHaveLength(2);
    await world.jobs.confirm(world.caller, jobId);
    await world.until(jobId, 'completed');
    const lines = (await world.result(jobId)).split('\n');
    expect(lines).toHaveLength(60_004);
    expect(lines.filter((line) => line !== '').map((line) => line.split(',')[0])).toEqual([
      'Address',
      '1 Elm St',
      '9 Nowhere Rd',
    ]);
  });
});

describe('a killed worker', () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, row) => `${row % 3 === 0 ? '1 Elm St' : '7 Miss St'},Austin,TX,${row}`,
  );
  const file = `${HEADER}\n${rows.join('\n')}\n`;

  /** Hangs at the given call, as a killed process does, until `end` releases it. */
  const hanging = (at: { match?: number; read?: number }) => {
    const directory = owners();
    const calls = { match: 0, read: 0 };
    let end: () => void = () => undefined;
    const hung = vi.fn(
      () => new Promise<never>((_, reject) => (end = () => reject(new Error('it was killed')))),
    );
    return {
      match: (leads: Parameters<Directory['match']>[0]) =>
        ++calls.match === at.match ? hung() : directory.match(leads),
      read: (ids: readonly number[]) => (++calls.read === at.read ? hung() : directory.read(ids)),
      hung,
      end: () => end(),
    };
  };

  it.each<[string, { match?: number; read?: number }]>([
    ['at the start of matching', { match: 1 }],
    ['in the middle of matching', { match: 14 }],
    ['at the start of the result', { read: 1 }],
    ['in the middle of the result', { read: 14 }],
  ])('%s is succeeded by another, and the result is the same', async (_, at) => {
    const undisturbed = world.startWorker(owners());
    const whole = await world.upload(file);
    await world.untilInTime(whole, 'preview');
    await world.jobs.confirm(world.caller, whole);
    await world.untilInTime(whole, 'completed');
    await undisturbed.stop();

    // One lane, because a second lane of this worker could take the task itself. A long lease, because the test moves the clock while
    // the earlier tasks run, and on a busy machine a short lease would end before them.
    const dead = { heartbeatMs: 1_000_000, leaseMs: 600_000, laneMaxWeights: [1_000_000_000] };
    const working = at.match === undefined ? 'generating' : 'processing';
    const jobId = await world.upload(file);
    const killed = hanging(at);
    const killedWorker = world.startWorker(killed, { queue: dead });
    if (at.read !== undefined) {
      await world.untilInTime(jobId, 'preview');
      await world.jobs.confirm(world.caller, jobId);
    }
    await vi.waitFor(() => expect(killed.hung).toHaveBeenCalled(), { timeout: 15_000 });
    expect((await world.jobs.get(world.caller, jobId)).status).toBe(working);

    const successor = owners();
    world.startWorker(successor);
    world.clock.ms += dead.leaseMs;
    if (at.match !== undefined) {
      await world.untilInTime(jobId, 'preview');
      await world.jobs.confirm(world.caller, jobId);
    }
    await world.untilInTime(jobId, 'completed');
    expect(await world.result(jobId)).toBe(await world.result(whole));
    // A part of 5,000 rows was stored before the 14th batch.
    if (at.match === 14) expect(successor.asked).toBe(7_000);
    // Rows counted before the kill are not counted twice.
    expect(await world.jobs.get(world.caller, jobId)).toMatchObject({
      matchedRows: 4_000,
      resultSummary: { phoneRows: 4_000, mobileRows: 4_000, emailRows: 4_000, mailingRows: 0 },
    });
    expect((await world.ledger()).filter(([type]) => type === 'job_charge')).toHaveLength(2);
    killed.end();
    await killedWorker.stop();
  });
});

describe('cancelling', () => {
  it('in the queue wins: the file is never read', async () => {
    const directory = owners();
    const jobId = await world.upload(`${HEADER}\n1 Elm St,Austin,TX,78701\n`, MAPPING);
    await world.jobs.cancel(world.caller, jobId);
    world.startWorker(directory);
    const second = await world.upload(`${HEADER}\n9 Nowhere Rd,Reno,NV,89501\n`);
    await world.until(second, 'preview');
    expect((await world.jobs.get(world.caller, jobId)).status).toBe('cancelled');
    expect(directory.asked).toBe(1);
    const row = await world.database.read.findOneByOrFail(JobEntity, { id: jobId });
    expect(row.matchingStartedAt).toBeNull();
  });
});
