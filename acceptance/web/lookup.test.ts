import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { balanceOf } from '../support/api.js';
import { hasBrowser } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the lookup page', { timeout: 60_000 }, () => {
  const world = new WebWorld({ LOG_LEVEL: 'fatal' });

  const MATCH = '100 Sandbox Match St, Austin, TX 78701';
  const MISS = '404 Sandbox Miss Blvd, Reno, NV 89501';

  async function lookUp(page: Page, address: string): Promise<void> {
    await page.getByLabel('Property address').fill(address);
    await page.getByRole('button', { name: 'Look up' }).click();
  }

  /** The server does its work; its answer is lost on the way. Returns the idempotency keys that were sent. */
  async function loseAnswers(page: Page, isLost: (request: number) => boolean): Promise<string[]> {
    const keys: string[] = [];
    await page.route('**/api/v1/skip-trace', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      const response = await route.fetch();
      await (isLost(keys.length) ? route.abort('connectionreset') : route.fulfill({ response }));
    });
    return keys;
  }

  describe('an address that is looked up', () => {
    it('shows its owner, what it cost and the new balance, and stays out of the address bar', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page, axe }) => {
        await open('/app/lookup');
        await page.getByText('A match costs $0.04, a miss is free.').waitFor();
        await lookUp(page, MATCH);
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
        await page.getByText('It cost $0.04. Your balance is $9.96.').waitFor();
        expect(page.url()).toBe(`${world.server.url}/app/lookup`);
        expect(await axe()).toEqual([]);

        const mobile = page.getByRole('link', { name: '(512) 555-0100' });
        await expect(mobile.getAttribute('href')).resolves.toBe('tel:+15125550100');
        await page.getByRole('button', { name: 'Copy (512) 555-0100' }).click();
        await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe('5125550100');

        const barred = page.getByRole('listitem').filter({ hasText: '(512) 555-0101' });
        await barred.getByText('Do not call').waitFor();
        await expect(barred.getByRole('link').count()).resolves.toBe(0);
      });
    });

    it('is free where nobody is on file', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUp(page, MISS);
        await page.getByText('No owner found').waitFor();
        await page.getByText('You have 249 free misses left today.').waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
    });

    it('is not sent while a part is missing, and the part is named', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        let sent = 0;
        page.on('request', (request) => {
          if (request.url().endsWith('/api/v1/skip-trace')) sent += 1;
        });
        await open('/app/lookup');
        await page.getByLabel('Property address').fill('12 Oak St');
        await page.keyboard.press('Enter');
        await page.getByText('Add the city and state (or a ZIP code).').waitFor();
        await page.getByLabel('Property address').fill(MATCH);
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
        expect(sent).toBe(1);
      });
    });
  });

  describe('a lookup whose answer is lost', () => {
    it('is asked again by itself with the same key, and is paid once', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        const keys = await loseAnswers(page, (request) => request === 1);
        await lookUp(page, MATCH);
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
        expect(keys).toHaveLength(2);
        expect(new Set(keys).size).toBe(1);
      });
      expect(await balanceOf(world.server, apiKey)).toBe(996);
    });

    it('is paid once when the server is killed after it charged', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await page.route(
          '**/api/v1/skip-trace',
          async (route) => {
            await route.fetch();
            await world.killServer();
            await route.abort('connectionreset');
            await world.restartServer();
          },
          { times: 1 },
        );
        await lookUp(page, MATCH);
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(996);
    });

    it('says that it is not known, and is not paid twice when the person asks again after a reload', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        const keys = await loseAnswers(page, (request) => request <= 4);
        await lookUp(page, MATCH);
        await page.getByText('No answer came').waitFor();
        await page.reload();
        await page.getByText('The last lookup was cut off').waitFor();
        await page.getByRole('button', { name: 'Look up' }).click();
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
        await page.getByText('it was not charged again').waitFor();
        expect(new Set(keys).size).toBe(1);
      });
      expect(await balanceOf(world.server, apiKey)).toBe(996);
    });
  });

  describe('a lookup that is refused', () => {
    it('says what is short and where to ask for more', async () => {
      const { apiKey } = await world.server.account(0);
      await world.visit({ apiKey }, async ({ open, page, axe }) => {
        await open('/app/lookup');
        await lookUp(page, MATCH);
        await page.getByText('The balance is too low').waitFor();
        await page.getByText('A lookup needs $0.04, and your balance of $0.00 does not cover it.').waitFor();
        expect(await axe()).toEqual([]);
        await page.getByRole('alert').getByRole('link', { name: 'support page' }).click();
        await page.waitForURL('**/app/support');
      });
    });

    it('says when the free misses of the day are used up, and when lookups go on', async () => {
      const { apiKey } = await world.server.account(1_000, '--daily-misses', '1');
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUp(page, MISS);
        await page.getByText('No owner found').waitFor();
        await lookUp(page, MATCH);
        await page.getByText('No free misses left today').waitFor();
        await page.getByText('Nothing was looked up or charged.').waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
    });

    it('says that an error of the server cost nothing', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUp(page, '500 Sandbox Failure Way, Tulsa, OK 74103');
        await page.getByText('The server failed').waitFor();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
    });
  });

  it('charges nothing in test mode, and offers made-up addresses', async () => {
    const { accountId } = await world.server.account(1_000);
    const { apiKey } = await world.server.operator('keys', 'create', accountId, '--test');
    await world.visit({ apiKey: String(apiKey) }, async ({ open, page }) => {
      await open('/app/lookup');
      await page.getByText('Test mode: made-up owners only, nothing is charged.').waitFor();
      await page.getByRole('button', { name: '200 Sandbox Absentee Ave, Dayton, OH 45402' }).click();
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Look up' }).press('Enter');
      await page.getByRole('heading', { name: 'Priya Holloway' }).waitFor();
      await page.getByText('12 Sandbox Harbor Rd, Portland, ME 04101').waitFor();
    });
    expect(await balanceOf(world.server, String(apiKey))).toBe(1_000);
  });
});
