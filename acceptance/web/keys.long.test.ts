import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { copiedOn, hasBrowser, PHONE } from '../support/browser.js';
import { balanceOf } from '../support/processes.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the page of API keys', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  it('keeps its dialogs and the focus while the server is slow, whatever is pressed', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/keys');
      const held: (() => void)[] = [];
      await page.route(/\/app\/api\/keys/, async (route) => {
        if (route.request().method() !== 'GET') await new Promise<void>((go) => held.push(go));
        await route.continue();
      });
      /** Tries all ways out of a dialog, then lets the request through that it waits for. */
      const tryToLeave = async (dialog: Locator) => {
        await expect.poll(() => held.length).toBe(1);
        await page.keyboard.press('Escape');
        await page.mouse.click(5, 400);
        await expect(dialog.isVisible()).resolves.toBe(true);
        await dialog.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
        held.pop()?.();
      };

      await page.getByRole('button', { name: 'Create key' }).click();
      const creating = page.getByRole('dialog');
      await creating.getByLabel('Label').fill('slow');
      const create = creating.getByRole('button', { name: 'Create key' });
      await create.press('Enter');
      await tryToLeave(creating);
      await page.getByRole('textbox', { name: 'Live key' }).waitFor();
      await page.mouse.click(5, 400);
      await page.getByRole('button', { name: 'I have copied it' }).press('Enter');
      await creating.waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Revoke slow' }).press('Enter');
      const revoking = page.getByRole('dialog', { name: 'Revoke slow?' });
      const revoke = revoking.getByRole('button', { name: 'Revoke the key' });
      await revoke.press('Enter');
      await revoke.and(page.locator('[aria-disabled=true]')).waitFor();
      expect(await hasFocus(revoke)).toBe(true);
      await tryToLeave(revoking);
      await revoking.waitFor({ state: 'detached' });
      // Its button is gone, so the focus is where it was.
      await page.locator('td:focus').filter({ hasText: 'revoked' }).waitFor();
    });
  });

  it('signs out a customer who revokes the key they signed in with', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/keys');
      await page.getByRole('button', { name: /^Revoke/ }).click();
      await page.getByRole('button', { name: 'Revoke the key' }).click();
      await page.waitForURL('**/app/sign-in?*');
    });
  });

  it('makes a key with the keyboard alone, shows it once, and revokes it by name', async () => {
    const { apiKey } = await world.server.account(500);
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, isWiderThanScreen }) => {
      await open('/app/keys');
      await page.getByRole('button', { name: 'Create key' }).press('Enter');
      await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Enter a label.').waitFor();
      await page.keyboard.type('CRM import');
      await page.keyboard.press('Enter');
      const made = page.getByRole('textbox', { name: 'Live key' });
      const key = await made.inputValue();
      expect(key).toMatch(/^pc_[0-9A-Za-z]{32,}$/);
      await page.getByText('It is not shown again').waitFor();
      expect(await isWiderThanScreen()).toBe(false);
      await page.keyboard.press('Escape');
      await expect(made.isVisible()).resolves.toBe(true);
      expect(await hasFocus(made)).toBe(true);
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      expect(await copiedOn(page)).toBe(key);
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
});

const hasFocus = async (place: Locator) => (await place.and(place.page().locator(':focus')).count()) === 1;
