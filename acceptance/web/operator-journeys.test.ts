import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copiedOn, hasBrowser, type Person } from '../support/browser.js';
import { textOf } from '../support/upload-page.js';
import { COUNTY, signedInOperator, WebWorld } from '../support/visit.js';

/**
 * Operators' journeys with money, accounts and owners. Other behavior of their pages is tested in operator-journeys.long.test.ts and
 * operator.release.test.ts.
 */
describe.skipIf(!hasBrowser)('an operator with a browser', { timeout: 120_000 }, () => {
  const world = new WebWorld({});
  let person: Person;
  let page: Page;
  beforeEach(async () => {
    person = await signedInOperator(world);
    ({ page } = person);
  });
  afterEach(async () => {
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const balance = (amount: string) => page.getByTestId('balance').getByText(amount, { exact: true });
  const file = async (name: string, content: string) => {
    const where = path.join(world.server.folder, name);
    await writeFile(where, content);
    return where;
  };

  it('makes an account with the keyboard alone, and hands over a key that works', async () => {
    const { keyboard } = page;
    await person.goto('/operator/accounts');
    await button('Create account').focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('maxlength')")).toBe('200');
    await keyboard.type('Keyboard Homes');
    await keyboard.press('Tab');
    await keyboard.type('keys@example.com');
    await keyboard.press('Tab');
    await keyboard.type('12.50');
    await keyboard.press('Enter');
    const key = page.getByLabel('API key');
    await key.waitFor();
    const answer = await fetch(`${world.server.url}/api/user/account`, {
      headers: { authorization: `Bearer ${await key.inputValue()}` },
    });
    expect(await answer.json()).toMatchObject({ name: 'Keyboard Homes', balanceCents: 1_250 });
    await button('Copy').click();
    expect(await copiedOn(page)).toBe(await key.inputValue());
    // Neither a slip of the hand nor a click beside it takes the key away.
    await keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await key.isVisible()).toBe(true);
    await button('I have copied the key').click();
    await page.getByRole('link', { name: 'Keyboard Homes' }).waitFor();
    expect(await page.content()).not.toContain('pc_');
  });

  it('tops an account up once, though the line drops before the answer', async () => {
    const { accountId } = await world.server.account(1_000);
    await person.goto(`/operator/accounts/${accountId}`);
    await balance('$10.00').waitFor();
    // The server has done it, but the browser never hears so.
    const dropTheAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/credits', dropTheAnswer, { times: 1 });
    await page.getByLabel('Amount').fill('50');
    await page.getByLabel('Note').fill('invoice 7');
    await button('Top up').click();
    await page.getByText('Add $50.00 to Acceptance.').waitFor();
    await button('Add $50.00').click();
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    // The money has moved, which the page behind the question shows; asking again moves none.
    await button('Cancel').click();
    await balance('$60.00').waitFor();
    await button('Top up').click();
    await page.getByText('the money moves once, also if it has moved already').waitFor();
    expect(await page.getByText('afterwards').count()).toBe(0);
    await button('Add $50.00').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await balance('$60.00').waitFor();
    await page.getByRole('cell', { name: '+$50.00' }).waitFor();
    await expect.poll(() => page.getByRole('cell', { name: '+$50.00' }).count()).toBe(1);
    expect(await world.server.operator('balance', 'show', accountId)).toMatchObject({ balanceCents: 6_000 });
  });

  it('refunds a lookup once, though the line drops before the answer', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    const looked = await fetch(`${world.server.url}/api/v1/skip-trace`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' }),
    });
    expect(await looked.json()).toMatchObject({ charged: 4 });
    await person.goto(`/operator/accounts/${accountId}`);
    await balance('$9.96').waitFor();
    const dropTheAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/refund', dropTheAnswer, { times: 1 });
    await button(/^Refund \$0\.04 of/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('wrong owner');
    await dialog.getByRole('button', { name: 'Refund $0.04' }).click();
    await dialog.getByText('the money moves once, also if it has moved already').waitFor();
    await dialog.getByRole('button', { name: 'Refund $0.04' }).click();
    await dialog.waitFor({ state: 'detached' });
    await balance('$10.00').waitFor();
    await page.getByRole('cell', { name: '+$0.04' }).waitFor();
    expect(await page.getByRole('cell', { name: '+$0.04' }).count()).toBe(1);
    await page.getByText('wrong owner').waitFor();
    await page.getByText('Refunded', { exact: true }).waitFor();
    expect(await button(/^Refund \$0\.04 of/).count()).toBe(0);
    // With a filter that hides the refund, the page doesn't know of it, and proposes no amount.
    await page.getByLabel('What', { exact: true }).selectOption('Lookup');
    await button(/^Refund \$0\.04 of/).click();
    await dialog.getByText('What was given back so far is not shown').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('');
    expect(await dialog.getByRole('button', { name: /^Refund/ }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('imports a file of owners: columns, a try, the rejected rows, and the import', async () => {
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('county.csv', COUNTY));
    await page.getByText('Map columns').waitFor();
    expect(await page.getByText('123-45-6789').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('county');
    await button('Check the file').click();
    await page.getByText('2 owners would be imported').waitFor();
    await page.getByText('it has no house number').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download rejects' }).click(),
    ]);
    expect(await textOf(download)).toMatch(/^Line,Reason,.*\r\n4,it has no house number,Elm St/);
    expect(JSON.stringify(await world.server.operator('owners', 'stats'))).not.toContain('county');
    await button('Import 2 owners').click();
    await page.getByText('2 owners imported into "county"').waitFor();
    // A person who opens the page again sees how it ended.
    await page.reload();
    await page.getByText('2 owners imported into "county"').waitFor();
    await page.getByRole('link', { name: 'See all sources' }).click();
    await page.getByRole('heading', { name: 'county' }).waitFor();
    await page.getByRole('link', { name: 'Explain an address' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill('1 Elm St, Austin, TX 78701');
    await page.keyboard.press('Enter');
    await page.getByText('Jane Roe, from the source "county": every part agrees.').waitFor();
    await button('Correct this owner').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('June Poe');
    await dialog.getByRole('button', { name: 'Clear the rest' }).click();
    await dialog.getByRole('button', { name: 'Add a phone' }).click();
    await dialog.getByRole('textbox', { name: 'Phone 1' }).fill('(512) 555-0142');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('deed of May 3');
    await page.route(
      '**/corrections',
      async (route) => {
        // While the dialog saves, Escape must not close it: no other place shows the outcome.
        await dialog.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
        await page.keyboard.press('Escape');
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Correct this owner' }).click();
    await dialog.getByRole('alert').getByText('The server did not answer').waitFor();
    await dialog.getByRole('button', { name: 'Correct this owner' }).click();
    await page.getByText('June Poe, by a correction of the source "county": every part agrees.').waitFor();
    await page.getByText('June Poe in place of Jane Roe: 1 phone, 0 emails').waitFor();
    await button(/^Undo the correction/).click();
    await button(/^Undo$/).click();
    await page.getByText('Jane Roe, from the source "county": every part agrees.').waitFor();
    await button('Hide this owner').click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('wrong owner');
    await button(/^Hide$/).click();
    await page.getByText('Suppressed').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('9 Elm St, Austin, TX 78701');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('No record in this ZIP or city has this number').waitFor();
  });
});
