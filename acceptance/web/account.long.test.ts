import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE, untilTrue } from '../support/browser.js';
import { csvFile } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the account page', { timeout: 60_000 }, () => {
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
});

/** How many records of uploads, and files of theirs, the browser keeps. */
const KEPT = `new Promise((resolve) => {
  indexedDB.open('skiptrace').onsuccess = ({ target: { result } }) => {
    const stores = result.transaction(['uploads', 'files']);
    const counts = ['uploads', 'files'].map((name) => stores.objectStore(name).count());
    stores.oncomplete = () => resolve(counts.map(({ result: count }) => count));
  };
})`;
