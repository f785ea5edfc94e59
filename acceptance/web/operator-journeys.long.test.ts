import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, PHONE, untilTrue, type Person } from '../support/browser.js';
import { signedInOperator, WebWorld } from '../support/visit.js';

/**
 * Operators' journeys beside those in operator-journeys.test.ts.
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
    // The ledger is far down the page, so the link must scroll to it.
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
