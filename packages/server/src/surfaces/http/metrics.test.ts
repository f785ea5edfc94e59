// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { serveMetrics, type MetricsServer } from './metrics.js';

let server: TemporaryServer;
let metrics: MetricsServer;
beforeAll(async () => {
  server = await temporaryServer({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  metrics = await serveMetrics(server.metrics, server.service, { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await metrics.close();
  await server.close();
});

/** The metrics as Prometheus reads them: `name{labels}` → value. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(metrics.url);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}
const requests = (method: string, route: string, status: number) =>
  `skiptrace_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe('the metrics', () => {
  it('count requests by the contract’s path template', async () => {
    await server.call('skipTraceSingle', { json: { address: '1 Elm St' } });
    await server.call('skipTraceSingle', { json: { address: '' } });
    for (const jobId of ['one', 'two']) await server.call('getSkipTraceJob', { jobId });
    await fetch(`${server.url}/wp-login.php`);
    await fetch(`${server.url}/api/v1/skip-trace`, { method: 'PROPFIND' });
    await expect
      .poll(async () => {
        const values = await scrape();
        return [
          values.get(requests('POST', '/api/v1/skip-trace', 200)),
          values.get(requests('POST', '/api/v1/skip-trace', 400)),
          values.get(requests('GET', '/api/user/skip-trace/{jobId}', 404)),
          values.get(requests('any', 'page', 404)),
          values.get(requests('any', 'page', 405)),
        ];
      })
      .toEqual([1, 1, 2, 1, 1]);
  });

  it('show the queue, the disk space, and the state of the process', async () => {
    const json = {
      fullName: 'Robin',
      email: 'robin@example.com',
      phone: '5125550142',
      reason: 'Other',
      message: 'Hello!',
    };
    await server.call('sendContactMessage', { key: null, json });
    const values = await scrape();
    expect(values.get('skiptrace_tasks{kind="support-mail"}')).toBe(1);
    expect(values.get('skiptrace_oldest_task_age_seconds{kind="support-mail"}')).toBeGreaterThanOrEqual(0);
    expect(values.get('skiptrace_storage_free_bytes')).toBeGreaterThan(0);
    expect(values.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  it('show lookups by outcome and their cost, without lookups of test keys', async () => {
    const before = await scrape();
    const { accountId, apiKey } = await server.createAccount(2_000);
    const testKey = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { mode: 'test' }),
    );
    const miss = { address: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' };
    for (const json of [MATCH, MATCH, miss]) await server.call('skipTraceSingle', { key: apiKey, json });
    await server.call('skipTraceBulk', { key: apiKey, json: { addresses: [MATCH, miss] } });
    await server.call('skipTraceSingle', { key: testKey.apiKey, json: MATCH });
    const after = await scrape();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const lookups = (kind: string, outcome: string) =>
      grown(`skiptrace_lookups_total{kind="${kind}",outcome="${outcome}"}`);
    expect([lookups('single', 'match'), lookups('single', 'miss')]).toEqual([2, 1]);
    expect([lookups('bulk', 'match'), lookups('bulk', 'miss')]).toEqual([1, 1]);
    expect(grown('skiptrace_lookups_charged_cents_total{kind="single"}')).toBe(8);
    expect(grown('skiptrace_lookups_charged_cents_total{kind="bulk"}')).toBe(4);
    expect(after.get('skiptrace_lookup_failures_total{kind="single"}')).toBe(0);
  });

  it('show low balances, jobs by status and owners, and name no account', async () => {
    const before = await scrape();
    const { accountId, apiKey } = await server.createAccount(999);
    await server.createAccount(1_000);
    // An account with only a test key cannot spend.
    await server.service.database.write(async (tx) => {
      const { accounts } = server.service;
      const { id } = await accounts.create(tx, { name: 'Tester', email: null });
      await accounts.createKey(tx, id, { mode: 'test' });
    });
    await server.call('createSkipTraceJob', {
      key: apiKey,
      json: { filename: 'a.csv', columnMapping: { address: 'a', city: 'b', state: 'c', zip: 'd' } },
    });
    const after = await scrape();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('skiptrace_accounts{status="active"}')).toBe(3);
    expect(grown('skiptrace_accounts_low_balance')).toBe(1);
    expect(grown('skiptrace_jobs{status="pending"}')).toBe(1);
    expect(after.get('skiptrace_job_rows{outcome="match"}')).toBe(0);
    expect(after.get('skiptrace_jobs_charged_cents')).toBe(0);
    expect(after.get('skiptrace_owner_records')).toBeGreaterThan(0);
    expect([...after.keys()].join(' ')).not.toContain(accountId);
  });

  it('are only on their own port, which serves nothing else', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const root = metrics.url.replace('/metrics', '');
    for (const path of ['/', '/healthz', '/api/user/skip-trace'])
      expect((await fetch(root + path)).status).toBe(404);
    expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(404);
  });
});
