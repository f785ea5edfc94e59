// Engines: PostgreSQL

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leadsOf, linesOf } from './support/enriched.js';
import { RealServer } from './support/processes.js';

const OWNERS = 4_000;
/** Ten parts. */
const LEADS = 50_000;
const BALANCE_CENTS = 1_000_000;
const PRICE_CENTS = 4;
const COLUMN_MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const PATIENCE = { timeout: 120_000, interval: 20 };

const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

interface JobView {
  jobId: string;
  status: string;
  totalRows: number | null;
  matchedRows: number | null;
  totalChargeCents: number | null;
  downloadUrl: string | null;
}

// On SQLite one server has the data directory to itself.
describe.runIf(process.env.TEST_ENGINE === 'PostgreSQL')(
  'two servers and two workers on one database',
  () => {
    let first: RealServer;
    let second: RealServer;
    let workers: RealServer[];
    let account: { accountId: string; apiKey: string };
    let upload: string;
    let expected: string;
    let matchedRows: number;

    const ask = async <T>(server: RealServer, route: string, init: RequestInit = {}): Promise<T> => {
      const answer = await fetch(`${server.url}/api/user/skip-trace${route}`, {
        ...init,
        headers: { authorization: `Bearer ${account.apiKey}`, ...init.headers },
      });
      if (!answer.ok) throw new Error(`${route} was answered with ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const post = (server: RealServer, route: string, body: unknown): Promise<{ jobId: string }> =>
      ask(server, route, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const until = async (server: RealServer, jobId: string, status: string): Promise<JobView> => {
      let job = await ask<JobView>(server, `/${jobId}`);
      await expect
        .poll(async () => {
          job = await ask<JobView>(server, `/${jobId}`);
          return job.status;
        }, PATIENCE)
        .toBe(status);
      return job;
    };

    beforeAll(async () => {
      first = await RealServer.create();
      second = first.beside({});
      workers = [first.beside({}), first.beside({})];
      account = await first.account(BALANCE_CENTS);
      const leads = await leadsOf(first, OWNERS, LEADS);
      matchedRows = leads.filter(({ owner }) => owner !== null).length;
      const lines = linesOf(leads);
      upload = fileOf(lines.upload);
      expected = fileOf(lines.enriched);
      await first.start('--role', 'api');
      await second.start('--role', 'api');
      for (const worker of workers) await worker.start('--role', 'worker');
    }, 120_000);
    afterAll(async () => {
      for (const worker of workers) await worker.stop();
      await second.stop();
      await first.remove();
    });

    it('do a job that is uploaded to one, read from the other, and with workers that are killed halfway', async () => {
      const [lost, lostLater] = workers;
      if (lost === undefined || lostLater === undefined) throw new Error('there are two workers');
      const { jobId } = await post(first, '', { filename: 'leads.csv', columnMapping: COLUMN_MAPPING });
      const form = new FormData();
      form.append('file', new Blob([upload], { type: 'text/csv' }), 'leads.csv');
      await ask(first, `/${jobId}/upload`, { method: 'POST', body: form });
      await until(second, jobId, 'processing');
      await lost.stop('SIGKILL');
      const preview = await until(second, jobId, 'preview');
      expect(preview).toMatchObject({ totalRows: LEADS, matchedRows });

      await lost.start('--role', 'worker');
      await post(second, `/${jobId}/confirm`, {});
      await until(first, jobId, 'generating');
      await lostLater.stop('SIGKILL');
      const { downloadUrl, totalChargeCents } = await until(first, jobId, 'completed');
      expect(totalChargeCents).toBe(matchedRows * PRICE_CENTS);
      const url = new URL(String(downloadUrl));
      const other = new URL(second.url);
      [url.hostname, url.port] = [other.hostname, other.port];
      const result = await fetch(url);
      expect(result.status).toBe(200);
      expect((await result.text()) === expected).toBe(true);
      const { balanceCents } = await first.operator('balance', 'show', account.accountId);
      expect(balanceCents).toBe(BALANCE_CENTS - matchedRows * PRICE_CENTS);
    }, 300_000);

    it('answer while one of them announces that it is about to stop', async () => {
      const leaving = first.beside({ DRAIN_SECONDS: '5' });
      await leaving.start('--role', 'api');
      const ended = leaving.stop();
      const readiness = async () => (await fetch(`${leaving.url}/readyz`)).status;
      await expect.poll(readiness, { timeout: 4_000, interval: 20 }).toBe(503);
      expect(await ask(leaving, '')).toHaveProperty('jobs');
      expect(await ended).toBe(0);
    });
  },
);
