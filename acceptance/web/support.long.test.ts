import { describe, expect, it } from 'vitest';
import { hasBrowser, PHONE } from '../support/browser.js';
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

  it('says what is missing beside each field, keeps what was typed, and brings the message to the inbox', async () => {
    const { apiKey, accountId } = await world.server.account(0, { email: 'robin@example.com' });
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, isWiderThanScreen }) => {
      await open('/app/support');
      // The form moves down with the first click: the second one agrees to nothing.
      await page.getByLabel('Your name').fill('');
      await page.getByRole('button', { name: 'Send message' }).dblclick();
      await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(false);
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Enter your name.').waitFor();
      await page.getByText('Enter a US number of 10 digits').waitFor();
      await page.getByText('Write a few words.').waitFor();
      await expect(page.evaluate("document.activeElement?.getAttribute('name')")).resolves.toBe('fullName');
      expect(await isWiderThanScreen()).toBe(false);

      await expect(page.getByRole('textbox', { name: 'Email' }).inputValue()).resolves.toBe(
        'robin@example.com',
      );
      await page.getByLabel('Your name').fill('Robin Example');
      await page.getByLabel('Phone').fill('(512) 555-0142');
      await page.getByLabel('Message').fill('Please top up our balance by $100.');
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Your message has arrived').waitFor();
    });
    const inbox = JSON.stringify(await world.server.operator('support', 'list'));
    expect(inbox).toContain('top up our balance');
    // The message names the account, so that the operator knows which one to top up.
    expect(inbox).toContain(accountId);
  });
});
