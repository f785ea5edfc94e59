import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Person } from '../support/browser.js';
import { csvFile, UploadPage } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

/** Runs a script if a page puts it into HTML, a URL or a script without escaping it. */
const ATTACK = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
const IN_A_FILE_NAME = `leads'"><img src=x onerror=alert(1)>.csv`;
const HOUSE = '12 Oak St,Dayton,OH,45402';

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Names, files and messages may hold markup: pages show it as text and never run it (cross-site scripting). */
describe.skipIf(!hasBrowser)('markup in names, files and messages', { timeout: 120_000 }, () => {
  const world = new WebWorld({});
  let account: { accountId: string; apiKey: string };

  beforeAll(async () => {
    const { server } = world;
    const owners = path.join(server.folder, 'owners.csv');
    const row = [HOUSE, cell(ATTACK), '5125550142', 'jo@example.com'].join(',');
    await writeFile(owners, `Situs Address,Situs City,Situs State,Situs Zip,Owner Name,Cell,Email\n${row}\n`);
    await server.operator('owners', 'import', owners, '--source', ATTACK);
    const { accountId, apiKey } = await server.operator(
      ...['accounts', 'create', '--name', ATTACK, '--balance-cents', '1000', '--email', 'robin@example.com'],
    );
    account = { accountId: String(accountId), apiKey: String(apiKey) };
  });

  /** Messages of the dialogs that the person's first page opened: empty unless a script of the attack ran. */
  function watched(person: Person): string[] {
    const dialogs: string[] = [];
    person.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    return dialogs;
  }

  it('is text on every page of a customer, in the name of the file that is downloaded and in its cells', async () => {
    const person = await world.person();
    const dialogs = watched(person);
    const { page } = person;
    await person.signIn(account.apiKey);
    const upload = new UploadPage(page);
    await upload.open(world.server.url);
    await upload.choose(
      csvFile(
        IN_A_FILE_NAME,
        `Address,City,State,Zip,${cell(ATTACK)}\n${HOUSE},${cell(ATTACK)}\n${HOUSE},=1+1\n`,
      ),
    );
    await upload.toApproval();
    await upload.toResult();
    const [header, first, second] = await upload.result();
    expect(header).toContain(cell(ATTACK));
    expect(first).toContain(cell(ATTACK));
    // The cell of the customer stays as it was; what we add is never a formula.
    expect(second).toContain('=1+1');

    await person.goto('/app/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    await page.keyboard.type(ATTACK);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Live key' }).waitFor();
    await person.goto('/app/keys');
    await page.getByRole('button', { name: `Revoke ${ATTACK}` }).waitFor();

    await person.goto('/app/lookup');
    // Nothing is looked up before its price is on the page.
    await person.settled();
    await page.getByLabel('Property address').fill(HOUSE.replaceAll(',', ', '));
    await page.keyboard.press('Enter');
    await page.getByText('(512) 555-0142').waitFor();

    for (const at of ['', '/jobs', '/billing', '/account', '/support', '/upload']) {
      await person.goto(`/app${at}`);
      await person.settled();
    }
    await person.goto('/app/support');
    await page.getByLabel('Your name').fill(ATTACK);
    await page.getByLabel('Phone').fill('(512) 555-0142');
    await page.getByLabel('Message').fill(ATTACK);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message has arrived').waitFor();
    expect([dialogs, person.complaints]).toEqual([[], []]);
    await person.close();
  });

  it('is text on every page of an operator', async () => {
    const { url } = await world.server.operator('operators', 'sign-in-link', '--name', ATTACK);
    const person = await world.person();
    const dialogs = watched(person);
    await person.follow(String(url));
    for (const at of ['', '/accounts', `/accounts/${account.accountId}`, '/jobs', '/owners', '/support']) {
      await person.goto(`/operator${at}`);
      await person.settled();
    }
    await person.goto('/operator/owners/explain');
    await person.page.getByRole('textbox', { name: 'Address' }).fill(HOUSE.replaceAll(',', ', '));
    await person.page.keyboard.press('Enter');
    await person.page.getByText('from the source').waitFor();
    await person.goto('/operator/owners/import');
    await person.page.setInputFiles(
      'input[type=file]',
      csvFile(IN_A_FILE_NAME, `Address,City,State,Zip,${cell(ATTACK)}\n${HOUSE},${cell(ATTACK)}\n`),
    );
    await person.page.getByText('Map columns').waitFor();
    expect([dialogs, person.complaints]).toEqual([[], []]);
    await person.close();
  });
});
