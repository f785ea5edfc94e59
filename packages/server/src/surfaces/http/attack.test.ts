// Engines: SQLite, PostgreSQL at a release

import { operationPolicies, type OperationId } from '@skiptrace/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH, oneLine, rowOf } from '../../testing/sandbox.js';
import { temporaryServer, type Call, type TemporaryServer } from '../../testing/server.js';
import { KeyGuessing } from './key-guessing.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ env: { UPLOAD_METHOD: 'presigned' } });
  await server.service.startWorker();
});
afterAll(() => server.close());

const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const HEADER = 'Address,City,State,Zip\n';
const SANDBOX_ROW = rowOf(MATCH);

/** A job with a presigned upload, up to its preview. */
async function preview(file = HEADER + SANDBOX_ROW, filename = 'leads.csv', key = server.account.apiKey) {
  const { json } = await server.call('createSkipTraceJob', { key, json: { filename, columnMapping } });
  const jobId = String(json.jobId);
  const uploadUrl = String(json.uploadUrl);
  await fetch(uploadUrl, { method: 'PUT', body: file, headers: { 'content-type': 'text/csv' } });
  await server.call('markSkipTraceJobUploaded', { key, jobId });
  await server.until(jobId, 'preview', 'failed');
  return { jobId, uploadUrl };
}
async function complete(file?: string, filename?: string) {
  const { jobId } = await preview(file, filename);
  await server.call('confirmSkipTraceJob', { jobId });
  const { downloadUrl } = await server.until(jobId, 'completed', 'failed');
  return { jobId, downloadUrl: String(downloadUrl) };
}

