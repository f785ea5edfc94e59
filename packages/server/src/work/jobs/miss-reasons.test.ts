// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1',
  '2663 Catalpa Pl,Dayton,OH,45402,Ann,Able,5552010101',
  '2 Elm St,Dayton,OH,45402,Ben,Best,',
  '7 N Main St,Dayton,OH,45402,Cat,Cole,5552010103',
  '7 S Main St,Dayton,OH,45402,Dan,Dorn,5552010104',
  '9 Oak Ave Apt 1,Dayton,OH,45402,Eva,East,5552010105',
  '9 Oak Ave Apt 2,Dayton,OH,45402,Flo,Ford,5552010106',
].join('\n');
/** A row for each reason, after two matches. */
const ROWS = [
  ...['2663 Catapla Pl,Dayton,OH,45402', '2 Elm Street,Dayton,OH,45402'],
  ...['99 Elm St,Dayton,OH,45402', '7 Main St,Dayton,OH,45402', '9 Oak Ave,Dayton,OH,45402'],
  ...['PO Box 12,Dayton,OH,45402', ',Dayton,OH,45402'],
];

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ sandbox: false, balanceCents: 1_000 });
  await server.importOwners(OWNERS);
  await server.service.startWorker();
});
beforeEach(() => server.anew());
afterAll(() => server.close());

const leaveOut = (...people: readonly (readonly [name: string, address: string])[]) =>
  server.service.suppressions.add(
    people.map(([name, address]) => ({ kind: 'person', name, address: { address, zip: '45402' } }) as const),
    { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' },
  );

const previewed = (options: { requirePhone?: boolean } = {}, rows = ROWS) =>
  server.preview(['Address,City,State,Zip', ...rows].join('\n'), options);
const get = async (jobId: string) => (await server.call('getSkipTraceJob', { jobId })).json;

/** The first rows as a page shows them. */
async function firstRows(jobId: string) {
  const browser = await server.signedIn();
  const { rows } = (await browser.ask(`/app/api/jobs/${jobId}/rows`)).json as {
    rows: { property: string; matchedTo: string | null; missReason: string | null }[];
  };
  return rows.map(({ property, matchedTo, missReason }) => [property.split(',')[0], matchedTo, missReason]);
}

describe('a list says why rows have no match', () => {
  it('in numbers from the preview on, which add up to the rows without a match', async () => {
    const jobId = await previewed();
    const missReasons = {
      notOnFileRows: 1,
      severalFitRows: 1,
      unitRows: 1,
      incompleteRows: 1,
      noPhoneRows: 0,
    };
    expect(await get(jobId)).toMatchObject({ matchedRows: 2, nonMatchCount: 4, missReasons });
    const { jobs } = (await server.call('listSkipTraceJobs')).json;
    expect(jobs).toMatchObject([{ missReasons }]);
  });

  it('for each of the first rows once it is paid, with the address that a misspelled one was matched to', async () => {
    const jobId = await previewed();
    await server.call('confirmSkipTraceJob', { jobId });
    await server.until(jobId, 'completed');
    expect(await firstRows(jobId)).toEqual([
      ['2663 Catapla Pl', '2663 Catalpa Pl', null],
      ['2 Elm Street', null, null],
      ['99 Elm St', null, 'notOnFile'],
      ['7 Main St', null, 'severalFit'],
      ['9 Oak Ave', null, 'unit'],
      ['PO Box 12', null, 'incomplete'],
    ]);
  });

  it('and which owners have no phone, where only those with one are wanted', async () => {
    const jobId = await previewed({ requirePhone: true });
    expect(await get(jobId)).toMatchObject({
      matchedRows: 1,
      missReasons: { notOnFileRows: 1, noPhoneRows: 1 },
    });
    await server.call('confirmSkipTraceJob', { jobId });
    await server.until(jobId, 'completed');
    expect((await firstRows(jobId))[1]).toEqual(['2 Elm Street', null, 'noPhone']);
  });

  it('so that someone who is left out after the preview looks like any address that is not on file', async () => {
    const jobId = await previewed();
    await server.service.suppressions.add(
      [{ kind: 'property', address: { address: '2663 Catalpa Pl', zip: '45402' } }],
      { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' },
    );
    await server.call('confirmSkipTraceJob', { jobId });
    await server.until(jobId, 'completed');
    expect(await get(jobId)).toMatchObject({ matchedRows: 1, nonMatchCount: 5 });
    expect((await get(jobId))['missReasons']).toMatchObject({ notOnFileRows: 2, noPhoneRows: 0 });
    expect((await firstRows(jobId))[0]).toEqual(['2663 Catapla Pl', null, 'notOnFile']);
  });

  it('as if people who were left out had never been on file, beside others or alone', async () => {
    const rows = ['9 Oak Ave', '9 Oak Ave Apt 9', '7 Main St', '2663 Catalpa Pl Apt 3', '99 Elm St'];
    const reasonsOf = async () => {
      const jobId = await previewed(
        {},
        rows.map((address) => `${address},Dayton,OH,45402`),
      );
      return (await get(jobId))['missReasons'];
    };
    expect(await reasonsOf()).toMatchObject({ notOnFileRows: 1, severalFitRows: 1, unitRows: 3 });
    await leaveOut(
      ['Ann Able', '2663 Catalpa Pl'],
      ['Cat Cole', '7 N Main St'],
      ['Eva East', '9 Oak Ave Apt 1'],
    );
    // The other unit is still missing. What Cat Cole kept from a match stays a miss, which says nothing of another property.
    expect(await reasonsOf()).toMatchObject({ notOnFileRows: 3, severalFitRows: 0, unitRows: 2 });
    await leaveOut(['Flo Ford', '9 Oak Ave Apt 2'], ['Dan Dorn', '7 S Main St']);
    expect(await reasonsOf()).toMatchObject({ notOnFileRows: 5, severalFitRows: 0, unitRows: 0 });
  });
});
