import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE } from '../support/browser.js';
import { balanceOf } from '../support/processes.js';
import { lookUpOnPage, MATCH } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('a lookup that was paid for', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  it('is free again while repeats are free: the page says until when, asks what was typed now, and saves it once', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    await world.server.operator('accounts', 'set', accountId, '--free-repeat-days', '30');
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      await page.getByText('The same property is free again for 30 days.').waitFor();
      await lookUpOnPage(page, '100 Sandbox Macth St, Austin, TX 78701');
      await page.getByText('It cost $0.04.').waitFor();
      await lookUpOnPage(page, MATCH);
      await page.getByRole('button', { name: /^Refresh \(free until [A-Z][a-z]{2} \d+\)$/ }).click();
      await page.getByText(`Owner found for ${MATCH}. You already paid for this property on`).waitFor();
      await page.getByText('free. Your balance is $9.96.').waitFor();
      const saved = page.getByRole('region', { name: 'Saved lookups' });
      expect(await saved.getByRole('listitem').count()).toBe(1);
    });
  });

  it('is saved for every device: shown again before it is looked up, searched, exported and deleted', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      await lookUpOnPage(page, '100 Sandbox Macth St, Austin, TX 78701');
      await page.getByText('Matched to 100 Sandbox Match St. You typed “Macth”. It cost $0.04.').waitFor();
    });
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, axe, isWiderThanScreen }) => {
      await open('/app/lookup');
      const saved = page.getByRole('region', { name: 'Saved lookups' });
      await saved.getByText('Jordan Avery · $0.04 paid').waitFor();
      await saved.getByText('We save them for 30 days. Opening one is free.').waitFor();
      expect(await axe()).toEqual([]);
      expect(await isWiderThanScreen()).toBe(false);
      await lookUpOnPage(page, '100 sandbox match street austin tx');
      await page.getByText('This is your saved answer. You weren’t charged.').waitFor();
      expect(await balanceOf(world.server, apiKey)).toBe(996);
      await page.getByRole('button', { name: 'Look up again for $0.04' }).click();
      await page.getByText('It cost $0.04. Your balance is $9.92.').waitFor();

      await saved.getByLabel('Search saved lookups').fill('avery sandb');
      await saved.getByRole('listitem').nth(1).waitFor();
      await saved.getByLabel('Search saved lookups').fill('elm');
      await saved.getByText('No saved lookup matches.').waitFor();
      await saved.getByLabel('Search saved lookups').fill('');
      const downloading = page.waitForEvent('download');
      await saved.getByRole('link', { name: 'Export CSV' }).click();
      const file = await (await downloading).createReadStream();
      expect((await file.toArray()).join('')).toContain('Jordan,Avery,100 Sandbox Match St');
      await saved.getByRole('button', { name: 'Delete 100 Sandbox' }).first().click();
      await page.getByRole('button', { name: 'Delete lookup' }).click();
      await page.getByText('Saved lookup deleted.').waitFor();
      await saved.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
      await open('/app/billing');
      await page.getByText('100 SANDBOX MACTH ST, AUSTIN TX 78701').waitFor();
      await open('/app/account');
      // The switch turns a moment after the click, and a page that is left early drops the request.
      await Promise.all([
        page.waitForResponse((response) => response.url().endsWith('/app/api/preferences')),
        page.getByLabel('Name addresses in Billing').click(),
      ]);
      await page.getByRole('switch', { name: 'Name addresses in Billing', checked: false }).waitFor();
      await open('/app/billing');
      await page.getByText('Which address was a lookup for?').waitFor();
      expect(await page.getByText('100 SANDBOX MACTH ST').count()).toBe(0);
      await open('/app/account');
      await page.getByLabel('Save my lookups for').selectOption('Don’t save them');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await axe()).toEqual([]);
      await open('/app/lookup');
      await page.getByText('We don’t save your lookups.').waitFor();
      await expect(page.evaluate<string>('JSON.stringify(localStorage)')).resolves.not.toContain('Avery');
    });
    expect(await balanceOf(world.server, apiKey)).toBe(992);
  });
});
