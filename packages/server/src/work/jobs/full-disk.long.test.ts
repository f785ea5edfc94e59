import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MS_PER_SECOND } from '../../platform/clock.js';
import { LEADS_JOB, MATCH, leads, leadsForm, rowOf } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { smallDisk, temporaryFolder, type Temporary } from '../../testing/temporary.js';

const HEADER = leads();
const ROW = rowOf(MATCH);
const MB = 1_000_000;

let disk: Temporary<string>;
let server: TemporaryServer;
afterEach(async () => {
  await server.close();
  await disk.remove();
});

const create = async (key: string) => {
  const { status, json } = await server.call('createSkipTraceJob', { key, json: LEADS_JOB });
  return { status, jobId: String(json.jobId), error: json.error };
};
const upload = (key: string, jobId: string, content: string) =>
  server.call('uploadSkipTraceJobFile', { key, jobId, body: leadsForm(content) });
const readyz = async () => {
  // The last answer is still cached.
  server.clock.shiftMs += MS_PER_SECOND;
  const answer = await fetch(`${server.url}/readyz`);
  return { code: answer.status, ...((await answer.json()) as { status: string; faults: string[] }) };
};

/** Checks that hold on any kind of disk while there is no room for files. */
async function expectOnlyFilesAreRefused(customer: string, pending: string, preview: string) {
  const before = await server.service.billing.balanceCents(server.account.accountId);
  const found = await server.call('skipTraceSingle', { key: customer, json: MATCH });
  expect([found.status, found.json.charged]).toEqual([200, 4]);
  const bulk = await server.call('skipTraceBulk', { key: customer, json: { addresses: [MATCH] } });
  expect([bulk.status, bulk.json.totalCharged]).toEqual([200, 4]);
  expect((await server.call('getSkipTraceJob', { key: customer, jobId: preview })).status).toBe(200);
  expect((await server.call('listSkipTraceJobs', { key: customer })).status).toBe(200);
  expect((await server.call('confirmSkipTraceJob', { key: customer, jobId: pending })).status).toBe(409);
  for (const refused of [
    await create(customer),
    await upload(customer, pending, `${HEADER}${ROW}`).then(({ status, json }) => ({
      status,
      error: json.error,
    })),
    await server
      .call('confirmSkipTraceJob', { key: customer, jobId: preview })
      .then(({ status, json }) => ({ status, error: json.error })),
  ]) {
    expect(refused.status).toBe(500);
    expect(refused.error).toMatch(/out of storage.*Nothing was charged/);
  }
  expect(await server.service.billing.balanceCents(server.account.accountId)).toBe(before - 8);
  // Other programs write to this disk too, so the free space may change between two measurements.
  const finding = expect.stringMatching(/disk is full but for its reserve/) as string;
  expect(await readyz()).toEqual({ code: 200, status: 'degraded', faults: [finding] });
  expect(await server.service.ledgerFindings()).toEqual([]);
}

async function previewed(key: string): Promise<string> {
  const { jobId } = await create(key);
  expect((await upload(key, jobId, `${HEADER}${ROW}`)).status).toBe(200);
  await server.until(jobId, 'preview');
  return jobId;
}

const room = await smallDisk(1);
await room?.remove();

describe('a disk that customers have filled', () => {
  it.skipIf(room === null)('refuses files, and lookups still work: a real one', async () => {
    const small = await smallDisk(64);
    if (small === null) throw new Error('there was one a moment ago');
    disk = small;
    const dataDir = path.join(disk.value, 'data');
    server = await temporaryServer({ dataDir, env: { DISK_RESERVE_BYTES: '' } });
    await server.service.startWorker();
    const customer = server.account.apiKey;
    const preview = await previewed(customer);
    const { jobId: pending } = await create(customer);
    expect(await readyz()).toEqual({ code: 200, status: 'ready', faults: [] });

    const attacker = await server.createAccount(0);
    let status = 200;
    const filled: string[] = [];
    const junk = 'x'.repeat(3 * MB);
    for (let count = 0; status === 200 && count < 40; count++) {
      const created = await create(attacker.apiKey);
      if ((status = created.status === 201 ? 200 : created.status) !== 200) break;
      ({ status } = await upload(attacker.apiKey, created.jobId, junk));
      if (status === 200) filled.push(created.jobId);
    }
    expect([status, filled.length > 3]).toEqual([500, true]);
    const capacity = await server.service.capacity();
    if (capacity === null) throw new Error('a folder has a capacity');
    const { freeBytes, reserveBytes } = capacity;
    expect(reserveBytes).toBeGreaterThan(6 * MB);
    expect(freeBytes).toBeGreaterThan(reserveBytes - MB);
    // Another program fills the disk until less space is left than the last upload needed.
    await writeFile(path.join(disk.value, 'others'), Buffer.alloc(Math.max(0, freeBytes - reserveBytes)));
    await expectOnlyFilesAreRefused(customer, pending, preview);

    // The purpose of the reserve: the database keeps working.
    for (let count = 0; count < 200; count++) {
      const { status } = await server.call('skipTraceSingle', { key: customer, json: MATCH });
      expect(status).toBe(200);
    }
    await rm(path.join(disk.value, 'others'));
    for (const jobId of filled.slice(-3)) await rm(path.join(dataDir, 'files', jobId), { recursive: true });
    expect((await upload(customer, pending, `${HEADER}${ROW}`)).status).toBe(200);
    expect((await server.call('confirmSkipTraceJob', { key: customer, jobId: preview })).status).toBe(200);
    await server.until(preview, 'completed');
    expect((await readyz()).status).toBe('ready');
  });

  it('refuses files, and lookups still work: a reserve larger than the free space', async () => {
    disk = await temporaryFolder();
    const dataDir = path.join(disk.value, 'data');
    server = await temporaryServer({ dataDir });
    await server.service.startWorker();
    const preview = await previewed(server.account.apiKey);
    const { jobId: pending } = await create(server.account.apiKey);
    const { accountId, apiKey } = server.account;
    await server.close();
    server = await temporaryServer({ dataDir, env: { DISK_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER) } });
    server.account.accountId = accountId;
    await expectOnlyFilesAreRefused(apiKey, pending, preview);
  });
});
