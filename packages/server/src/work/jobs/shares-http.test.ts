// Engines: SQLite, PostgreSQL at a release

import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LEADS_JOB, MATCH, leadsForm } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let server: TemporaryServer;
afterEach(() => server.close());

const { columnMapping } = LEADS_JOB;
const create = () => server.call('createSkipTraceJob', { json: LEADS_JOB });
const upload = (jobId: string, content: string) =>
  server.call('uploadSkipTraceJobFile', { jobId, body: leadsForm(content) });

describe('an account that has its share', () => {
  it('of open jobs gets 429 with advice, and may continue as soon as it follows it', async () => {
    server = await temporaryServer({ env: { OPEN_JOBS_PER_ACCOUNT: '2' } });
    const first = String((await create()).json.jobId);
    await create();
    const refused = await create();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(refused.json.error).toMatch(/2 open jobs.*Confirm or cancel/);
    const other = await server.createAccount(0);
    expect((await server.call('createSkipTraceJob', { key: other.apiKey, json: LEADS_JOB })).status).toBe(
      201,
    );
    await server.call('cancelSkipTraceJob', { jobId: first });
    expect((await create()).status).toBe(201);
  });

  it('of bytes gets 429 for the file that exceeds it, by both methods', async () => {
    const env = { UNPAID_BYTES_PER_ACCOUNT: '52428800' };
    server = await temporaryServer({ env: { ...env, UPLOAD_METHOD: 'presigned' } });
    const put = async (content: Buffer) => {
      const { jobId, uploadUrl } = (await create()).json;
      const answer = await fetch(String(uploadUrl), {
        method: 'PUT',
        body: content,
        headers: { 'content-type': 'text/csv' },
      });
      return { jobId: String(jobId), status: answer.status, retry: answer.headers.get('retry-after') };
    };
    const large = Buffer.alloc(40_000_000, 'x');
    const taken = await put(large);
    expect(taken.status).toBe(200);
    expect(await put(large)).toMatchObject({ status: 429, retry: '5' });
    const { jobId } = (await create()).json;
    const refused = await upload(String(jobId), 'x'.repeat(20_000_000));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await server.call('cancelSkipTraceJob', { jobId: taken.jobId });
    expect((await upload(String(jobId), 'x'.repeat(20_000_000))).status).toBe(200);
  });

  it('of uploads gets 429 for one more, and a client that vanished frees its place', async () => {
    server = await temporaryServer({ env: { UPLOADS_AT_ONCE_PER_ACCOUNT: '1', UPLOAD_METHOD: 'presigned' } });
    const { uploadUrl } = (await create()).json;
    const slow = request(String(uploadUrl), { method: 'PUT', headers: { 'content-length': '1000' } });
    slow.on('error', () => undefined);
    slow.write('Address');
    const { jobId } = (await create()).json;
    const send = async () => (await upload(String(jobId), 'Address,City,State,Zip\n1,2,3,4\n')).status;
    const refusedOnce = async () => {
      // The slow upload's turn comes as soon as its first bytes arrive.
      const other = String((await create()).json.jobId);
      const status = (await upload(other, 'x')).status;
      await server.call('cancelSkipTraceJob', { jobId: other });
      return status;
    };
    await expect.poll(refusedOnce, { timeout: 10_000 }).toBe(429);
    slow.destroy();
    await expect.poll(send, { timeout: 10_000 }).toBe(200);
  });
});

describe('members of a body that the contract does not know', () => {
  const MARK = 'nobody-asked-for-this';
  const extra = { [MARK]: MARK, nested: { [MARK]: [MARK] } };

  it('are stored nowhere, whatever the operation', async () => {
    server = await temporaryServer();
    const address = { ...MATCH, ...extra };
    const headers = (key: string) => ({ 'idempotency-key': key });
    const created = await server.call('createSkipTraceJob', {
      headers: headers('create'),
      json: { ...LEADS_JOB, ...extra, columnMapping: { ...columnMapping, firstName: 'First', ...extra } },
    });
    expect(created.status).toBe(201);
    await server.call('skipTraceSingle', { headers: headers('single'), json: address });
    await server.call('skipTraceBulk', {
      headers: headers('bulk'),
      json: { addresses: [address], ...extra },
    });
    const contact = {
      fullName: 'Ana Reed',
      email: 'ana@example.com',
      phone: '512 555 0101',
      reason: 'General',
      message: 'Hello there',
      ...extra,
    };
    expect((await server.call('sendContactMessage', { json: contact })).status).toBe(200);
    for (const name of ['service.sqlite', 'service.sqlite-wal', 'limits.sqlite', 'limits.sqlite-wal']) {
      const bytes = await readFile(path.join(server.dataDir, name)).catch(() => Buffer.alloc(0));
      expect([name, bytes.includes(MARK)]).toEqual([name, false]);
    }
    const [job] = await server.service.jobs.jobs.newest(1);
    expect(job?.columnMapping).toEqual({ ...columnMapping, firstName: 'First' });
  });
});
