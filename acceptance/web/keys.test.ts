import { describe, expect, it } from 'vitest';
import { balanceOf } from '../support/api.js';
import { hasBrowser, PHONE } from '../support/browser.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the page of API keys', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  it('makes a key with the keyboard alone, shows it once, and revokes it by name', async () => {
    const { apiKey } = await world.server.account(500);
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, axe, isWiderThanScreen }) => {
      await open('/app/keys');
      await page.getByRole('button', { name: 'Create key' }).press('Enter');
      await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
      expect(await axe()).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByText('Enter a label.').waitFor();
      await page.keyboard.type('CRM import');
      await page.keyboard.press('Enter');
      const made = page.getByRole('textbox', { name: 'Live key' });
      const key = await made.inputValue();
      expect(key).toMatch(/^pc_[0-9A-Za-z]{32,}$/);
      await page.getByText('It is not shown again').waitFor();
      expect(await axe()).toEqual([]);
      expect(await isWiderThanScreen()).toBe(false);
      await page.keyboard.press('Escape');
      await expect(made.isVisible()).resolves.toBe(true);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe(key);
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect(page.content()).resolves.not.toContain(key);
      expect(await balanceOf(world.server, key)).toBe(500);

      await page.getByRole('button', { name: 'Revoke CRM import' }).click();
      const asked = page.getByRole('dialog', { name: 'Revoke CRM import?' });
      await asked.getByRole('button', { name: 'Revoke the key' }).click();
      await asked.waitFor({ state: 'detached' });
      await page.getByRole('row', { name: /CRM import.*revoked/ }).waitFor();
      await expect(balanceOf(world.server, key)).rejects.toThrow('401');
    });
  });

  it('signs out whoever revokes the key they signed in with', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/keys');
      await page.getByRole('button', { name: /^Revoke/ }).click();
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await page.waitForURL('**/app/sign-in?*');
    });
  });
});
