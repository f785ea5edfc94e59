import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

/** A fifth of what a good page may move, https://web.dev/articles/cls. */
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
      const jobs = page.getByRole('navigation').getByRole('link', { name: 'Jobs' });
      expect(await jobs.count()).toBe(0);
      await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
      await jobs.waitFor();
      for (let tabs = 0; (await focused(page)) !== 'Jobs'; tabs += 1) {
        expect(tabs).toBeLessThan(20);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
      await page.locator('main:focus').waitFor();
      await jobs.waitFor({ state: 'hidden' });
    });
  });

  it('says that the line is down, and goes on when it is back', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ page, open }) => {
      await open('/app');
      const note = page.getByText('You are offline.');
      expect(await note.count()).toBe(0);
      await page.context().setOffline(true);
      await note.waitFor();
      await page.context().setOffline(false);
      await note.waitFor({ state: 'detached' });
    });
  });

  it('has menus that readers of the screen understand', async () => {
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

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

const isFocusIn = (page: Page, place: string) =>
  page.evaluate<boolean>(`document.activeElement.closest('${place}') !== null`);
