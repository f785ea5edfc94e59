import { text } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import type { Screen } from './browser.js';
import { balanceOf } from './processes.js';
import type { WebWorld } from './visit.js';

export const MATCH = '100 Sandbox Match St, Austin, TX 78701';

export const MISS = '404 Sandbox Miss Blvd, Reno, NV 89501';

/** Types an address into the open lookup page and sends it. */
export async function lookUpOnPage(page: Page, address: string): Promise<void> {
  await page.getByLabel('Property address').fill(address);
  await page.getByRole('button', { name: 'Look up' }).click();
}

/**
 * Lets each lookup reach the server, and drops the answers for which `isLost` is true; requests count from 1. Returns the list of
 * idempotency keys, which grows with each request.
 */
export async function loseAnswers(page: Page, isLost: (request: number) => boolean): Promise<string[]> {
  const keys: string[] = [];
  await page.route('**/app/api/lookups', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const response = await route.fetch();
    await (isLost(keys.length) ? route.abort('connectionreset') : route.fulfill({ response }));
  });
  return keys;
}

/** A new account, and its user on the upload page. */
export async function uploading(world: WebWorld, screen?: Screen, balanceCents = 1_000) {
  const { apiKey } = await world.server.account(balanceCents);
  const person = await world.person(screen);
  await person.signIn(apiKey);
  const upload = new UploadPage(person.page);
  await upload.open(world.server.url);
  return { person, page: person.page, apiKey, upload, balance: () => balanceOf(world.server, apiKey) };
}

/** The upload page as a person uses it. */
export class UploadPage {
  constructor(readonly page: Page) {}

  /** Opens the page by its address; a person would choose Upload in the menu. */
  async open(url: string): Promise<void> {
    await this.page.goto(`${url}/app/upload`);
    await this.page.getByText('Drop your list here').waitFor();
  }

  choose(file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    return this.page.locator('input[type=file]').setInputFiles(file);
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name });
  }

  readonly steps = {
    columns: () => this.button('Continue'),
    check: () => this.button(/^Upload [\d,]+ rows?$/),
    send: () => this.button('Cancel the upload'),
    approve: () => this.button(/^Approve/),
    result: () => this.button('Download CSV'),
  };

  /** The menu above a previewed column. */
  menuOf(column: string) {
    return this.page.getByRole('combobox', { name: `${column} holds`, exact: true });
  }

  /** Says which column is what. */
  async pick(field: string, column: string): Promise<void> {
    const menu = this.menuOf(column);
    if ((await menu.inputValue()) === field) return;
    await menu.click();
    await this.page.getByRole('option', { name: field, exact: true }).click();
  }

  /** Where the columns are certain, the page goes on to the review by itself. */
  async toCheck(): Promise<void> {
    const { columns, check } = this.steps;
    await columns().or(check()).waitFor();
    if (await columns().isVisible()) await columns().click();
    await check().waitFor();
  }

  /** Opens the columns, even if the page skipped them. */
  async toColumns(): Promise<void> {
    const { columns, check } = this.steps;
    await columns().or(check()).waitFor();
    if (await check().isVisible()) await this.page.getByRole('link', { name: 'Change columns' }).click();
    await columns().waitFor();
  }

  async toApproval(): Promise<void> {
    await this.toCheck();
    await this.steps.check().click();
    await this.steps.approve().waitFor({ timeout: 60_000 });
  }

  async toResult(): Promise<void> {
    await this.steps.approve().click();
    await this.steps.result().waitFor({ timeout: 60_000 });
  }

  /** Lines of the result, as a person downloads it. */
  async result(): Promise<string[]> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), this.steps.result().click()]);
    return linesOf(download);
  }

  async exported(format: string): Promise<string[]> {
    await this.button('Export for a CRM or dialer').click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('menuitem', { name: format }).click(),
    ]);
    return linesOf(download);
  }
}

/** The downloaded file, as a stream because the browser is another process. */
export const textOf = async (download: Download): Promise<string> => text(await download.createReadStream());

async function linesOf(download: Download): Promise<string[]> {
  return (await textOf(download)).trimEnd().split(/\r?\n/);
}

export const csvFile = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
