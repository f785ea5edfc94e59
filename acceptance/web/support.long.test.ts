import { describe, expect, it } from 'vitest';
import { hasBrowser } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the support page', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  it('has the request for a top-up written down where the billing page asked for one', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/billing');
      await page.getByRole('link', { name: 'Request a top-up' }).click();
      const message = page.getByLabel('Message');
      await message.waitFor();
      await expect.poll(() => message.inputValue()).toMatch(/^Please top up my balance by/);
      await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Acceptance');
    });
  });
});
