// Pictures of every page of the web app, light and dark, in screens/ (not in git): look at them after a change. Run by hand:
//
//   npm run screens              all pages, on a desk, and the most used ones on a phone
//   npm run screens -- upload    pages with this in their name
//
// README shows six of them: copy these to docs/screens/ when their page has changed.
// The pages come from the built server with made-up owners and leads, in the browser of the tests.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ownerLines } from './made-up.mjs';
import { CHROMIUM_ARGUMENTS, chromiumPath, started } from './support/chromium.mjs';
import { operate, startServer } from './support/server-process.mjs';

const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'screens');
const cli = path.join(root, 'packages/cli/bin/skiptrace.js');
const [wanted = ''] = process.argv.slice(2);

const DESK = { width: 1_280, height: 800 };
const PHONE = { width: 390, height: 844 };

const MATCH = '100 Sandbox Match St, Austin, TX 78701';
const FULL = '300 Sandbox Full Rd, Salem, OR 97301';
const COUPLE = '600 Sandbox Couple Ct, Denver, CO 80202';

/** Looks an address up, and waits for a text of its answer. */
const lookUp = (address, text) => async (page) => {
  await page.getByRole('textbox').first().fill(address);
  await page.keyboard.press('Enter');
  await page.getByText(text, { exact: false }).first().waitFor();
};

/** Name of the picture → path, actions on the page before the picture, and whether it is taken on a phone as well. */
const CUSTOMER = {
  'sign-in': ['/app/sign-in'],
  overview: ['/app', null, PHONE],
  upload: ['/app/upload'],
  'upload-check': ['/app/upload', seeColumns, PHONE],
  'upload-price': ['/app/upload', seePrice, PHONE],
  lookup: ['/app/lookup', lookUp(FULL, '503'), PHONE],
  'lookup-owners': ['/app/lookup', lookUp(COUPLE, 'This property has 2 owners')],
  jobs: ['/app/jobs'],
  job: ['/app/jobs/JOB'],
  'job-ready': ['/app/jobs/READY'],
  keys: ['/app/keys'],
  billing: ['/app/billing', null, PHONE],
  account: ['/app/account'],
  support: ['/app/support'],
  docs: ['/docs'],
};
const OPERATOR = {
  'operator-sign-in': ['/operator/sign-in'],
  'operator-health': ['/operator', null, PHONE],
  'operator-accounts': ['/operator/accounts'],
  'operator-account': ['/operator/accounts/ACCOUNT', null, PHONE],
  'operator-jobs': ['/operator/jobs'],
  'operator-owners': ['/operator/owners'],
  'operator-import': ['/operator/owners/import', chooseOwners],
  'operator-explain': ['/operator/owners/explain', lookUp(MATCH, 'from the source')],
  'operator-support': ['/operator/support'],
};

/** Where the columns are certain, the page goes on to the price by itself. */
async function seePrice(page) {
  await page.locator('input[type=file]').first().setInputFiles(path.join(root, 'examples/leads.csv'));
  await page.getByRole('button', { name: /^Upload .* rows$/ }).waitFor();
}

async function seeColumns(page) {
  await seePrice(page);
  await page.getByRole('link', { name: 'Change columns' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
}

async function chooseOwners(page, { owners }) {
  await page.locator('input[type=file]').first().setInputFiles(owners);
  await page.getByText('Map columns').waitFor();
}

const folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-screens-'));
const dataDir = path.join(folder, 'data');
const browser = await started(() =>
  chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS }),
);
/** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
let server;
const urlOf = (route) => `${server?.url ?? ''}${route}`;
try {
  const made = await makeData();
  mkdirSync(target, { recursive: true });
  for (const colorScheme of ['light', 'dark']) {
    await take(CUSTOMER, colorScheme, made, (page) => signInAsCustomer(page, made));
    await take(OPERATOR, colorScheme, made, signInAsOperator);
  }
} finally {
  await browser.close();
  await server?.end();
  rmSync(folder, { recursive: true, force: true });
}

/** An account with some history: lookups, a finished job, one that waits for its price to be confirmed. */
async function makeData() {
  const owners = path.join(folder, 'owners.csv');
  writeFileSync(owners, [...ownerLines(5_000)].join(''));
  const acme = ['--name', 'Acme Home Buyers', '--email', 'robin@example.com', '--balance', '250'];
  const { accountId, apiKey } = await operate(dataDir, 'accounts', 'create', ...acme);
  await operate(dataDir, 'accounts', 'create', '--name', 'Riverside Wholesale', '--balance', '40');
  await operate(dataDir, 'keys', 'create', accountId, '--label', 'CRM', '--test');
  await operate(dataDir, 'owners', 'import', owners, '--source', 'county');
  server = await startServer(dataDir, { flags: ['--sandbox'], log: 'ignore' });
  const leads = path.join(folder, 'leads.csv');
  copyFileSync(path.join(root, 'examples/leads.csv'), leads);
  const run = (...words) => {
    const env = {
      PATH: process.env.PATH,
      SKIPTRACE_BASE_URL: urlOf(''),
      SKIPTRACE_API_KEY: apiKey,
      XDG_CONFIG_HOME: folder,
      XDG_STATE_HOME: folder,
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`skiptrace ${words.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  run('upload', leads, '--yes', '--max-cost', '200');
  const [ready] = /** @type {any} */ (await operate(dataDir, 'jobs', 'list', '--account', accountId));
  run('lookup', MATCH);
  run('lookup', '404 Sandbox Miss Blvd, Reno, NV 89501');
  const jobId = run('upload', path.join(root, 'examples/sandbox-leads.csv'), '--preview');
  run(
    ...['support', '--name', 'Robin Example', '--email', 'robin@example.com', '--phone', '5125550142'],
    ...['--reason', 'General', '--message', 'How long are result files kept?', '--consent'],
  );
  return { ACCOUNT: accountId, JOB: jobId, READY: ready.jobId, apiKey, owners };
}

async function take(pages, colorScheme, made, signIn) {
  const named = Object.entries(pages).filter(([name]) => name.includes(wanted));
  if (named.length === 0) return;
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  // The page without a session comes first.
  for (const [name, [where, prepare, phone]] of named) {
    const isSignedIn = (await context.cookies()).length > 0;
    if (!where.endsWith('/sign-in') && !isSignedIn) await signIn(page);
    for (const screen of phone === undefined ? [DESK] : [DESK, phone]) {
      await page.setViewportSize(screen);
      await page.goto(urlOf(where.replace(/[A-Z]{2,}/, (id) => made[id])));
      await page.waitForLoadState('networkidle');
      await prepare?.(page, made);
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      // Charts draw themselves after their data arrived.
      await page.waitForTimeout(400);
      const file = `${name}${screen === PHONE ? '-phone' : ''}-${colorScheme}.png`;
      await page.screenshot({ path: path.join(target, file) });
      console.log(file);
    }
  }
  await context.close();
}

async function signInAsCustomer(page, { apiKey }) {
  await page.goto(urlOf('/app/sign-in'));
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app');
}

async function signInAsOperator(page) {
  const { url } = await operate(dataDir, 'operators', 'sign-in-link', '--name', 'Ana');
  const { pathname, hash } = new URL(url);
  await page.goto('about:blank');
  await page.goto(urlOf(pathname + hash));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/operator');
}
