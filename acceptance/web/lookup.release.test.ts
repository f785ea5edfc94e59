import { describe, expect, it } from 'vitest';
import { gate } from '../../packages/server/src/testing/waiting.js';
import { copiedOn, hasBrowser } from '../support/browser.js';
import { balanceOf } from '../support/processes.js';
import { lookUpOnPage, MATCH, MISS } from '../support/upload-page.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the lookup page', { timeout: 60_000 }, () => {
  const world = new WebWorld({ LOG_LEVEL: 'fatal' });

  describe('an address that is looked up', () => {
    it('is free for an address without an owner', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUpOnPage(page, MISS);
        await page.getByText('No owner found', { exact: true }).waitFor();
        await page.getByText(/You weren’t charged. 249 free misses left today/).waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
    });

    it('is not sent before its price is on the page, which is said', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ page }) => {
        const price = gate();
        await page.route('**/api/user/account', async (route) => {
          await price.opened;
          await route.fallback();
        });
        await page.goto(`${world.server.url}/app/lookup`);
        await page.getByLabel('Property address').fill(MATCH);
        await page.keyboard.press('Enter');
        await page.getByText('The price is still loading. Nothing was looked up').waitFor();
        price.open();
        await page
          .getByText('$0.04 per match, even if there’s no phone number. No match, no charge.')
          .waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(996);
    });

    it('says why its price is not known, and asks for it again', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ page }) => {
        await page.route('**/api/user/account', (route) =>
          route.fulfill({ status: 400, json: { error: 'Not now.' } }),
        );
        await page.goto(`${world.server.url}/app/lookup`);
        const note = page.getByRole('alert').filter({ hasText: 'Not now.' });
        await note.waitFor();
        await page.unrouteAll();
        await note.getByRole('button', { name: 'Try again' }).click();
        await page
          .getByText('$0.04 per match, even if there’s no phone number. No match, no charge.')
          .waitFor();
      });
    });
  });

  describe('a lookup with a lost answer', () => {
    it('is paid once when the server is killed after it charged, and is back when the page asks again', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await page.route(
          '**/app/api/lookups',
          async (route) => {
            await route.fetch();
            await world.killServer();
            await world.restartServer();
            await route.abort('connectionreset');
          },
          { times: 1 },
        );
        await lookUpOnPage(page, MATCH);
        await page.getByRole('heading', { name: 'Jordan Avery' }).waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(996);
    });
  });

  describe('a lookup that is refused', () => {
    it('says what is short and where to ask for more', async () => {
      const { apiKey } = await world.server.account(0);
      await world.visit({ apiKey }, async ({ open, page, axe }) => {
        await open('/app/lookup');
        await lookUpOnPage(page, MATCH);
        await page.getByText('The balance is too low').waitFor();
        await page.getByText('A lookup needs $0.04, and your balance of $0.00 doesn’t cover it.').waitFor();
        expect(await axe()).toEqual([]);
        await page.getByRole('alert').getByRole('link', { name: 'support page' }).click();
        await page.waitForURL('**/app/support?about=top-up');
      });
    });

    it('says when the free misses of the day are used up, and when lookups go on', async () => {
      const { apiKey } = await world.server.account(1_000, { terms: { dailyMisses: 1 } });
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUpOnPage(page, MISS);
        await page.getByText('No owner found', { exact: true }).waitFor();
        await lookUpOnPage(page, MATCH);
        await page.getByText('No free misses left today').waitFor();
        await page.getByText('Nothing was looked up or charged.').waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
    });

    it('says that an error of the server cost nothing', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUpOnPage(page, '500 Sandbox Failure Way, Tulsa, OK 74103');
        await page.getByText('Something went wrong on our end').waitFor();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(1_000);
    });
  });

  it('is sent once by a double click, and says what it cost', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/lookup');
      let sent = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/app/api/lookups')) sent += 1;
      });
      await page.getByLabel('Property address').fill(MATCH);
      await page.getByRole('button', { name: 'Look up' }).dblclick();
      await page.getByText('It cost $0.04. Your balance is $9.96.').waitFor();
      expect(sent).toBe(1);
    });
  });

  it('shows all owners of a property for the price of one, and again when it is opened later', async () => {
    const { apiKey } = await world.server.account(1_000);
    await world.visit({ apiKey }, async ({ open, page, axe }) => {
      await open('/app/lookup');
      await lookUpOnPage(page, '600 Sandbox Couple Ct, Denver, CO 80202');
      await page.getByText('This property has 2 owners.').waitFor();
      await page.getByRole('region', { name: 'Alex Rivers' }).getByText('(303) 555-0160').waitFor();
      await page.getByRole('region', { name: 'Sam Rivers' }).getByText('(303) 555-0161').waitFor();
      expect(await axe()).toEqual([]);
      await page.reload();
      await page.getByText('Alex Rivers, Sam Rivers').waitFor();
      await page.getByRole('button', { name: '600 Sandbox Couple Ct' }).first().click();
      await page.getByRole('region', { name: 'Sam Rivers' }).waitFor();
    });
    expect(await balanceOf(world.server, apiKey)).toBe(996);
  });

  describe('a saved lookup', () => {
    it('is known in another tab, where its page goes after a sign-out here', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUpOnPage(page, MATCH);
        await page.getByText('It cost $0.04. Your balance is $9.96.').waitFor();
        const beside = await page.context().newPage();
        await beside.goto(`${world.server.url}/app/lookup`);
        await lookUpOnPage(beside, MATCH);
        await beside.getByText('This is your saved answer. You weren’t charged.').waitFor();
        expect(await balanceOf(world.server, apiKey)).toBe(996);
        await page.getByRole('button', { name: 'Your account' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).click();
        await beside.waitForURL('**/app/sign-in?next=%2Fapp%2Flookup');
        expect(await beside.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('Avery');
      });
    });

    it('can be copied as a whole', async () => {
      const { apiKey } = await world.server.account(1_000);
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/lookup');
        await lookUpOnPage(page, MATCH);
        await page.getByRole('button', { name: 'Copy all' }).click();
        const text = await copiedOn(page);
        expect(text).toContain('Jordan Avery');
        expect(text).toContain('(512) 555-0100');
        expect(text).toContain('(512) 555-0101 (Do Not Call: listed)');
      });
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
