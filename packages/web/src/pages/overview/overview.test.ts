import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobUntil, lookUp, uploadJob } from '../../testing/api.js';
import { visit } from '../../testing/browser.js';
import { RealServer } from '../../testing/real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(() => server.remove());

describe('the overview', () => {
  it('shows balance, price, what is left today, what was spent and found, and the last jobs', async () => {
    const { apiKey } = await server.account(2_000);
    await lookUp(server, apiKey, '100 Sandbox Match St, Austin, TX 78701');
    await lookUp(server, apiKey, '404 Sandbox Miss Blvd, Reno, NV 89501');
    await uploadJob(server, apiKey, 'leads.csv');
    await visit(server, { apiKey, width: 360 }, async ({ open, page, axe, overflow, layoutShift }) => {
      await open('/app');
      await page.getByText('$19.96').waitFor();
      await page.getByText('249', { exact: true }).waitFor();
      await page.getByText('$0.04 spent in 30 days').waitFor();
      await page.getByText('1 matches, 1 misses: 50% matched').waitFor();
      await page.getByRole('link', { name: 'leads.csv' }).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      await expect(page.getByText('Your balance is low').count()).resolves.toBe(0);
      expect(await axe()).toEqual([]);
      expect(await overflow()).toBeLessThanOrEqual(0);
      expect(await layoutShift()).toBeLessThan(0.05);
      await page.getByRole('link', { name: 'leads.csv' }).click();
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).waitFor();
    });
  });

  it('says when the balance is low, and for how many matches it is enough', async () => {
    const { apiKey } = await server.account(9);
    await lookUp(server, apiKey, '404 Sandbox Miss Blvd, Reno, NV 89501');
    await visit(server, { apiKey }, async ({ open, page }) => {
      await open('/app');
      await page.getByText('$0.09 pays for 2 more matches.').waitFor();
    });
  });

  it('tells an account that has nothing yet what to do next', async () => {
    const { apiKey } = await server.account(0);
    await visit(server, { apiKey }, async ({ open, page, axe }) => {
      await open('/app');
      await page.getByRole('heading', { name: 'Find your first owner' }).waitFor();
      await page.getByText('Matches are paid from a balance, and yours is empty.').waitFor();
      expect(await axe()).toEqual([]);
    });
  });

  it('has no note about the balance in test mode', async () => {
    const { accountId } = await server.account(0);
    const { apiKey } = await server.operator('keys', 'create', accountId, '--test');
    const jobId = await uploadJob(server, String(apiKey), 'try.csv');
    await jobUntil(server, String(apiKey), jobId, 'preview');
    await visit(server, { apiKey: String(apiKey) }, async ({ open, page }) => {
      await open('/app');
      await page.getByRole('link', { name: 'try.csv' }).waitFor();
      await page.getByText('Test mode: nothing is charged').waitFor();
      await expect(page.getByText('Your balance is low').count()).resolves.toBe(0);
    });
  });
});
