import { text } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';

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

  /** The menu above a column of the first rows. */
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

  /** The columns, also where they are certain. */
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

/** The downloaded file. The browser is another process's, so the file has to be asked for. */
export const textOf = async (download: Download): Promise<string> => text(await download.createReadStream());

async function linesOf(download: Download): Promise<string[]> {
  return (await textOf(download)).trimEnd().split(/\r?\n/);
}

export const csvFile = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
