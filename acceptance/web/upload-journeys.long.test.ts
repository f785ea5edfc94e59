import { describe, expect, it } from 'vitest';
import { workbook } from '../../packages/csv/src/testing/workbook.js';
import { hasBrowser } from '../support/browser.js';
import { HEADER, LEADS, MATCH, MISS } from '../support/leads.js';
import { csvFile, uploading, UploadPage } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

/** Lists that go the whole way. What else the pages of an upload do stands in upload.release.test.ts and upload-kill.release.test.ts. */
describe.skipIf(!hasBrowser)('a list in the web app', { timeout: 120_000 }, () => {
  const world = new WebWorld();

  it('goes from the disk to its owners, each property paid once', async () => {
    const { person, page, upload, balance } = await uploading(world);
    await upload.choose(LEADS);
    await upload.toCheck();
    await page.getByText("1 row is a PO box, so it can't match: row 5").waitFor();
    await page.getByText('Maximum: $0.08').waitFor();
    await upload.steps.check().click();
    await upload.button('Approve and pay $0.04').waitFor();
    expect(await balance()).toBe(1_000);
    await upload.toResult();
    expect(await balance()).toBe(996);

    const [header, ...rows] = await upload.result();
    expect(header).toMatch(
      /^Property Address,Property City,Property State,Property Zip,Note,Skip Trace Status,/,
    );
    const cells = rows.map((row) => row.split(','));
    expect(cells.map((row) => [row[4], row[7]])).toEqual([
      ['first', 'Avery'],
      ['none', ''],
      ['again', 'Avery'],
      ['box', ''],
    ]);
    const contacts = await upload.exported('HubSpot contacts');
    // The row that repeats its property is no contact of its own.
    expect(contacts).toHaveLength(2);
    expect(contacts[1]).toMatch(/^jordan\.avery@example\.com,Jordan,Avery,/);
    expect(await person.isWiderThanScreen()).toBe(false);
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  it('is read by the columns that were chosen for the last list with the same headers, in another browser too', async () => {
    const { person, page, apiKey, upload } = await uploading(world);
    const list = (note: string) =>
      csvFile(
        `${note}.csv`,
        `Property Address,Property City,Property State,Property Zip,Plot\n100 Sandbox Match St,Austin,TX,78701,${note}\n`,
      );
    await upload.choose(list('may'));
    await upload.toColumns();
    await upload.pick('City', 'Plot');
    await upload.toCheck();
    await page.getByText('City ← Plot').waitFor();
    await upload.steps.check().click();
    await upload.button(/^Approve/).waitFor();
    await person.close();

    const other = await world.person();
    await other.signIn(apiKey);
    const again = new UploadPage(other.page);
    await again.open(world.server.url);
    await again.choose(list('june'));
    // Agreed columns are not asked about again.
    await other.page.getByText('City ← Plot').waitFor();
    expect(await other.axe()).toEqual([]);
    await other.close();
  });

  it('may be a workbook', async () => {
    const { person, page, upload } = await uploading(world);
    const rows = [HEADER.split(','), [...MATCH.split(','), 'x'], [...MISS.split(','), 'y']];
    await upload.choose({
      name: 'Leads.XLSX',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbook([['Ask Robin'], ['before you call']], {
        sheets: ['Read me', 'Leads'],
        furtherRows: [rows],
      }),
    });
    // The sheet with the addresses is found; another one can be taken, and this one again.
    const sheet = page.getByRole('group', { name: 'Sheet' });
    await sheet.getByRole('button', { name: 'Leads', pressed: true }).waitFor();
    for (const [name, seen] of [
      ['Read me', 'Ask Robin'],
      ['Leads', 'Sandbox Match St'],
    ] as const) {
      await sheet.getByRole('button', { name }).click();
      await page.getByRole('region', { name: 'First rows' }).getByText(seen).first().waitFor();
    }
    await upload.toApproval();
    await upload.toResult();
    expect(await upload.result()).toHaveLength(3);
    await person.close();
  });

  it('made with a test key costs nothing, and says so', async () => {
    const { accountId } = await world.server.account(0);
    const { apiKey } = await world.server.operator('keys', 'create', accountId, '--test');
    const person = await world.person();
    await person.signIn(String(apiKey));
    const upload = new UploadPage(person.page);
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await upload.toCheck();
    await person.page.getByText('owners are made up, and nothing is charged').waitFor();
    await upload.steps.check().click();
    await upload.button('Approve (free)').click();
    await upload.steps.result().waitFor();
    await person.close();
  });

  it('is not sent at a higher price than the page showed: the new one is shown, and agreed to first', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    const person = await world.person();
    await person.signIn(apiKey);
    const { page } = person;
    const upload = new UploadPage(page);
    await upload.open(world.server.url);
    await upload.choose(LEADS);
    await upload.toCheck();
    await page.getByText('Maximum: $0.08').waitFor();
    await world.server.operator('accounts', 'set', accountId, '--price', '0.06');
    await upload.steps.check().click();
    await page.getByText('This list costs at most $0.12 instead of $0.08').waitFor();
    await upload.button('Upload at $0.06 a match').click();
    await upload.button('Approve and pay $0.06').waitFor({ timeout: 60_000 });
    await person.close();
  });

  it('is not seen by another account in the same browser', async () => {
    const { person, page, upload } = await uploading(world);
    await upload.choose(LEADS);
    await upload.steps.check().waitFor();
    const address = page.url();
    await person.context.clearCookies();
    const { apiKey } = await world.server.account(0);
    await person.signInOnPage(apiKey);
    await page.goto(address);
    await page.getByText('This list is not in this browser').waitFor();
    await upload.open(world.server.url);
    expect(await page.getByText('leads.csv').count()).toBe(0);
    await person.close();
  });

  it('when the answer to the create is lost: there is one job', async () => {
    const { page, upload, apiKey } = await uploading(world);
    await upload.choose(LEADS);
    await upload.toCheck();
    let lost = 0;
    await page.route('**/api/user/skip-trace', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await upload.steps.check().click();
    await upload.steps.approve().waitFor({ timeout: 60_000 });
    expect(lost).toBeGreaterThan(1);
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it('when two tabs say yes at once: it is paid once, and both show the result', async () => {
    const { person, upload, balance } = await uploading(world);
    await upload.choose(LEADS);
    await upload.toApproval();
    const other = new UploadPage(await person.context.newPage());
    await other.page.goto(upload.page.url());
    await other.steps.approve().waitFor();
    await Promise.all([upload.toResult(), other.toResult()]);
    expect(await balance()).toBe(996);
  });
});
