import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '../../packages/csv/src/testing/workbook.js';
import { hasBrowser, type Person, watchTasks } from '../support/browser.js';
import { UploadPage } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

const ROWS = 250_000;
const NOTE = 'x'.repeat(340);
/** The longest that a task of the page may compute, in milliseconds: a longer stop is felt as a hang. */
const LONGEST_TASK_MS = 200;

/** A tenth of the rows repeat one above. */
const row = (at: number) => `${(at % 225_000) + 100} Nowhere Ln,Reno,NV,89501,${NOTE}\r\n`;

describe.skipIf(!hasBrowser)('a list of 250,000 rows', { timeout: 300_000 }, () => {
  const world = new WebWorld({ UPLOAD_METHOD: 'presigned' });
  let person: Person;
  let upload: UploadPage;

  beforeAll(async () => {
    const { apiKey } = await world.server.account(2_000_000);
    person = await world.person();
    await person.signIn(apiKey);
    upload = new UploadPage(person.page);
  });

  it('is watched by something that sees a page stand still', async () => {
    const longestTask = await watchTasks(person.page);
    // It stands still by the clock, so on a loaded machine it computes for less.
    await person.page.evaluate(
      `new Promise((done) => setTimeout(() => {
        for (const from = performance.now(); performance.now() - from < ${10 * LONGEST_TASK_MS};);
        done();
      }))`,
    );
    expect(await longestTask()).toBeGreaterThan(LONGEST_TASK_MS);
  });

  async function largeFile(): Promise<string> {
    const file = path.join(world.server.folder, 'large.csv');
    const handle = await open(file, 'w');
    await handle.writeFile('Property Address,Property City,Property State,Property Zip,Note\r\n');
    for (let at = 0; at < ROWS; at += 1_000)
      await handle.writeFile(Array.from({ length: 1_000 }, (_, more) => row(at + more)).join(''));
    await handle.close();
    return file;
  }

  it('is read, prepared and sent without the page standing still', async () => {
    const { page } = person;
    await upload.open(world.server.url);
    const longestTask = await watchTasks(page);
    await upload.choose(await largeFile());
    await upload.toCheck();
    await upload.button('Upload 250,000 rows').waitFor({ timeout: 120_000 });
    await page.getByText('25,000 duplicate rows').waitFor();
    await upload.steps.check().click();
    await page
      .getByText(/Matching|In the queue/)
      .first()
      .waitFor({ timeout: 120_000 });
    expect(await longestTask()).toBeLessThan(LONGEST_TASK_MS);
    expect(person.complaints).toEqual([]);
  });

  it('is refused with its place where it has one row more', async () => {
    const { page } = person;
    await upload.open(world.server.url);
    const file = await largeFile();
    const handle = await open(file, 'a');
    await handle.writeFile(row(ROWS));
    await handle.close();
    await upload.choose(file);
    await page.getByRole('alert').filter({ hasText: 'more than 250,000 rows' }).waitFor({ timeout: 120_000 });
  });

  it('may be a workbook, of 50,000 here', async () => {
    const { page } = person;
    await upload.open(world.server.url);
    const longestTask = await watchTasks(page);
    const rows = Array.from({ length: 50_000 }, (_, at) => row(at).trimEnd().split(',').slice(0, 4));
    // From the disk: bytes that a test hands over are unpacked in the page itself.
    const file = path.join(world.server.folder, 'large.xlsx');
    await writeFile(file, await workbook([['Address', 'City', 'State', 'Zip'], ...rows]));
    await upload.choose(file);
    await upload.steps.columns().or(upload.steps.check()).waitFor({ timeout: 120_000 });
    await upload.toCheck();
    await upload.button('Upload 50,000 rows').waitFor();
    // A browser that tests share gets the bytes in the page. To unpack them there would take seconds.
    expect(await longestTask()).toBeLessThan(5 * LONGEST_TASK_MS);
  });
});
