import { describe, expect, it } from 'vitest';
import { copiedOn, hasBrowser, PHONE } from '../support/browser.js';
import { balanceOf, lookUp, uploadJob } from '../support/processes.js';
import { lookUpOnPage, loseAnswers, MATCH } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

/**
 * The main journeys of customers, each from beginning to end. Other behavior of the pages is tested in
 * *.long.test.ts and *.release.test.ts.
 */
describe.skipIf(!hasBrowser)('a customer in the web app', { timeout: 120_000 }, () => {
  const world = new WebWorld();

  it('shows its owner, what it cost and the new balance, and stays out of the address bar', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      await page
        .getByText('$0.04 per match, even if there’s no phone number. No match, no charge.')
        .waitFor();
      await lookUpOnPage(page, MATCH);
      await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
      await page.getByText('It cost $0.04. Your balance is $9.96.').waitFor();
      expect(page.url()).toBe(`${world.server.url}/app/lookup`);

      const mobile = (how: string) => page.getByRole('link', { name: `${how} (512) 555-0100` });
      await expect(mobile('Call').getAttribute('href')).resolves.toBe('tel:+15125550100');
      await expect(mobile('Text').getAttribute('href')).resolves.toBe('sms:+15125550100');
      await page.getByRole('button', { name: 'Copy (512) 555-0100' }).click();
      expect(await copiedOn(page)).toBe('5125550100');

      const barred = page.getByRole('listitem').filter({ hasText: '(512) 555-0101' });
      await barred.getByText(', Do Not Call: listed').waitFor({ state: 'attached' });
      await page.getByRole('heading', { name: 'Do Not Call: listed (1)' }).waitFor();
      await expect(barred.getByRole('link').count()).resolves.toBe(0);
    });
  });

  it('says that it is not known, and is not paid twice when the person asks again after a reload', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      let isLost = true;
      const keys = await loseAnswers(page, () => isLost);
      await lookUpOnPage(page, MATCH);
      await page.getByText('The server does not answer. Trying again…').waitFor();
      await page.getByText('No answer came').waitFor();
      isLost = false;
      await page.reload();
      await page.getByText('The last lookup was cut off').waitFor();
      // A click before the price is known looks up nothing, and says so.
      await page.getByText('$0.04 per match').waitFor();
      await page.getByRole('button', { name: 'Look up' }).click();
      await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
      await page.getByText('It cost $0.04, once.').waitFor();
      expect(new Set(keys).size).toBe(1);
    });
    expect(await balanceOf(world.server, apiKey)).toBe(996);
  });

  it('is not paid at a price that the page has not shown, and then shows it', async () => {
    const { apiKey, accountId } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      await page
        .getByText('$0.04 per match, even if there’s no phone number. No match, no charge.')
        .waitFor();
      await world.server.operator('accounts', 'set', accountId, '--price', '5', '--yes');
      await lookUpOnPage(page, MATCH);
      await page.getByText('A match costs $5.00 now, not what this page showed.').waitFor();
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
      await page
        .getByText('$5.00 per match, even if there’s no phone number. No match, no charge.')
        .waitFor();
      await lookUpOnPage(page, MATCH);
      await page.getByText('It cost $5.00.').waitFor();
    });
  });

  it('is approved for the exact price on the button, once, and its file is downloaded', async () => {
    const { apiKey } = await world.server.account(1_000);
    const jobId = await uploadJob(world.server, apiKey, 'leads.csv');
    await world.visit({ apiKey }, async ({ open, page, axe }) => {
      await open(`/app/jobs/${jobId}`);
      await page.getByText('You won’t be charged until you approve.').waitFor();
      await page.getByText('Balance after: $9.92').waitFor();
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).click();
      await page.getByText('Your results are ready. Total: $0.08.').waitFor();
      const receipt = page.getByRole('table', { name: 'Receipt' });
      await receipt.getByRole('row', { name: 'Matches 2 × $0.04 $0.08' }).waitFor();
      await receipt.getByRole('row', { name: /^Total .* \$0\.08$/ }).waitFor();
      const rows = page.getByRole('table', { name: 'First properties' });
      await rows
        .getByRole('row', { name: /Sandbox Match St.*Jordan Avery.*\(512\) 555-0101 Landline DNC/ })
        .waitFor();
      expect(await axe()).toEqual([]);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const file = await (await downloading).createReadStream();
      const text = (await file.toArray()).join('');
      expect(text).toContain('Jordan');
    });
    expect(await balanceOf(world.server, apiKey)).toBe(992);
  });

  it('shows balance, price, what is left today, what was spent and found, and the last jobs', async () => {
    const { apiKey } = await world.server.account(2_000);
    await lookUp(world.server, apiKey, '100 Sandbox Match St, Austin, TX 78701');
    await lookUp(world.server, apiKey, '404 Sandbox Miss Blvd, Reno, NV 89501');
    await uploadJob(world.server, apiKey, 'leads.csv');
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, isWiderThanScreen }) => {
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
      expect(await isWiderThanScreen()).toBe(false);
      await page.getByRole('link', { name: 'leads.csv' }).click();
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).waitFor();
    });
  });
});
