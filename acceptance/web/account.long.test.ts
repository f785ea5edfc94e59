import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE, untilTrue } from '../support/browser.js';
import { balanceOf } from '../support/processes.js';
import { csvFile, lookUpOnPage, MATCH } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the account page, and what it sets', { timeout: 60_000 }, () => {
  const world = new WebWorld({ TERMS_URL: 'https://example.com/terms' });

  it('shows who the account is, its price and its limits', async () => {
    const { apiKey } = await world.server.account(1_234, {
      email: 'robin@example.com',
      terms: { priceCents: 7, dailyMisses: 99 },
    });
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/account');
      for (const text of ['Acceptance', 'robin@example.com', '$12.34', '$0.07', '99', '250,000']) {
        await page.getByRole('definition').filter({ hasText: text }).first().waitFor();
      }
      await page
        .getByText('A lookup without a match uses one of the free misses; every four matches')
        .waitFor();
      await page.getByText('You signed in with a live API key.').waitFor();
    });
  });

  it('keeps no list of somebody who has signed out, unless it is being uploaded', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/upload');
      const list = csvFile('leads.csv', 'Address,City,State,Zip\n1 Oak St,Reno,NV,89501\n');
      await page.setInputFiles('input[type=file]', list);
      await page.getByRole('heading', { name: 'leads.csv' }).waitFor();
      expect(await page.evaluate(KEPT)).toEqual([1, 1]);
      await page.goto(`${world.server.url}/app/account`);
      await page.getByRole('button', { name: 'Sign out here' }).click();
      await page.waitForURL('**/app/sign-in');
      expect(await page.evaluate(KEPT)).toEqual([0, 0]);
    });
  });

  it('opens a page at its top, however far down the link to it was', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey, ...PHONE }, async ({ open, page }) => {
      await open('/app/support');
      await open('/app/account');
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
      // Not a click, which would scroll to the link.
      await page.getByRole('link', { name: 'support', exact: true }).dispatchEvent('click');
      await page.getByRole('heading', { name: 'Support' }).waitFor();
      await untilTrue(page, 'document.activeElement.id === "main"');
      expect(await page.evaluate('[scrollY, document.body.scrollHeight > innerHeight]')).toEqual([0, true]);
    });
  });

  it('signs out every browser of the account', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/account');
      const cookies = await page.context().cookies();
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.waitForURL('**/app/sign-in');
      await page.context().addCookies(cookies);
      await page.goto(`${world.server.url}/app/account`);
      await page.waitForURL('**/app/sign-in?next=%2Fapp%2Faccount');
    });
  });

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

/** How many records of uploads, and files of theirs, the browser keeps. */
const KEPT = `new Promise((resolve) => {
  indexedDB.open('skiptrace').onsuccess = ({ target: { result } }) => {
    const stores = result.transaction(['uploads', 'files']);
    const counts = ['uploads', 'files'].map((name) => stores.objectStore(name).count());
    stores.oncomplete = () => resolve(counts.map(({ result: count }) => count));
  };
})`;
