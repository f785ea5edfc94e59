import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { DESK, type Person, type Screen } from './browser.js';
import type { WebWorld } from './visit.js';

const root = path.resolve(import.meta.dirname, '../..');

/** The pages of the web app by their paths. By a computed name: the compiler of these tests does not know the web app's JSX. */
const { PAGES } = (await import(path.join(root, 'packages/web/src/pages.ts'))) as {
  PAGES: Readonly<Record<string, unknown>>;
};
const pagesBelow = (home: string): string[] =>
  Object.keys(PAGES).filter((page) => `${page}/`.startsWith(`${home}/`) && !page.endsWith('/sign-in'));

const CUSTOMER_PAGES = [...pagesBelow('/app'), '/app/nothing-here'];
const OPERATOR_PAGES = [...pagesBelow('/operator'), '/operator/nothing-here'];
const OPEN_PAGES = ['/opt-out', '/opt-out?lang=es', '/opt-out/confirm', '/app/sign-in'];

/** Ids for the parameters in the paths of pages, such as `:jobId`. */
export interface Shown {
  accountId: string;
  apiKey: string;
  jobId: string;
  requestId: string;
}

/** Makes what the pages show. @returns it, once the tests run */
export function shownIn(world: WebWorld): () => Shown {
  let shown: Shown | undefined;
  beforeAll(async () => {
    const { server } = world;
    const account = await server.account(10_000);
    const leads = path.join(server.folder, `leads of ${account.accountId}.csv`);
    const owners = path.join(server.folder, `owners of ${account.accountId}.csv`);
    const rows = ['100 Sandbox Match St,Austin,TX,78701', '404 Sandbox Miss Blvd,Reno,NV,89501'];
    await writeFile(leads, ['Address,City,State,Zip', ...rows, ''].join('\n'));
    await writeFile(owners, 'Address,City,State,Zip,Owner Name\n1 Every Page Rd,Dover,DE,19901,Ann Roe\n');
    const made = await server.cli(account.apiKey, 'upload', leads, '--preview');
    const jobId = made.stdout.trim();
    expect(jobId).toMatch(/^[0-9a-f-]{36}$/);
    await server.operator('owners', 'import', owners, '--source', account.accountId);
    await server.cli(
      account.apiKey,
      ...['support', '--name', 'Robin Example', '--email', 'robin@example.com', '--phone', '5125550142'],
      ...['--reason', 'General', '--message', 'How long are result files kept?'],
    );
    shown = { ...account, jobId, requestId: await askToBeLeftOut(server.url) };
  });
  return () => {
    if (shown === undefined) throw new Error('only within a test');
    return shown;
  };
}

/** Path of a page with the ids of what it shows. */
export const pathOf = (page: string, shown: Shown): string =>
  page.replace(/:(\w+)/g, (parameter, name: keyof Shown) => shown[name] ?? parameter);

/** Path of a page; an id that is not known is the first on the page above it. */
async function pathFor(person: Person, page: string, shown: Shown): Promise<string> {
  const where = pathOf(page, shown);
  const [above = '', parameter] = where.split('/:');
  if (parameter === undefined) return where;
  await person.goto(above);
  const link = person.page.locator(`main a[href^="${above}/"]`).first();
  return String(await link.getAttribute('href'));
}

/** Tests that look at every page on one screen; on a desk at its contrasts in the dark as well: a phone has the same colors. */
export function checkEveryPage(world: WebWorld, shown: () => Shown, screen: Screen): void {
  const check = async (person: Person, pages: readonly string[], isOneApp = false) => {
    const faults: Record<string, unknown> = {};
    for (const page of pages) {
      const where = await pathFor(person, page, shown());
      // On a desk the app is loaded once and then navigated, which is faster; on a phone each page is loaded by itself.
      if (isOneApp && screen === DESK && page !== pages[0]) await person.walkTo(where);
      else await person.goto(where);
      await person.settled();
      const titles = await person.page.getByRole('heading', { level: 1 }).count();
      const found = {
        axe: await person.axe(),
        inTheDark: screen === DESK ? await person.contrastInTheDark() : [],
        isWide: await person.isWiderThanScreen(),
        complaints: person.complaints.splice(0),
        titles,
        isAtPage: person.page.url() === world.server.url + where,
      };
      const good = { axe: [], inTheDark: [], isWide: false, complaints: [], titles: 1, isAtPage: true };
      if (JSON.stringify(found) !== JSON.stringify(good)) faults[page] = found;
    }
    expect(faults).toEqual({});
  };

  it('is a good page for a customer', async () => {
    const person = await world.person(screen);
    await check(person, OPEN_PAGES);
    await person.signIn(shown().apiKey);
    await check(person, CUSTOMER_PAGES, true);
    await person.close();
  });

  it('is a good page for an operator', async () => {
    const { url } = await world.server.operator('operators', 'sign-in-link', '--name', 'Ana');
    const person = await world.person(screen);
    await check(person, ['/operator/sign-in']);
    await person.signInAsOperator(String(url));
    await check(person, OPERATOR_PAGES, true);
    await person.close();
  });
}

/** Sends a privacy request without an email address, so that it waits for a confirmation by letter. */
async function askToBeLeftOut(url: string): Promise<string> {
  const home = { street: '12 Oak St Apt 4', city: 'Dayton', state: 'OH', zip: '45402' };
  const sent = await fetch(`${url}/opt-out/api/requests`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'skiptrace-app': '1',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({
      wants: 'know_and_delete',
      name: 'Jane Doe',
      addresses: [home],
      phones: [],
      emails: [],
      agent: 'Privacy Helpers',
      contactEmail: null,
      language: 'en',
    }),
  });
  expect(sent.status).toBe(202);
  return String(((await sent.json()) as { reference: string }).reference);
}
