import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf } from '../../testing/api.js';
import { visit } from '../../testing/browser.js';
import { RealServer } from '../../testing/real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(() => server.remove());

it('makes a key with the keyboard alone, shows it once, and revokes it by name', async () => {
  const { apiKey } = await server.account(500);
  await visit(server, { apiKey, width: 360 }, async ({ open, page, axe, overflow }) => {
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
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(made.isVisible()).resolves.toBe(true);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.evaluate(() => navigator.clipboard.readText())).resolves.toBe(key);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect(page.content()).resolves.not.toContain(key);
    expect(await balanceOf(server, key)).toBe(500);

    await page.getByRole('button', { name: 'Revoke CRM import' }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke CRM import?' });
    await asked.getByRole('button', { name: 'Revoke the key' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /CRM import.*revoked/ }).waitFor();
    await expect(balanceOf(server, key)).rejects.toThrow('401');
  });
});

it('signs out whoever revokes the key they signed in with', async () => {
  const { apiKey } = await server.account(0);
  await visit(server, { apiKey }, async ({ open, page }) => {
    await open('/app/keys');
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.waitForURL('**/app/sign-in?*');
  });
});
