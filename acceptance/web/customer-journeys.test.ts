import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { copiedOn, hasBrowser, PHONE, untilTrue } from '../support/browser.js';
import { balanceOf, lookUp, readJob, uploadJob } from '../support/processes.js';
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

  it('is asked again by itself with the same key, and is paid once', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      const keys = await loseAnswers(page, (request) => request === 1);
      await lookUpOnPage(page, MATCH);
      await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    });
    expect(await balanceOf(world.server, apiKey)).toBe(996);
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

  it('shows that it was approved when the answer to the approval is lost', async () => {
    const { apiKey } = await world.server.account(1_000);
    const jobId = await uploadJob(world.server, apiKey, 'lost answer.csv');
    await world.visit({ apiKey }, async ({ open, page }) => {
      let approvals = 0;
      await page.route('**/confirm', async (route) => {
        approvals += 1;
        await route.fetch();
        await route.abort('connectionreset');
      });
      await open(`/app/jobs/${jobId}`);
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).click();
      await page.getByText('Your results are ready.').waitFor();
      expect(approvals).toBe(1);
    });
    expect(await balanceOf(world.server, apiKey)).toBe(992);
  });

  it('is cancelled only after a second question', async () => {
    const { apiKey } = await world.server.account(1_000);
    const jobId = await uploadJob(world.server, apiKey, 'unwanted.csv');
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open(`/app/jobs/${jobId}`);
      await page.getByRole('button', { name: 'Cancel list' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel unwanted.csv?' });
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await readJob(world.server, apiKey, jobId)).status).toBe('preview');
      await page.getByRole('button', { name: 'Cancel list' }).click();
      await dialog.getByRole('button', { name: 'Cancel the list' }).click();
      await page.getByText(/^You cancelled this list on .* Nothing was charged\.$/).waitFor();
      expect((await readJob(world.server, apiKey, jobId)).status).toBe('cancelled');
    });
  });

  it('makes a key with the keyboard alone, shows it once, and revokes it by name', async () => {
    const { apiKey } = await world.server.account(500);
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, isWiderThanScreen }) => {
      await open('/app/keys');
      await page.getByRole('button', { name: 'Create key' }).press('Enter');
      await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Enter a label.').waitFor();
      await page.keyboard.type('CRM import');
      await page.keyboard.press('Enter');
      const made = page.getByRole('textbox', { name: 'Live key' });
      const key = await made.inputValue();
      expect(key).toMatch(/^pc_[0-9A-Za-z]{32,}$/);
      await page.getByText('It is not shown again').waitFor();
      expect(await isWiderThanScreen()).toBe(false);
      await page.keyboard.press('Escape');
      await expect(made.isVisible()).resolves.toBe(true);
      expect(await hasFocus(made)).toBe(true);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      expect(await copiedOn(page)).toBe(key);
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect(page.content()).resolves.not.toContain(key);
      expect(await balanceOf(world.server, key)).toBe(500);

      await page.getByRole('button', { name: 'Revoke CRM import' }).click();
      const asked = page.getByRole('dialog', { name: 'Revoke CRM import?' });
      await asked.getByRole('button', { name: 'Revoke the key' }).click();
      await asked.waitFor({ state: 'detached' });
      await page.getByRole('row', { name: /CRM import.*revoked/ }).waitFor();
      await expect(balanceOf(world.server, key)).rejects.toThrow('401');
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

  it('says what is missing beside each field, keeps what was typed, and brings the message to the inbox', async () => {
    const { apiKey, accountId } = await world.server.account(0, { email: 'robin@example.com' });
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, isWiderThanScreen }) => {
      await open('/app/support');
      // The form moves down with the first click: the second one agrees to nothing.
      await page.getByLabel('Your name').fill('');
      await page.getByRole('button', { name: 'Send message' }).dblclick();
      await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false);
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Enter your name.').waitFor();
      await page.getByText('Enter a US number of 10 digits').waitFor();
      await page.getByText('Write a few words.').waitFor();
      await expect(page.evaluate("document.activeElement?.getAttribute('name')")).resolves.toBe('fullName');
      expect(await isWiderThanScreen()).toBe(false);

      await expect(page.getByRole('textbox', { name: 'Email' }).inputValue()).resolves.toBe(
        'robin@example.com',
      );
      await page.getByLabel('Your name').fill('Robin Example');
      await page.getByLabel('Phone').fill('(512) 555-0142');
      await page.getByLabel('Message').fill('Please top up our balance by $100.');
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Your message has arrived').waitFor();
    });
    const inbox = JSON.stringify(await world.server.operator('support', 'list'));
    expect(inbox).toContain('top up our balance');
    // The person who answers has to know which account's balance it is.
    expect(inbox).toContain(accountId);
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

const hasFocus = async (place: Locator) => (await place.and(place.page().locator(':focus')).count()) === 1;
