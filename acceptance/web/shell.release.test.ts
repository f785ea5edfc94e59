import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

/** A fifth of a good page's limit, https://web.dev/articles/cls. */
const MAX_LAYOUT_SHIFT = 0.02;
/** A slow mobile line: latency in ms, throughput in bytes per second. */
const SLOW = { latency: 300, downloadThroughput: 100_000, uploadThroughput: 50_000 };
const PAGES = ['', '/upload', '/lookup', '/jobs', '/keys', '/billing', '/account', '/support'];

describe.skipIf(!hasBrowser)('the frame of all pages', { timeout: 120_000 }, () => {
  const world = new WebWorld();

  it('lets the keyboard go past the navigation', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page, open }) => {
      await open('/app/jobs');
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Skip to the page');
      await page.keyboard.press('Enter');
      await page.locator('main:focus').waitFor();
      await page.keyboard.press('Tab');
      expect(await isFocusIn(page, 'main')).toBe(true);
    });
  });

  it('keeps the navigation of a phone in a drawer, which the keyboard opens and a choice closes', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey, ...PHONE }, async ({ page, open }) => {
      await open('/app');
      const jobs = page.getByRole('navigation').getByRole('link', { name: 'Lists' });
      expect(await jobs.count()).toBe(0);
      await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
      await jobs.waitFor();
      for (let tabs = 0; (await focused(page)) !== 'Lists'; tabs += 1) {
        expect(tabs).toBeLessThan(20);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
      await page.locator('main:focus').waitFor();
      await jobs.waitFor({ state: 'hidden' });
    });
  });

  it('closes the drawer of a phone by Escape, and nothing behind it has the focus meanwhile', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey, ...PHONE }, async ({ page, open }) => {
      await open('/app');
      await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
      await page.locator('main[inert]').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('navigation').waitFor({ state: 'hidden' });
      await page.locator('main:not([inert])').waitFor();
      expect(await hasFocus(page.getByRole('button', { name: 'Open the menu' }))).toBe(true);
    });
  });

  it('says on the sign-in page why a session ended, and goes on where it was', async () => {
    const { accountId, apiKey } = await world.server.account(1_000);
    const person = await world.person();
    await person.signIn(apiKey);
    await world.server.operator('accounts', 'suspend', accountId);
    await person.goto('/app/jobs');
    await person.page.waitForURL('**/app/sign-in?next=%2Fapp%2Fjobs');
    await person.page.getByRole('status').getByText('This account is suspended.').waitFor();
    await world.server.operator('accounts', 'activate', accountId);
    await person.page.getByLabel('API key').fill(apiKey);
    await person.page.keyboard.press('Enter');
    await person.page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await person.close();
  });

  it('says that a sign-out failed, and tries again', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page, open }) => {
      await open('/app');
      const isSignOut = (route: Route) => route.request().method() === 'DELETE';
      await page.route('**/app/api/session?*', (route) =>
        isSignOut(route) ? route.abort() : route.fallback(),
      );
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const note = page.getByRole('alert').filter({ hasText: 'You are still signed in.' });
      await note.waitFor();
      await page.unrouteAll();
      await note.getByRole('button', { name: 'Try again' }).click();
      await page.waitForURL('**/app/sign-in');
    });
  });

  it('signs out also where the answer to it is lost', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page, open }) => {
      await open('/app');
      await page.route('**/app/api/session?*', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.waitForURL('**/app/sign-in');
    });
  });

  it('stands around the note of a server that does not answer, and goes on when it does', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page }) => {
      await page.route('**/app/api/session', (route) => route.fulfill({ status: 400, body: '{}' }));
      await page.goto(`${world.server.url}/app`);
      const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
      await again.waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Lists' }).waitFor();
      await page.unrouteAll();
      await again.click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    });
  });

  it('says that the line is down, and goes on when it is back', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page, open }) => {
      await open('/app');
      const note = page.getByText('You’re offline.');
      expect(await note.count()).toBe(0);
      await page.context().setOffline(true);
      await note.waitFor();
      await page.context().setOffline(false);
      await note.waitFor({ state: 'detached' });
    });
  });

  it('has menus that work with screen readers', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page, open, axe }) => {
      await open('/app');
      for (const name of ['Your account', 'Color scheme']) {
        await page.getByRole('button', { name }).press('Enter');
        await page.getByRole('menu').waitFor();
        expect(await axe()).toEqual([]);
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      }
    });
  });

  it.each([
    ['a desk with a slow line', {}],
    ['a phone with a slow line', PHONE],
  ])('moves nothing under the reader on %s while a page loads', async (_, screen) => {
    await world.visit({ apiKey: await customerOfLongStanding(), ...screen }, async ({ page, open }) => {
      await page.addInitScript(RECORD_SHIFTS);
      const debug = await page.context().newCDPSession(page);
      await debug.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
      await debug.send('Network.setCacheDisabled', { cacheDisabled: true });
      const moved: Record<string, unknown> = {};
      for (const name of PAGES) {
        await open(`/app${name}`);
        const { sum, what } = await page.evaluate<{ sum: number; what: string[] }>('window.layoutShift');
        if (sum > MAX_LAYOUT_SHIFT) moved[`/app${name}`] = { sum, what };
      }
      expect(moved).toEqual({});
    });
  });

  /** An account with jobs, lookups and ledger records, so that no page is empty. @returns its API key */
  async function customerOfLongStanding(): Promise<string> {
    const { server } = world;
    const { apiKey } = await server.account(1_000);
    const leads = path.join(server.folder, 'leads.csv');
    await writeFile(leads, 'Address,City,State,Zip\n100 Sandbox Match St,Austin,TX,78701\n');
    for (let nth = 0; nth < 3; nth += 1) {
      const { code, stderr } = await server.cli(apiKey, 'upload', leads, '--preview');
      expect([code, stderr]).toEqual([0, expect.any(String)]);
    }
    for (let nth = 0; nth < 12; nth += 1) {
      const answer = await fetch(`${server.url}/api/v1/skip-trace`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ address: '100 Sandbox Match St, Austin, TX 78701' }),
      });
      expect(answer.status).toBe(200);
    }
    return apiKey;
  }
});

const RECORD_SHIFTS = `window.layoutShift = { sum: 0, what: [] };
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    window.layoutShift.sum += value;
    window.layoutShift.what.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 200)));
  }
}).observe({ type: 'layout-shift', buffered: true });`;

const hasFocus = async (place: Locator) => (await place.and(place.page().locator(':focus')).count()) === 1;

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

const isFocusIn = (page: Page, place: string) =>
  page.evaluate<boolean>(`document.activeElement.closest('${place}') !== null`);