describe('another account', () => {
  it('finds nothing under this account’s ids, can do nothing to its jobs, and changes nothing', async () => {
    const { jobId } = await preview();
    const { apiKey: key } = await server.createAccount(10_000);
    const before = (await server.call('getSkipTraceJob', { jobId })).json;
    const unknown = { key, jobId: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90' };
    for (const id of Object.keys(operationPolicies) as OperationId[]) {
      if (!operationPolicies[id].path.includes('{jobId}')) continue;
      const mine = await server.call(id, { key, jobId });
      expect([id, mine.status]).toEqual([id, 404]);
      // Another account's job and a job that never existed get the same answer.
      expect(mine.text).toBe((await server.call(id, unknown)).text);
    }
    expect((await server.call('listSkipTraceJobs', { key })).json).toEqual({ jobs: [] });
    expect((await server.call('getSkipTraceJob', { jobId })).json).toEqual(before);
  });

  it('cannot replay this account’s answers by its Idempotency-Key', async () => {
    const { apiKey: key } = await server.createAccount(3);
    const sent: Call = {
      json: { address: oneLine(MATCH) },
      headers: { 'idempotency-key': 'k' },
    };
    expect((await server.call('skipTraceSingle', sent)).status).toBe(200);
    expect((await server.call('skipTraceSingle', { ...sent, key })).status).toBe(402);
  });
});

describe('a signed link', () => {
  it('is valid only for its job, its purpose and its time', async () => {
    const { jobId, downloadUrl } = await complete();
    const other = await preview();
    const get = async (url: string) => (await fetch(url)).status;
    const signature = new URL(downloadUrl).searchParams.get('signature') ?? '';
    const forged = [
      downloadUrl.replace(jobId, other.jobId),
      downloadUrl.replace(/expires=\d+/, 'expires=99999999999'),
      downloadUrl.replace(/expires=\d+/, 'expires=Infinity'),
      downloadUrl.replace(/version=[^&]*/, 'version='),
      downloadUrl.replace(signature, ''),
      downloadUrl.replace(signature, signature.toUpperCase()),
      downloadUrl.replace(signature, `${signature}=`),
      downloadUrl.replace(signature, signature.slice(0, -1)),
      downloadUrl.replace(`signature=${signature}`, `signature[]=${signature}`),
      `${downloadUrl}&signature=${signature}`,
      downloadUrl.replace(/\?.*/, new URL(other.uploadUrl).search),
      downloadUrl.replace(/\?.*/, ''),
      downloadUrl.replace(jobId, '..%2F..%2Fsigning-secret'),
    ];
    for (const url of forged) expect([url, await get(url)]).toEqual([url, 403]);
    const put = { method: 'PUT', body: 'x' };
    expect((await fetch(other.uploadUrl.replace(/\?.*/, new URL(downloadUrl).search), put)).status).toBe(403);
    expect(await get(downloadUrl)).toBe(200);
    server.clock.shiftMs += 901_000;
    expect(await get(downloadUrl)).toBe(403);
    const { json } = await server.call('getSkipTraceJob', { jobId });
    expect(await get(String(json.downloadUrl))).toBe(200);
  });
});

describe('a file name', () => {
  it.each([
    ...['../../etc/passwd.csv', '..\\..\\windows\\system32.csv', '/etc/cron.d/x.csv'],
    ...['Set-Cookie: x=1 <script>.csv', 'a"; filename="b.exe".csv', '名前 😀.csv'],
    `${'x'.repeat(496)}.csv`,
    '.csv',
  ])('is only ever a name: %j', async (filename) => {
    const { jobId, downloadUrl } = await complete(undefined, filename);
    const answer = await fetch(downloadUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(
      /^attachment; filename="[^"\\/\r\n]*\.enriched\.csv"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*\.enriched\.csv$/,
    );
    expect((await answer.text()).split('\n')).toHaveLength(3);
    const { json } = await server.call('getSkipTraceJob', { jobId });
    expect(json.filename).toBe(Buffer.from(filename).toString());
  });
});

describe('a file name that could run something', () => {
  it.each([
    'a\r\nSet-Cookie: x=1\r\n\r\n<script>.csv',
    'a\0.csv',
    '\u001b]52;c;cm0gLXJmIH4=\u0007.csv',
    '\u009b2J.csv',
    '\ud800.csv',
    'vsc\u202e.csv',
  ])('is refused: %j', async (filename) => {
    const { status, json } = await server.call('createSkipTraceJob', { json: { filename, columnMapping } });
    expect([status, json]).toEqual([
      400,
      { error: 'filename must end in .csv and hold no control characters or marks of text direction' },
    ]);
  });
});

describe('an enriched file', () => {
  it('gets no added cell that a spreadsheet would run, and leaves the customer’s own cells alone', async () => {
    const cells = ['=HYPERLINK("http://example.com")', '@SUM(1+1)', '+1-1', '-2+3', '\t=1'];
    const rows = cells.map(
      (cell, at) => `${at + 1} Formula St,Austin,TX,78701,"${cell.replaceAll('"', '""')}",Quill`,
    );
    const owners = `Address,City,State,Zip,First Name,Last Name\n${rows.join('\n')}\n`;
    await server.importOwners(owners, { source: 'formulas' });
    const own = cells.map((_, at) => `${at + 1} Formula St,Austin,TX,78701,=1+1\n`).join('');
    const { downloadUrl } = await complete(`Address,City,State,Zip,Note\n${own}`);
    const lines = (await (await fetch(downloadUrl)).text()).trimEnd().split('\n').slice(1);
    expect(lines).toHaveLength(cells.length);
    for (const line of lines) {
      expect(line).toContain(',78701,=1+1,Matched,');
      const added = line.split(',Matched,')[1] ?? '';
      expect(added.split(',').filter((cell) => /^"?[=+@\t\r-]/.test(cell))).toEqual([]);
    }
  });
});

describe('a contact message made to be slow', () => {
  it('is refused without holding up other clients', async () => {
    const json = { fullName: 'A Sender', email: 'a@example.com', reason: 'Other', message: 'Hello' };
    const phone = '('.repeat(900_000);
    const startedAt = performance.now();
    const { status, json: answer } = await server.call('sendContactMessage', { json: { ...json, phone } });
    expect(status).toBe(400);
    expect(String(answer.error)).toContain('phone');
    // With a pattern of quadratic time this took many minutes; receiving and parsing a megabyte takes well under a
    // second.
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('SQL', () => {
  const SQL = "x'; UPDATE accounts SET balance_cents = 0; DROP TABLE jobs; --";

  it('is text in every field, header, path and query', async () => {
    const { service, account } = server;
    const before = await service.billing.balanceCents(account.accountId);
    const json = { address: SQL, city: SQL };
    const headers = { 'idempotency-key': SQL.replaceAll(' ', '/') };
    const query = `?${new URLSearchParams({ limit: SQL, 'a[$ne]': SQL }).toString()}`;
    expect((await server.call('skipTraceSingle', { json, headers, query })).status).toBe(200);
    expect((await server.call('skipTraceBulk', { json: { addresses: [json] }, headers })).status).toBe(200);
    const mapped = { address: SQL, city: SQL, state: SQL, zip: SQL, firstName: SQL };
    const created = await server.call('createSkipTraceJob', {
      json: { filename: `${SQL}.csv`, columnMapping: mapped },
      headers,
    });
    expect(created.status).toBe(201);
    for (const id of ['getSkipTraceJob', 'confirmSkipTraceJob', 'cancelSkipTraceJob'] as const) {
      expect((await server.call(id, { jobId: SQL })).status).toBe(404);
    }
    const contact = {
      fullName: SQL,
      email: 'a@example.com',
      phone: '5125550142',
      reason: 'Other',
      message: SQL,
    };
    expect((await server.call('sendContactMessage', { json: contact })).status).toBe(200);
    expect((await server.call('getSkipTraceJob', { jobId: String(created.json.jobId) })).json.filename).toBe(
      `${SQL}.csv`,
    );
    expect(await service.billing.balanceCents(account.accountId)).toBe(before);
    expect(await service.ledgerFindings()).toEqual([]);
  });
});

describe('the guessing of keys', () => {
  it('gets slower, stays 401, and does not slow down clients with a correct key', async () => {
    const delaysMs: number[] = [];
    let letGo: () => void = () => undefined;
    let held: Promise<void> = Promise.resolve();
    const guessing = new KeyGuessing((ms) => {
      delaysMs.push(ms);
      return held;
    });
    const guarded = await temporaryServer({ guessing });
    const guess = (at: number) =>
      guarded.call('listSkipTraceJobs', { key: `pc_${String(at).padStart(40, '0')}` });
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, at) => guess(at)));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(Math.max(...delaysMs)).toBeGreaterThan(700);

    held = new Promise((resolve) => (letGo = resolve));
    let isRefused = false;
    const wrong = guess(99).then(({ status }) => {
      isRefused = true;
      return status;
    });
    await expect.poll(() => delaysMs.length).toBe(31);
    expect((await guarded.call('listSkipTraceJobs')).status).toBe(200);
    expect(isRefused).toBe(false);
    letGo();
    expect(await wrong).toBe(401);
    await guarded.close();
  });
});
