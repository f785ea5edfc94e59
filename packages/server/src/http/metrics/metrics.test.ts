import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { serveMetrics, type MetricsServer } from './index.js';

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

/** What Prometheus would read: `name{labels}` → value. */
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
  it('count requests by the path as the contract writes it', async () => {
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

  it('tell what waits in the queue, the room on the disk, and how the process is', async () => {
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

  it('are on their own port alone, and that has nothing else', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    const root = metrics.url.replace('/metrics', '');
    for (const path of ['/', '/healthz', '/api/user/skip-trace'])
      expect((await fetch(root + path)).status).toBe(404);
    expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(404);
  });
});
