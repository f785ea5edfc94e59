import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Person, type Screen, hasBrowser, PHONE } from '../support/browser.js';
import { COUNTY, signedInOperator, WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('an operator with a browser', { timeout: 120_000 }, () => {
  const world = new WebWorld({});
  let person: Person;
  let page: Page;
  beforeEach(async () => {
    person = await signedIn();
    ({ page } = person);
  });
  afterEach(async () => {
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  const signedIn = (screen?: Screen) => signedInOperator(world, screen);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const balance = (amount: string) => page.getByTestId('balance').getByText(amount, { exact: true });
  const file = async (name: string, content: string) => {
    const where = path.join(world.server.folder, name);
    await writeFile(where, content);
    return where;
  };

  it('finds an account by a part of its name, and the search is in the address', async () => {
    for (const name of ['Searched Homes', 'Other Homes'])
      await world.server.operator('accounts', 'create', '--name', name);
    await person.goto('/operator/accounts');
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('searched');
    await page.waitForURL('**/accounts?search=searched');
    await page.getByRole('link', { name: 'Other Homes' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Searched Homes' }).click();
    await page.getByRole('heading', { name: 'Searched Homes' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Searched Homes' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=searched');
    await page.getByRole('searchbox').fill('100%');
    await page.getByText('No accounts match').waitFor();
    await page.getByRole('link', { name: 'Accounts', exact: true }).click();
    await page.getByRole('link', { name: 'Other Homes' }).waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('is told in a sentence that no more can be deducted than there is', async () => {
    const { accountId } = await world.server.account(1_000);
    await person.goto(`/operator/accounts/${accountId}`);
    await page.getByText('Deduct', { exact: true }).first().click();
    await page.getByLabel('Amount').fill('11');
    await page.getByText('The balance is $10.00. You can’t deduct more.').waitFor();
    await expect.poll(() => button('Deduct').isDisabled()).toBe(true);
    await page.getByLabel('Amount').fill('10');
    await button('Deduct').click();
    // Spent meanwhile: the server has the last word.
    await world.server.operator('balance', 'deduct', accountId, '--cents', '500');
    await button('Deduct $10.00').click();
    await page.getByRole('alert').getByText('The account has less than $10.00').waitFor();
    await button('Cancel').click();
    await balance('$5.00').waitFor();
  });

  it('corrects a name and an email, which signs out the person with the old one', async () => {
    const { accountId, apiKey } = await world.server.account(0, { email: 'old@example.com' });
    const customer = await world.person();
    await customer.signIn(apiKey);
    await person.goto(`/operator/accounts/${accountId}`);
    await button('Edit').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Corrected Homes');
    await page.getByRole('textbox', { name: 'Email' }).fill('new@example.com');
    await page.getByText('Everybody who is signed in to this account is signed out').waitFor();
    expect(await person.axe()).toEqual([]);
    await button('Save').last().click();
    await page.getByRole('heading', { name: 'Corrected Homes' }).waitFor();
    await page.getByText('new@example.com', { exact: true }).waitFor();
    await customer.goto('/app');
    await customer.page.waitForURL('**/app/sign-in?*');
    await customer.close();
  });

  it('leaves the price alone that another operator sets meanwhile', async () => {
    const { accountId } = await world.server.account(1_000);
    await person.goto(`/operator/accounts/${accountId}`);
    await page.getByLabel('Free misses a day').fill('1000');
    await world.server.operator('accounts', 'set', accountId, '--price', '0.07');
    // Whatever is done on the page asks for the account anew.
    await button('Suspend').click();
    await button('Suspend the account').click();
    await page.getByText('$0.07 per match').waitFor();
    await expect.poll(() => page.getByLabel('Free misses a day').inputValue()).toBe('1000');
    await button(/^Save$/).click();
    await button('Save the change').click();
    await page.getByText('Saved.').waitFor();
    expect(await world.server.operator('accounts', 'show', accountId)).toMatchObject({
      priceCents: 7,
      dailyMisses: 1_000,
    });
  });

  it('makes a link that signs the customer in, once', async () => {
    const { accountId } = await world.server.account(1_000);
    await person.goto(`/operator/accounts/${accountId}`);
    await button('Sign-in link').click();
    await button('Make a link').click();
    const link = await page.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    const customer = await world.person();
    await customer.follow(link);
    await customer.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await customer.close();
  });

  it('finds nothing of one account on the page of another, whatever way back was taken', async () => {
    const [first, second] = [await world.server.account(1_000), await world.server.account(2_000)];
    for (const { accountId } of [first, second]) {
      // As a link within the app does, which keeps the page.
      if (accountId === second.accountId)
        await page.evaluate(
          `history.pushState({}, '', '/operator/accounts/${accountId}'); dispatchEvent(new PopStateEvent('popstate'))`,
        );
      else await person.goto(`/operator/accounts/${accountId}`);
      await page.getByText(accountId).waitFor();
    }
    await balance('$20.00').waitFor();
    await page.getByLabel('Amount').fill('500');
    await page.getByLabel('Price per match').fill('99');
    await button('Sign-in link').click();
    await button('Make a link').click();
    await page.getByRole('textbox', { name: 'Sign-in link' }).waitFor();
    await page.goBack();
    await balance('$10.00').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('Amount').inputValue()).toBe('');
    expect(await page.getByLabel('Price per match').inputValue()).toBe('');
  });

  it('is told what is wrong with a number, which stays as it was typed', async () => {
    const { accountId } = await world.server.account(1_000);
    await person.goto(`/operator/accounts/${accountId}`);
    for (const [field, typed, fault, does] of [
      ['Amount', '-5', 'Enter a number from $0.01 to $100,000,000.00.', 'Top up'],
      ['Amount', '12.345', 'Enter at most 2 digits after the point.', 'Top up'],
      ['Amount', '1000000000000', 'Enter a number from $0.01', 'Top up'],
      ['Price per match', '-1', 'Enter whole cents, such as 3', 'Save'],
      ['Price per match', '0.03', 'Enter whole cents, such as 3', 'Save'],
      ['Free misses a day', '1.5', 'Enter a whole number.', 'Save'],
    ] as const) {
      await page.getByLabel(field).click();
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
      await page.getByText(fault).waitFor();
      expect(await page.getByLabel(field).inputValue()).toBe(typed);
      expect(await button(does).last().isDisabled()).toBe(true);
      await page.getByLabel(field).fill('');
    }
    expect(await person.axe()).toEqual([]);
    expect(await world.server.operator('accounts', 'show', accountId)).toMatchObject({
      balanceCents: 1_000,
      priceCents: 4,
    });
  });

  it('signs out in every tab, and everywhere', async () => {
    await person.goto('/operator/accounts');
    const second = await person.context.newPage();
    await second.goto(`${world.server.url}/operator/support`);
    await second.getByRole('heading', { name: 'Support inbox' }).waitFor();
    const elsewhere = await signedIn();
    await button('Your session').click();
    await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/operator/sign-in');
    await second.waitForURL('**/operator/sign-in?next=**');
    await elsewhere.goto('/operator');
    await elsewhere.page.waitForURL('**/operator/sign-in?next=**');
    await elsewhere.close();
  });

  it('goes on with a file that was left after its try, and throws another one away', async () => {
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('left.csv', COUNTY));
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('left');
    await page.getByLabel('Replace them all with this file').check();
    await button('Check the file').click();
    await page.getByText('2 owners would be imported').waitFor();

    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('unwanted.csv', COUNTY));
    await page.getByText('Map columns').waitFor();
    await page.reload();
    await page.getByText('Map columns').waitFor();
    await page.goBack();
    await page.getByText('Not checked yet.').waitFor();
    expect(await person.axe()).toEqual([]);
    await button('Delete unwanted.csv').click();
    await button('Delete the file').click();
    await button('Delete unwanted.csv').waitFor({ state: 'detached' });

    await button('Continue with left.csv').click();
    await button('Change the columns').click();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Name of the source' }).inputValue())
      .toBe('left');
    await expect.poll(() => page.getByLabel('Replace them all with this file').isChecked()).toBe(true);
    await page.goBack();
    await button('Import 2 owners').click();
    await page.getByText('2 owners imported into "left"').waitFor();
    await page.getByRole('link', { name: 'See all sources' }).click();
    await page.getByRole('heading', { name: 'left' }).waitFor();
  });

  it('asks before a file takes the place of a source, and deletes one by its name', async () => {
    const first = await file('first.csv', COUNTY);
    await world.server.operator('owners', 'import', first, '--source', 'replaced');
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('second.csv', COUNTY.replace('2 Elm', '3 Elm')));
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('replaced');
    await page.getByLabel('Replace them all with this file').check();
    await button('Check the file').click();
    await page.getByText('This replaces the source "replaced", which has 2 owners.').waitFor();
    await button('Import 2 owners').click();
    await button('Replace 2 owners').click();
    await page.getByText('They take the place of the 2 owners').waitFor();
    await person.goto('/operator/owners');
    await button('Set priority of replaced').click();
    await page.getByRole('textbox', { name: 'Priority' }).fill('7');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Source replaced' }).getByText('Priority 7').waitFor();
    await button('Delete replaced').click();
    await expect.poll(() => button('Delete the source').isDisabled()).toBe(true);
    await page.getByLabel('Type "replaced" to delete it').fill('replaced');
    await button('Delete the source').click();
    await page.getByRole('heading', { name: 'replaced', exact: true }).waitFor({ state: 'detached' });
  });

  it('imports a file again after its server was killed in the middle', async () => {
    const rows = Array.from({ length: 90_000 }, (_, at) => `${at + 1} Oak St,Austin,TX,78701,Jane Roe${at}`);
    const large = await file('large.csv', `Address,City,State,Zip,Owner Name\n${rows.join('\n')}\n`);
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', large);
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('large');
    await button('Check the file').click();
    await button('Import 90,000 owners').click();
    await page.getByRole('heading', { name: 'Importing the file' }).waitFor();
    await world.killServer();
    await world.restartServer();
    const note = page.getByRole('alert').getByText('Nothing was stored: start it again.');
    await note.waitFor({ timeout: 90_000 });
    expect(JSON.stringify(await world.server.operator('owners', 'stats'))).not.toContain('"large"');
    await button('Back to the columns').click();
    await button('Check the file').click();
    await button('Import 90,000 owners').click();
    await page.getByText('90,000 owners imported into "large"').waitFor({ timeout: 60_000 });
  });

  it('learns why a file is not one of owners, and can send another one', async () => {
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('photo.csv', '%PDF-1.7 and so on'));
    await page.getByRole('alert').getByText('PDF').waitFor();
    await page.setInputFiles(
      'input[type=file]',
      await file('names.csv', 'Where,Town,Who\n1 Elm St,Austin,Jane Roe\n'),
    );
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('none');
    await button('Check the file').click();
    await page.getByText('Choose the columns, then try again.').waitFor();
    await button('Back to the columns').click();
    await page.getByText('Map columns').waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Name of the source' }).inputValue())
      .toBe('none');
  });

  it('takes a column for what its cells say, and imports once for a double click', async () => {
    const csv = 'Address,City,St,Owner\n1 Elm St,Austin,TX,Jane Roe\n';
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('st.csv', csv));
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('asked');
    await button('Check the file').dblclick();
    await page.getByText('1 owner would be imported').waitFor();
    expect(await page.getByText('This server is busy').count()).toBe(0);
    await button('Import 1 owner').dblclick();
    await page.getByText('1 owner imported into "asked"').waitFor();
    expect(await page.getByText('This server is busy').count()).toBe(0);
    // The same owner in another file is updated, which is said before.
    await button('Import another file').click();
    await page.setInputFiles(
      'input[type=file]',
      await file('again.csv', csv.replace('St,Owner', 'State,Owner')),
    );
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('asked');
    await page.getByText('Owners that the source already has: 1').waitFor();
    await button('Check the file').click();
    await page.getByText('The source "asked" has 1 owner already.').waitFor();
  });

  it('answers messages, and sees jobs and the health of the service, on a phone', async () => {
    await person.close();
    person = await signedIn({ ...PHONE, colorScheme: 'dark' });
    ({ page } = person);
    const { accountId, apiKey } = await world.server.account(1_000);
    const post = (where: string, body: unknown) =>
      fetch(world.server.url + where, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const message = {
      fullName: 'Robin Example',
      email: 'robin@example.com',
      phone: '5125550142',
      reason: 'General',
    };
    await post('/api/contact', { ...message, message: 'How long are files kept?' });
    const columnMapping = { address: 'A', city: 'B', state: 'C', zip: 'D' };
    await post('/api/user/skip-trace', { filename: 'leads.csv', columnMapping });

    await person.goto('/operator/support');
    await page.getByRole('link', { name: 'Open and reply to Robin Example' }).click();
    const reply = page.getByRole('link', { name: 'Open it in your mail program' });
    expect(await reply.getAttribute('href')).toMatch(/^mailto:robin%40example\.com\?subject=Re%3A%20General/);
    await page.getByRole('link', { name: 'Support inbox' }).last().click();
    await button('Mark as done: Robin Example').click();
    await page.getByText('No open messages').waitFor();
    await page.getByText('Done', { exact: true }).click();
    await button('Open again: Robin Example').waitFor();

    await person.goto(`/operator/jobs?account=${accountId}`);
    await page.getByRole('row').getByText('Waiting for file', { exact: true }).waitFor();
    expect(await page.getByText('leads.csv').count()).toBe(0);

    await person.goto('/operator');
    await page.getByText('Everything works').waitFor();
    await button('Check now').click();
    await page.getByText('Everything is fine').waitFor();
    expect(await person.axe()).toEqual([]);
    expect(await person.isWiderThanScreen()).toBe(false);
  });
});
