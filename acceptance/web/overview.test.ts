import { describe, expect, it } from 'vitest';
import { jobUntil, lookUp, uploadJob } from '../support/api.js';
import { hasBrowser, PHONE } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the overview', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  it('shows balance, price, what is left today, what was spent and found, and the last jobs', async () => {
    const { apiKey } = await world.server.account(2_000);
    await lookUp(world.server, apiKey, '100 Sandbox Match St, Austin, TX 78701');
    await lookUp(world.server, apiKey, '404 Sandbox Miss Blvd, Reno, NV 89501');
    await uploadJob(world.server, apiKey, 'leads.csv');
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, axe, isWiderThanScreen }) => {
      await open('/app');
      await page.getByText('$19.96').waitFor();
      await page.getByText('249 left today').waitFor();
      await page.getByText('$0.04 spent in 30 days').waitFor();
      await page.getByText('1 match, 1 miss: 50% matched').waitFor();
      await page.getByRole('link', { name: 'leads.csv' }).waitFor();
      await page.locator('.recharts-surface').first().waitFor();
      await page.getByText('Show as a table').click();
      await page
        .getByRole('table', { name: 'Activity by day' })
        .getByRole('cell', { name: '$0.04' })
        .waitFor();
      await expect(page.getByText('Low:').count()).resolves.toBe(0);
      expect(await axe()).toEqual([]);
      expect(await isWiderThanScreen()).toBe(false);
      await page.getByRole('link', { name: 'leads.csv' }).click();
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).waitFor();
    });
  });

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
