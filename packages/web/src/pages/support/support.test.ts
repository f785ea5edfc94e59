import { afterAll, beforeAll, expect, it } from 'vitest';
import { visit } from '../../testing/browser.js';
import { RealServer } from '../../testing/real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await RealServer.start();
});
afterAll(() => server.remove());

it('says what is missing beside each field, keeps what was typed, and brings the message to the inbox', async () => {
  const { apiKey } = await server.account(0, '--email', 'robin@example.com');
  await visit(server, { apiKey, width: 360 }, async ({ open, page, axe, overflow }) => {
    await open('/app/support');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Enter your name.').waitFor();
    await page.getByText('Enter a US number of 10 digits').waitFor();
    await page.getByText('Write a few words.').waitFor();
    await expect(page.evaluate(() => document.activeElement?.getAttribute('name'))).resolves.toBe('fullName');
    expect(await axe()).toEqual([]);
    expect(await overflow()).toBeLessThanOrEqual(0);

    await expect(page.getByRole('textbox', { name: 'Email' }).inputValue()).resolves.toBe(
      'robin@example.com',
    );
    await page.getByLabel('Your name').fill('Robin Example');
    await page.getByLabel('Phone').fill('(512) 555-0142');
    await page.getByLabel('Message').fill('Please top up our balance by $100.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Your message has arrived').waitFor();
    expect(await axe()).toEqual([]);
  });
  expect(JSON.stringify(await server.operator('support', 'list'))).toContain('top up our balance');
});
