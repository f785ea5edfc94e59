import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { gate } from '../../packages/server/src/testing/waiting.js';
import { hasBrowser, type Person } from '../support/browser.js';
import { balanceOf } from '../support/processes.js';
import { csvFile, UploadPage } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

const HEADER = 'Property Address,Property City,Property State,Property Zip,Note';
const MATCH = '100 Sandbox Match St,Austin,TX,78701';
/** Rows without a match, beside one that does: enough that a server can be killed while it matches, and the whole job costs 4 cents. */
const ROWS = 3_000;
const BALANCE_CENTS = 1_000;

const leads = (name: string) => {
  const rows = Array.from({ length: ROWS }, (_, at) => `${at + 1} Nowhere Ln,Reno,NV,89501,${name}\n`);
  return csvFile(`${name}.csv`, `${HEADER}\n${MATCH},${name}\n${rows.join('')}`);
};

describe.skipIf(!hasBrowser)('an upload goes on, whatever happens', { timeout: 120_000 }, () => {
  const world = new WebWorld({});
  let person: Person;
  let apiKey: string;

  beforeEach(async () => {
    ({ apiKey } = await world.server.account(BALANCE_CENTS));
    person = await world.person();
    await person.signIn(apiKey);
    return () => person.close();
  });

  const balance = () => balanceOf(world.server, apiKey);

  /** As a loss of power: nothing is said to anybody. Then again at the same address. */
  async function killServer(): Promise<void> {
    await world.killServer();
    await world.restartServer();
  }

  /** The tab is closed, the server dies, and the person comes back to the page of uploads. */
  async function leaveAndComeBack(page: Page, killed: boolean): Promise<UploadPage> {
    await page.close();
    if (killed) await killServer();
    const upload = new UploadPage(await person.context.newPage());
    await upload.open(world.server.url);
    return upload;
  }

  async function lineOf(page: Page) {
    const line = await person.context.newCDPSession(page);
    const set = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    // Bytes in a second: a file takes several.
    return { slow: () => set(30_000), fast: () => set(-1) };
  }

  const goOn = (upload: UploadPage, name: string) =>
    upload.page.getByRole('main').getByRole('link', { name }).click();

  /** Buttons pressed at each step; the last one is where the job ends. */
  const STEPS = ['check', 'approve', 'result'] as const;

  it('when the tab is closed and the server is killed at each step', async () => {
    let upload = new UploadPage(person.page);
    await upload.open(world.server.url);
    await upload.choose(leads('everywhere'));
    for (const step of STEPS) {
      await upload.steps[step]().waitFor({ timeout: 60_000 });
      upload = await leaveAndComeBack(upload.page, true);
      if (step === 'result') break;
      await goOn(upload, 'everywhere.csv');
      if (step === 'check') await upload.toCheck();
      await upload.steps[step]().click({ timeout: 60_000 });
    }
    // A finished upload is listed among the jobs.
    await upload.page.goto(`${world.server.url}/app/jobs`);
    await upload.page.getByRole('link', { name: 'everywhere.csv' }).click();
    expect(await upload.result()).toHaveLength(ROWS + 2);
    expect(await balance()).toBe(BALANCE_CENTS - 4);
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it('when the tab is closed and the server is killed in the middle of each', async () => {
    let upload = new UploadPage(person.page);
    await upload.open(world.server.url);
    await upload.choose(leads('between'));
    await upload.toCheck();
    await upload.steps.check().click();
    upload = await leaveAndComeBack(upload.page, true);
    await goOn(upload, 'between.csv');
    await upload.steps.check().or(upload.steps.approve()).waitFor({ timeout: 60_000 });
    // Left before the yes to the upload was kept, it is asked for again.
    if (await upload.steps.check().isVisible()) await upload.toApproval();
    await upload.steps.approve().click({ timeout: 60_000 });
    upload = await leaveAndComeBack(upload.page, true);
    // Either the yes arrived, or it is asked for again; or all is done already.
    const [job] = await world.server.jobs(apiKey);
    if (job?.status === 'preview') {
      await goOn(upload, 'between.csv');
      await upload.steps.approve().click({ timeout: 60_000 });
    }
    await upload.page.goto(`${world.server.url}/app/jobs`);
    await upload.page.getByRole('link', { name: 'between.csv' }).click();
    await upload.steps.result().waitFor({ timeout: 60_000 });
    expect(await upload.result()).toHaveLength(ROWS + 2);
    expect(await balance()).toBe(BALANCE_CENTS - 4);
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it.each(['presigned', 'direct'])('when the line drops while the file goes up: %s', async (method) => {
    const { port } = new URL(world.server.url);
    await world.server.stop();
    world.server.settings = { UPLOAD_METHOD: method };
    await world.server.start('--sandbox', '--port', port);
    const { page } = person;
    const upload = new UploadPage(page);
    await upload.open(world.server.url);
    await upload.choose(leads('dropped'));
    await upload.toCheck();
    const line = await lineOf(page);
    await line.slow();
    await upload.steps.check().click();
    await page.getByText(/^Uploading: [1-9]/).waitFor();
    await world.server.stop('SIGKILL');
    await page.getByText('We’ll keep retrying. Nothing was lost or charged.').waitFor();
    await line.fast();
    await world.server.start('--sandbox', '--port', port);
    await upload.steps.approve().waitFor({ timeout: 60_000 });
    expect(await balance()).toBe(BALANCE_CENTS);
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it('when it is cancelled while the file goes up: nothing is left of it', async () => {
    const { page } = person;
    const upload = new UploadPage(page);
    await upload.open(world.server.url);
    await upload.choose(leads('cancelled'));
    await upload.toCheck();
    await (await lineOf(page)).slow();
    await upload.steps.check().click();
    await page.getByText(/^Uploading: [1-9]/).waitFor();
    expect(await person.axe()).toEqual([]);
    await upload.steps.send().click();
    await page.getByText('Drop your list here').waitFor();
    expect((await world.server.jobs(apiKey)).map(({ status }) => status)).toEqual(['cancelled']);
    expect(await page.getByText('cancelled.csv').count()).toBe(0);
    expect(await balance()).toBe(BALANCE_CENTS);
  });

  it('when its job was cancelled while the tab was closed: the list is still there, for a job of its own', async () => {
    let upload = new UploadPage(person.page);
    await upload.open(world.server.url);
    await upload.choose(leads('late'));
    await upload.toCheck();
    // The file never leaves the first tab.
    const isSent = gate();
    await upload.page.route(/\/upload$|\/files\/uploads\//, () => isSent.open());
    await upload.steps.check().click();
    await isSent.opened;
    const { page } = upload;
    upload = new UploadPage(await person.context.newPage());
    await page.close();
    const headers = { authorization: `Bearer ${apiKey}` };
    const list = await fetch(`${world.server.url}/api/user/skip-trace`, { headers });
    const [job] = ((await list.json()) as { jobs: { id: string }[] }).jobs;
    await fetch(`${world.server.url}/api/user/skip-trace/${job?.id}/cancel`, { method: 'POST', headers });
    await upload.page.goto(`${world.server.url}/app/upload`);
    await goOn(upload, 'late.csv');
    await upload.button('Upload it again').click();
    await upload.steps.approve().waitFor({ timeout: 60_000 });
    expect((await world.server.jobs(apiKey)).map(({ status }) => status)).toEqual(['preview', 'cancelled']);
  });

  it('while other pages are looked at, and from the list of what was left', async () => {
    const { page } = person;
    const upload = new UploadPage(page);
    await upload.open(world.server.url);
    await upload.choose(leads('meanwhile'));
    await upload.toCheck();
    const line = await lineOf(page);
    await line.slow();
    await upload.steps.check().click();
    await page.getByText(/^Uploading: [1-9]/).waitFor();
    await page.getByRole('link', { name: 'Billing' }).click();
    await page.getByRole('heading', { name: 'Billing' }).waitFor();
    await page.getByRole('link', { name: 'Upload', exact: true }).click();
    const left = page.getByRole('region', { name: 'In progress' });
    await left.getByText(/^Uploading: [1-9]/).waitFor();
    await page.reload();
    await left.getByText(/^Uploading: /).waitFor();
    await line.fast();
    await left
      .getByText('Needs')
      .or(left.getByText('Matching'))
      .or(left.getByText('queue'))
      .first()
      .waitFor();
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it('when two tabs say yes to the upload at once: there is one job', async () => {
    const upload = new UploadPage(person.page);
    await upload.open(world.server.url);
    await upload.choose(leads('both'));
    await upload.toCheck();
    const other = new UploadPage(await person.context.newPage());
    await other.page.goto(upload.page.url());
    await other.steps.check().waitFor();
    await Promise.all([upload.steps.check().click(), other.steps.check().click()]);
    await Promise.any([upload, other].map(({ steps }) => steps.approve().waitFor({ timeout: 60_000 })));
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it('when the session ends meanwhile: after the sign-in it goes on', async () => {
    const { page } = person;
    const upload = new UploadPage(page);
    await upload.open(world.server.url);
    await upload.choose(leads('signed-out'));
    await upload.toCheck();
    await person.context.clearCookies();
    await upload.steps.check().click();
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await upload.steps.approve().waitFor({ timeout: 60_000 });
    expect(await world.server.jobs(apiKey)).toHaveLength(1);
  });

  it('on another device, from the job alone', async () => {
    const upload = new UploadPage(person.page);
    await upload.open(world.server.url);
    const { name, mimeType, buffer } = leads('elsewhere');
    const repeated = Buffer.concat([buffer, Buffer.from('100 SANDBOX MATCH ST,Austin,TX,78701,again\n')]);
    await upload.choose({ name, mimeType, buffer: repeated });
    await upload.toApproval();
    const there = await world.person();
    await there.signIn(apiKey);
    const other = new UploadPage(there.page);
    await other.open(world.server.url);
    await goOn(other, 'elsewhere.csv');
    await other.toResult();
    const lines = await other.result();
    expect(lines[0]).toMatch(/^Property Address,/);
    expect(lines.at(-1)).toMatch(/^100 SANDBOX MATCH ST,Austin,TX,78701,again,Matched,Jordan,Avery,/);
    expect(await balance()).toBe(BALANCE_CENTS - 4);
    await there.close();
  });
});
