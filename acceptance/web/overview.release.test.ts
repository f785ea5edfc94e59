import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.js';
import { jobUntil, lookUp, uploadJob } from '../support/processes.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the overview', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  it('says when the balance is low, and for how many matches it is enough', async () => {
    const { apiKey } = await world.server.account(9);
    await lookUp(world.server, apiKey, '404 Sandbox Miss Blvd, Reno, NV 89501');
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app');
      await page.getByText('Low: enough for 2 more matches.').waitFor();
      // Whatever becomes of the charts.
      await page.route('**/app/api/activity?days=90', (route) => route.abort());
      await page.getByText('90 days').click();
      await page.getByRole('alert').waitFor();
      await expect.poll(() => page.getByText('Low: enough for 2 more matches.').count()).toBe(1);
    });
  });

  it('does not say that nothing waits if the lists that wait could not be read', async () => {
    const { apiKey } = await world.server.account(10_000);
    await lookUp(world.server, apiKey, '404 Sandbox Miss Blvd, Reno, NV 89501');
    await world.visit({ apiKey }, async ({ open, page }) => {
      await page.route(/\/app\/api\/jobs\?.*status=preview/, (route) =>
        route.fulfill({ status: 400, json: { error: 'Not now.' } }),
      );
      await open('/app');
      await page.getByRole('alert').getByText('Not now.').waitFor();
      await page.getByRole('heading', { name: 'Recent lists' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Needs you' }).count()).toBe(0);
      await page.unroute(/\/app\/api\/jobs\?.*status=preview/);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('Nothing. Lists that are ready for your approval show up here.').waitFor();
    });
  });

  it('tells an account that has nothing yet what to do next', async () => {
    const { apiKey } = await world.server.account(3);
    await world.visit({ apiKey }, async ({ open, page, axe }) => {
      await open('/app');
      await page.getByRole('heading', { name: 'Find your first owner' }).waitFor();
      await page.getByText('Yours is $0.03, and a match costs $0.04.').waitFor();
      expect(await axe()).toEqual([]);
    });
  });

  it('has no note about the balance in test mode', async () => {
    const { accountId } = await world.server.account(0);
    const { apiKey } = await world.server.operator('keys', 'create', accountId, '--test');
    const jobId = await uploadJob(world.server, String(apiKey), 'try.csv');
    await jobUntil(world.server, String(apiKey), jobId, 'preview');
    await world.visit({ apiKey: String(apiKey) }, async ({ open, page }) => {
      await open('/app');
      await page.getByRole('link', { name: 'try.csv' }).waitFor();
      await page.getByText('Test mode: nothing is charged').waitFor();
      await expect(page.getByText('Low:').count()).resolves.toBe(0);
    });
  });
});
