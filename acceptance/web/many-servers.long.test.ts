// Engines: PostgreSQL

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3_CREDENTIALS, startS3, type S3Server } from '../../packages/server/src/testing/s3-server.js';
import { startBalancer } from '../../scripts/support/balancer.mjs';
import { freePort } from '../../scripts/support/free-port.mjs';
import { hasBrowser, openBrowser, Person } from '../support/browser.js';
import { RealServer } from '../support/processes.js';
import { csvFile, UploadPage } from '../support/upload-page.js';

const HEADER = 'Property Address,Property City,Property State,Property Zip,Note';
const LEADS = csvFile(
  'leads.csv',
  [HEADER, '100 Sandbox Match St,Austin,TX,78701,first', '404 Sandbox Miss Blvd,Reno,NV,89501,none', ''].join(
    '\r\n',
  ),
);
const BALANCE_CENTS = 1_000;
const API = ['--role', 'api', '--sandbox', '--port'];

// On SQLite one server has the data directory to itself.
describe.runIf(process.env.TEST_ENGINE === 'PostgreSQL' && hasBrowser)(
  'the web app behind a load balancer for two servers on PostgreSQL, with files sent straight to a bucket',
  { timeout: 120_000 },
  () => {
    let s3: S3Server;
    let first: RealServer;
    let second: RealServer;
    let startSecond: () => Promise<void>;
    let worker: RealServer;
    let balancer: Awaited<ReturnType<typeof startBalancer>>;
    let browser: Browser;
    let account: { accountId: string; apiKey: string };

    beforeAll(async () => {
      s3 = await startS3();
      first = await RealServer.create();
      const settings = {
        ...S3_CREDENTIALS,
        STORAGE_URL: s3.storageUrl('jobs'),
        UPLOAD_METHOD: 'presigned',
        SIGNING_SECRET: 'the same at every server, and long enough to be one',
      };
      first.settings = settings;
      second = first.beside(settings);
      worker = first.beside(settings);
      account = await first.account(BALANCE_CENTS);
      const ports = [await freePort(), await freePort()];
      balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
      await first.start(...API, String(ports[0]));
      startSecond = () => second.start(...API, String(ports[1]));
      await startSecond();
      await worker.start('--role', 'worker', '--sandbox');
      await balancer.untilAllReady();
      s3.origins.add(balancer.url);
      browser = await openBrowser();
    }, 120_000);
    afterAll(async () => {
      await browser.close();
      await balancer.close();
      await worker.stop();
      await second.stop();
      await first.remove();
      await s3.close();
    });

    const balance = async (): Promise<unknown> => {
      const headers = { authorization: `Bearer ${account.apiKey}` };
      const answer = await fetch(`${balancer.url}/api/user/account`, { headers });
      return ((await answer.json()) as { balanceCents: unknown }).balanceCents;
    };

    it('finds the owners of a list although one server is killed before the list is paid for', async () => {
      const person = await Person.at(browser, balancer.url);
      await person.signInOnPage(account.apiKey);
      const upload = new UploadPage(person.page);
      await upload.open(balancer.url);
      await upload.choose(LEADS);
      await upload.toApproval();
      expect(s3.keys().some((key) => key.startsWith('jobs/'))).toBe(true);
      expect(await balance()).toBe(BALANCE_CENTS);

      await second.stop('SIGKILL');
      await upload.toResult();
      const rows = await upload.result();
      expect(rows).toHaveLength(3);
      expect(rows[1]).toContain('Avery');
      expect(await balance()).toBe(BALANCE_CENTS - 4);
      expect(person.complaints).toEqual([]);
      await person.close();
    });

    it('ends a session at every server', async () => {
      await startSecond();
      await balancer.untilAllReady();
      const person = await Person.at(browser, balancer.url);
      await person.signInOnPage(account.apiKey);
      const kept = await person.context.cookies();
      await person.page.getByRole('button', { name: 'Your account' }).click();
      await person.page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
      await person.page.getByLabel('API key').waitFor();
      await person.context.addCookies(kept);
      for (const page of ['/app', '/app/jobs', '/app/billing']) {
        await person.goto(page);
        await person.page.getByLabel('API key').waitFor();
      }
      await person.close();
    });
  },
);
