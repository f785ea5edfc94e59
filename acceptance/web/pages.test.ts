import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESK, hasBrowser, type Person, PHONE, type Screen } from '../support/browser.js';
import { LEADS } from '../support/leads.js';
import { lookUpOnPage, MATCH } from '../support/lookup-page.js';
import { COUNTY } from '../support/operator.js';
import { csvFile, UploadPage } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

const CUSTOMER_PAGES = [
  '/app',
  '/app/upload',
  '/app/lookup',
  '/app/jobs',
  '/app/jobs/JOB',
  '/app/keys',
  '/app/billing',
  '/app/account',
  '/app/support',
  '/app/nothing-here',
];
const OPERATOR_PAGES = [
  '/operator',
  '/operator/accounts',
  '/operator/accounts/ACCOUNT',
  '/operator/jobs',
  '/operator/owners',
  '/operator/owners/import',
  '/operator/owners/explain',
  '/operator/support',
  '/operator/requests',
  '/operator/requests/REQUEST',
  '/operator/person',
  '/operator/disclosures',
  '/operator/suppressions',
  '/operator/dnc',
  '/operator/drop',
];
const OPEN_PAGES = ['/opt-out', '/opt-out?lang=es', '/opt-out/confirm', '/app/sign-in'];
/** Light on a phone alone is left out: its elements and its colors are each on one of the others. */
const SCREENS: readonly (readonly [string, Screen])[] = [
  ['on a desk', DESK],
  ['on a desk in the dark', { ...DESK, colorScheme: 'dark' }],
  ['on a phone in the dark', { ...PHONE, colorScheme: 'dark' }],
];

