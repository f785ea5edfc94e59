import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copiedOn, hasBrowser, PHONE, untilTrue, type Person } from '../support/browser.js';
import { textOf } from '../support/upload-page.js';
import { COUNTY, signedInOperator, WebWorld } from '../support/visit.js';

/**
 * Operators' journeys with money, accounts and owners. Other behavior of their pages is tested in operator.release.test.ts.
 */
describe.skipIf(!hasBrowser)('an operator with a browser', { timeout: 120_000 }, () => {
  const world = new WebWorld({ OPT_OUT: 'on' });
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

  it('puts a Do Not Call list in force, and says that a short one is whole only after it was refused', async () => {
    const whole = page.getByLabel('The list is whole');
    await person.goto('/operator/dnc');
    await button('Import a list').click();
    await page.locator('input[type=file]').setInputFiles(await file('937.txt', '9375550101\n'));
    await page.getByLabel('The day that the list is of').fill('2999-01-01');
    await button('Put in force').click();
    await page.getByText('is in the future').waitFor();
    expect(await whole.count()).toBe(0);
    await page.getByLabel('The day that the list is of').fill('2026-01-02');
    await button('Put in force').click();
    await page.getByText('fewer than 1,000 numbers of area code 937').waitFor();
    await whole.check();
    await button('Put in force').click();
    await page.getByText('Area code 937').waitFor();
  });

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

  it('changes price and limits, suspends and activates, and revokes a key', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    const status = async () =>
      (
        await fetch(`${world.server.url}/api/user/account`, {
          headers: { authorization: `Bearer ${apiKey}` },
        })
      ).status;
    await person.goto(`/operator/accounts/${accountId}`);
    await page.getByLabel('Price per match').fill('60');
    await page.getByText('100 matches cost $60.00.').waitFor();
    await button(/^Save$/).click();
    await page.getByText('That is 15 times the price of $0.04').waitFor();
    await button('Charge $0.60 per match').waitFor();
    await button('Cancel').click();
    await page.getByLabel('Price per match').fill('$0.06');
    await page.getByLabel('Free misses a day').fill('1000');
    await button(/^Save$/).click();
    await page.getByText('Price per match: from the default to $0.06').waitFor();
    await button('Save the change').click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('table', { name: 'Changes of price and limits' }).getByText('to $0.06').waitFor();
    expect(await world.server.operator('accounts', 'show', accountId)).toMatchObject({
      priceCents: 6,
      dailyMisses: 1_000,
    });
    await page.getByLabel('Price per match').fill('');
    await button(/^Save$/).click();
    await button('Save the change').click();
    await page.getByText('$0.04 per match').waitFor();
    await button('Suspend').click();
    await button('Suspend the account').click();
    await button(/^Activate$/).waitFor();
    expect(await status()).toBe(401);
    await button(/^Activate$/).click();
    await button('Activate the account').click();
    await button(/^Suspend$/).waitFor();
    expect(await status()).toBe(200);
    await button(/^Revoke Key/).click();
    await button('Revoke the key').click();
    await page.getByText(/^revoked /).waitFor();
    expect(await status()).toBe(401);
  });

  it('answers a customer who was charged twice: from the message to the ledger, and keeps the reply', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    const post = (path: string, json: object) =>
      fetch(world.server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      });
    await post('/api/v1/skip-trace', { address: '100 Sandbox Match St, Austin, TX 78701' });
    await post('/api/v1/skip-trace', { address: '100 sandbox match street, Austin TX 78701' });
    await post('/api/contact', {
      fullName: 'Robin Charged',
      email: 'robin@example.com',
      phone: '5125550142',
      reason: 'General',
      message: `You charged me twice.\n\nAccount: Acme (${accountId})`,
    });
    await person.goto('/operator');
    await page
      .getByText(/unread message/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Open the inbox' }).click();
    await page.getByRole('link', { name: 'Open and reply to Robin Charged' }).click();
    await page.getByRole('textbox', { name: 'Reply' }).fill('We refunded the second one.');
    await button('Keep the reply').click();
    await page.getByText('kept here, not mailed').waitFor();
    expect(await person.axe()).toEqual([]);
    await page.getByRole('link', { name: 'Ledger' }).click();
    await page.getByText('Charged before', { exact: true }).waitFor();
    const note = await page.getByText(/^The same property was charged/).textContent();
    const earlier = /, request (\S+)$/.exec(note ?? '')?.[1] ?? 'no ID';
    // The earlier charge is found by this ID.
    await page
      .getByRole('row')
      .filter({ hasText: `· ${earlier}` })
      .waitFor();
    // The page is long: its ledger is below the screen.
    await untilTrue(page, "document.getElementById('ledger').getBoundingClientRect().top < innerHeight / 2");
    expect(await person.axe()).toEqual([]);
  });

  it('finds out why a job and an import failed', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    const created = await fetch(`${world.server.url}/api/user/skip-trace`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        filename: 'Robin.csv',
        columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' },
      }),
    });
    const { jobId } = (await created.json()) as { jobId: string };
    await person.goto(`/operator/jobs?account=${accountId}`);
    await page.getByRole('link', { name: jobId }).click();
    await button('Show the file name').waitFor();
    await page.getByText('Waiting for file').waitFor();
    expect(await page.getByText('Robin.csv').count()).toBe(0);
    await button('Show the file name').click();
    await page.getByText('Robin.csv').waitFor();
    expect(await person.axe()).toEqual([]);

    const bad = await file('nobody.csv', 'Name,Phone\nJane Roe,5125550142\n');
    await world.server.operator('owners', 'import', bad).catch(() => undefined);
    await person.goto('/operator/owners');
    await page.getByRole('link', { name: 'Past imports' }).click();
    await page.getByRole('link', { name: 'nobody.csv' }).click();
    await page.getByText('Why it failed').waitFor();
    await page.getByText(/on the command line/).waitFor();
    expect(await person.axe()).toEqual([]);
    await person.goto('/operator/events');
    await page.getByText('Command "owners import"').first().waitFor();
    expect(await person.axe()).toEqual([]);
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

  it('maps a roll with a title and split addresses on its first rows, and corrects its rejected rows', async () => {
    const roll = [
      'Real Property Extract,,,,,,',
      'OWN1,No,ADRDIR,ADRSTR,ADRSUF,CITYNAME,ZIP,Tel',
      'ROE JANE,12,N,OAK,ST,DAYTON,45402,5555550105',
      'DOE JIM,,,ELM,AVE,DAYTON,45402,5555550106',
    ].join('\n');
    await person.goto('/operator/owners/import');
    await page.setInputFiles('input[type=file]', await file('roll.csv', roll));
    const becomes = page.getByRole('table', { name: 'Owners of the first rows' });
    const use = async (column: string, field: string) => {
      await page.getByRole('combobox', { name: `${column} holds`, exact: true }).click();
      await page.getByRole('option', { name: field, exact: true }).click();
    };
    await page.getByText('Map columns').waitFor();
    await use('No', 'House number');
    await use('ADRSTR', 'Street name');
    await use('Tel', 'Not used');
    await becomes.getByText(/^12 N OAK ST, DAYTON/).waitFor();
    await becomes.getByText('it has no house number').waitFor();
    await expect.poll(() => becomes.getByText('(555) 555-0105').count()).toBe(0);
    await use('Tel', 'Phone');
    await becomes.getByText('(555) 555-0105').filter({ visible: true }).waitFor();
    expect(await person.axe()).toEqual([]);
    await page.getByRole('combobox', { name: 'Name of the source' }).fill('roll');
    await button('Check the file').click();
    await button('Import 1 owner').click();
    await page.getByText('1 owner imported into "roll"').waitFor();

    const cell = page.getByRole('textbox', { name: 'No of line 4' });
    await cell.waitFor();
    expect(await button('Import the corrected rows').isDisabled()).toBe(true);
    expect(await person.axe()).toEqual([]);
    await cell.fill('14');
    await button('Import the corrected row').click();
    await page.getByText('Lookups find them from now on. Owners that the source had already').waitFor();
    const { sources } = (await world.server.operator('owners', 'stats')) as { sources: unknown };
    expect(sources).toContainEqual(expect.objectContaining({ source: 'roll', records: 2, imports: 2 }));
    await person.goto('/operator/owners/imports');
    await page.getByRole('link', { name: 'roll.csv', exact: true }).first().click();
    await page.getByText('1 row was corrected and imported.').waitFor();
  });

  it("sees which customer received a person's data, and whether the log of it is whole", async () => {
    const owners = await file(
      'received.csv',
      'Address,City,State,Zip,Owner Name,Cell\n18 Oak St,Dayton,OH,45402,Willa Kept,5555550104\n',
    );
    await world.server.operator('owners', 'import', owners, '--source', 'received');
    const { apiKey } = await world.server.account(10_000);
    const answer = await fetch(`${world.server.url}/api/v1/skip-trace`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address: '18 Oak St, Dayton, OH 45402' }),
    });
    expect(await answer.json()).toMatchObject({ found: true });
    await world.server.operator('audit', 'verify');
    await person.goto('/operator/disclosures');
    await page.getByText(': whole').waitFor();
    await button('Find receivers').click();
    await page.getByRole('alert').getByText('or the number of a record').waitFor();
    await page.getByLabel('Address').fill('18 Oak St, Dayton, OH 45402');
    await page.keyboard.press('Enter');
    const row = page
      .getByRole('table', { name: 'Disclosures' })
      .getByRole('row')
      .filter({ hasText: '$0.04' });
    await row.getByText('Lookup').waitFor();
    await row.getByRole('link').waitFor();
    expect(await person.axe()).toEqual([]);
    await page.getByLabel('Record number').fill('999999999');
    await button('Find receivers').click();
    await page.getByText('No customer received it').waitFor();
  });

  it('answers a person who asks on a phone, in Spanish, to be deleted', async () => {
    const owners = await file(
      'asks.csv',
      'Address,City,State,Zip,Owner Name,Cell\n14 Oak St,Dayton,OH,45402,Xenia Lone,5555550103\n',
    );
    await world.server.operator('owners', 'import', owners, '--source', 'asks');
    const asking = await world.person({ ...PHONE, colorScheme: 'dark' });
    await asking.goto('/opt-out?lang=es');
    const form = asking.page;
    await form.getByLabel('Borren mi información').check();
    expect(await form.evaluate('document.documentElement.lang')).toBe('es');
    await form.getByRole('button', { name: 'Enviar solicitud' }).click();
    // Each missing field has a message, and the first one has the focus.
    await form.getByText('Escriba el nombre completo.').waitFor();
    expect(await form.evaluate('document.activeElement.name')).toBe('name');
    expect(await asking.axe()).toEqual([]);
    await form.keyboard.type('Xenia Lone');
    for (const text of ['14 Oak St', 'Dayton', 'OH', '45402']) {
      await form.keyboard.press('Tab');
      await form.keyboard.type(text);
    }
    await form.keyboard.press('Enter');
    await form.getByText('Revise su buzón: le enviamos una carta').waitFor();
    expect(await asking.axe()).toEqual([]);

    await person.goto('/operator/requests?state=unconfirmed');
    await page.getByRole('link', { name: 'Xenia Lone' }).click();
    await button('Write a letter').click();
    const letter = await page.getByRole('textbox', { name: 'Letter' }).inputValue();
    expect(letter).toContain('Recibimos una solicitud');
    expect(await person.axe()).toEqual([]);
    await page.keyboard.press('Escape');

    await form.getByRole('link', { name: 'Escribir mi código' }).click();
    await form
      .getByLabel('Código de la carta')
      .fill(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/.exec(letter)?.[0] ?? '');
    await form.keyboard.press('Enter');
    await form.getByText('Su solicitud está confirmada').waitFor();
    expect([await asking.axe(), asking.complaints]).toEqual([[], []]);
    await asking.close();

    await person.goto('/operator/requests');
    await page.getByRole('link', { name: 'Xenia Lone' }).click();
    await button('Find records').click();
    await page.getByRole('cell', { name: '14 Oak St, Dayton, OH 45402' }).waitFor();
    const download = page.waitForEvent('download');
    await button('Download copy').click();
    const copy = path.join(world.server.folder, 'copy.json');
    await (await download).saveAs(copy);
    expect(await readFile(copy, 'utf8')).toContain('5555550103');
    await button('Delete records').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete records' }).click();
    await page.getByText('1 owner record,').waitFor();
    await button('Close as done').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close as done' }).click();
    await page.getByText('Closed as done').waitFor();
    expect(await world.server.operator('people', 'find', '--phone', '5555550103')).toMatchObject({
      ownerRecords: [],
    });
  });
});
