import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

/** The most that a good page moves, https://web.dev/articles/cls. */
const MAX_LAYOUT_SHIFT = 0.1;
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

  it.each([
    ['a desk', {}],
    ['a phone', PHONE],
  ])('moves nothing under the reader on %s while a page loads', async (_, screen) => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey, ...screen }, async ({ page, open }) => {
      await page.addInitScript(RECORD_SHIFTS);
      const moved: Record<string, number> = {};
      for (const name of PAGES) {
        await open(`/app${name}`);
        const shift = await page.evaluate<number>('window.layoutShift');
        if (shift > MAX_LAYOUT_SHIFT) moved[`/app${name}`] = shift;
      }
      expect(moved).toEqual({});
    });
  });
});

const RECORD_SHIFTS = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.layoutShift += value;
}).observe({ type: 'layout-shift', buffered: true });`;

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()');

const isFocusIn = (page: Page, place: string) =>
  page.evaluate<boolean>(`document.activeElement.closest('${place}') !== null`);