describe.skipIf(!hasBrowser)('every page of the web app', { timeout: 120_000 }, () => {
  const world = new WebWorld();
  let account: { accountId: string; apiKey: string };
  let jobId: string;
  let requestId: string;
  const real = (page: string) =>
    page.replace('JOB', jobId).replace('ACCOUNT', account.accountId).replace('REQUEST', requestId);

  beforeAll(async () => {
    account = await world.server.account(10_000);
    const leads = path.join(world.server.folder, 'leads.csv');
    const rows = ['100 Sandbox Match St,Austin,TX,78701', '404 Sandbox Miss Blvd,Reno,NV,89501'];
    await writeFile(leads, ['Address,City,State,Zip', ...rows, ''].join('\n'));
    const made = await world.server.cli(account.apiKey, 'upload', leads, '--preview');
    jobId = made.stdout.trim();
    expect(jobId).toMatch(/^[0-9a-f-]{36}$/);
    requestId = await askToBeLeftOut(world.server.url);
  });

  it('waits for a sign-in, and goes on where it was asked for', async () => {
    const person = await world.person();
    await person.goto('/app/billing?type=top_up');
    await person.page.waitForURL('**/app/sign-in?next=**');
    await person.page.getByLabel('API key').fill(account.apiKey);
    await person.page.keyboard.press('Enter');
    await person.page.getByRole('heading', { name: 'Billing' }).waitFor();
    expect(new URL(person.page.url()).search).toBe('?type=top_up');
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/operator',
    'javascript:alert(1)',
    '/app/../operator',
    '//[',
  ])('does not go to %s after the sign-in', async (next) => {
    const person = await world.person();
    await person.goto(`/app/sign-in?next=${encodeURIComponent(next)}`);
    await person.page.getByLabel('API key').fill(account.apiKey);
    await person.page.keyboard.press('Enter');
    await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(person.page.url()).toBe(`${world.server.url}/app`);
    await person.close();
  });

  it('says whom a link signs in and which session it ends, and continues if the answer is lost', async () => {
    const other = await world.server.account(0, { name: 'Birch Homes' });
    const { url } = await world.server.operator('accounts', 'sign-in-link', other.accountId);
    const person = await world.person();
    await person.signIn(account.apiKey);
    const { pathname, hash } = new URL(String(url));
    await person.goto(pathname + hash);
    const { page } = person;
    await page.getByText('Sign in to Birch Homes').waitFor();
    await page
      .getByText('This browser is signed in as Acceptance. That session ends, and its lists')
      .waitFor();
    await page.route(
      '**/app/api/session',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The server did not answer.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('banner').getByText('Birch Homes').waitFor();
    await person.goto(pathname + hash);
    await page.getByText('This sign-in link was used before, or ended.').waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Continue as Birch Homes' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await person.close();
  });

  it('signs in with a link although its button is clicked twice', async () => {
    const { url } = await world.server.operator('accounts', 'sign-in-link', account.accountId);
    const person = await world.person();
    const { pathname, hash } = new URL(String(url));
    await person.goto(pathname + hash);
    await person.page.getByRole('button', { name: 'Continue' }).dblclick();
    await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await person.goto('/app/jobs');
    await person.page.getByRole('heading', { name: 'Lists' }).waitFor();
    await person.close();
  });

  it('says at the field what is wrong with a key', async () => {
    const person = await world.person();
    await person.goto('/app/sign-in');
    const field = person.page.getByLabel('API key');
    await person.page.locator('input:focus').waitFor();
    for (const [typed, fault] of [
      ['', 'Enter your API key.'],
      ['hello', 'That doesn’t look like an API key.'],
      [`pc_${'x'.repeat(40)}`, 'Invalid API key'],
    ] as const) {
      await field.fill(typed);
      await person.page.keyboard.press('Enter');
      await person.page.getByText(fault).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    expect(await person.axe()).toEqual([]);
    await person.close();
  });

  it('keeps no secret of a link in the address', async () => {
    const { url } = await world.server.operator('accounts', 'sign-in-link', account.accountId);
    const person = await world.person();
    await person.follow(String(url));
    await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await person.page.goBack();
    expect(person.page.url()).not.toContain('token');
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  it.each([
    ['nobody is signed in', '/app/sign-in', false],
    ['a customer comes back', '/app', true],
  ])('loads less than 200 kB before something is painted, where %s', async (_, where, signsIn) => {
    const person = await world.person();
    if (signsIn) await person.signIn(account.apiKey);
    await person.goto(where);
    await person.settled();
    const files = await person.filesBeforePaint();
    expect(await compressedBytes(files)).toBeLessThan(200_000);
    expect(files.length).toBeGreaterThan(2);
    await person.close();
  });

  describe.each(SCREENS)('%s', (_, screen) => {
    const check = async (person: Person, pages: readonly string[]) => {
      const faults: Record<string, unknown> = {};
      for (const page of pages) {
        await person.goto(real(page));
        await person.settled();
        const titles = await person.page.getByRole('heading', { level: 1 }).count();
        const found = {
          axe: await person.axe(),
          isWide: await person.isWiderThanScreen(),
          complaints: person.complaints.splice(0),
          titles,
          isAtPage: person.page.url() === world.server.url + real(page),
        };
        const good = { axe: [], isWide: false, complaints: [], titles: 1, isAtPage: true };
        if (JSON.stringify(found) !== JSON.stringify(good)) faults[page] = found;
      }
      expect(faults).toEqual({});
    };

    it('is a good page for a customer', async () => {
      const person = await world.person(screen);
      await check(person, OPEN_PAGES);
      await person.signIn(account.apiKey);
      await check(person, CUSTOMER_PAGES);
      await person.close();
    });

    it('is a good page for an operator', async () => {
      const { url } = await world.server.operator('operators', 'sign-in-link', '--name', 'Ana');
      const person = await world.person(screen);
      await check(person, ['/operator/sign-in']);
      await person.signInAsOperator(String(url));
      await check(person, OPERATOR_PAGES);
      await person.close();
    });
  });

  describe('a dialog or menu of a page, on a phone in the dark', () => {
    const opened = async (walk: (person: Person, look: (what: string) => Promise<void>) => Promise<void>) => {
      const person = await world.person({ ...PHONE, colorScheme: 'dark' });
      const faults: string[] = [];
      await walk(person, async (what) => {
        faults.push(...(await person.axe()).map((fault) => `${what}: ${fault}`));
        if (await person.isWiderThanScreen()) faults.push(`${what}: wider than the screen`);
      });
      expect([faults, person.complaints]).toEqual([[], []]);
      await person.close();
    };

    it('is as good for a customer', async () => {
      await opened(async (person, look) => {
        const { page } = person;
        const button = (name: string) => page.getByRole('button', { name });
        const open = async (where: string) => {
          await person.goto(where);
          await person.settled();
        };
        await person.signIn(account.apiKey);
        await open('/app/lookup');
        await lookUpOnPage(page, MATCH);
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
        await look('the answer of a lookup');
        await open('/app/keys');
        await button('Create key').click();
        await page.getByRole('dialog').waitFor();
        await look('a new key');
        await open(real('/app/jobs/JOB'));
        await button('Cancel list').click();
        await page.getByRole('dialog').waitFor();
        await look('the cancel of a job');
        await open('/app/support');
        await button('Send message').click();
        await page.getByText('Write a few words.').waitFor();
        await look('what is missing in a message');
        const upload = new UploadPage(page);
        await upload.open(world.server.url);
        await upload.choose(LEADS);
        await upload.toColumns();
        await look('the columns of a list');
        await upload.toCheck();
        await look('the check of a list');
        await upload.steps.check().click();
        await upload.steps.approve().waitFor();
        await look('the price of a list');
        await upload.toResult();
        await look('the result of a list');
      });
    });

    it('is as good for an operator', async () => {
      const { url } = await world.server.operator('operators', 'sign-in-link', '--name', 'Ana');
      await opened(async (person, look) => {
        const { page } = person;
        await person.signInAsOperator(String(url));
        await person.goto('/operator/accounts');
        await person.settled();
        await page.getByRole('button', { name: 'Create account' }).click();
        await page.getByRole('dialog').waitFor();
        await look('a new account');
        await person.goto(real('/operator/accounts/ACCOUNT'));
        await person.settled();
        await page.getByRole('button', { name: 'Suspend' }).click();
        await page.getByRole('dialog').waitFor();
        await look('the suspension of an account');
        await person.goto('/operator/owners/import');
        await page.setInputFiles('input[type=file]', csvFile('county.csv', COUNTY));
        await page.getByText('Map columns').waitFor();
        await look('the columns of owners');
      });
    });
  });
});

/** A request that waits for a letter. */
async function askToBeLeftOut(url: string): Promise<string> {
  const home = { street: '12 Oak St Apt 4', city: 'Dayton', state: 'OH', zip: '45402' };
  const sent = await fetch(`${url}/opt-out/api/requests`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'skiptrace-app': '1' },
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      ...{ wants: 'know_and_delete', name: 'Jane Doe', addresses: [home], phones: [], emails: [] },
      ...{ agent: 'Privacy Helpers', contactEmail: null, language: 'en' },
    }),
  });
  expect(sent.status).toBe(202);
  return String(((await sent.json()) as { reference: string }).reference);
}

/** As browsers get them over https: Chromium takes no Brotli over plain HTTP. */
async function compressedBytes(files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const { headers } = await fetch(file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    return Number(headers.get('content-length'));
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
