import { afterAll, beforeAll, expect, it } from 'vitest';
import { visit } from '../../testing/browser.js';
import { RealServer } from '../../testing/real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await RealServer.start({ TERMS_URL: 'https://example.com/terms' });
});
afterAll(() => server.remove());

it('shows who the account is, its price and its limits', async () => {
  const { apiKey } = await server.account(
    1_234,
    '--email',
    'robin@example.com',
    '--price-cents',
    '7',
    '--daily-misses',
    '99',
  );
  await visit(server, { apiKey }, async ({ open, page }) => {
    await open('/app/account');
    for (const text of ['Lone Star Home Buyers', 'robin@example.com', '$12.34', '$0.07', '99', '250,000']) {
      await page.getByRole('definition').filter({ hasText: text }).first().waitFor();
    }
    await page.getByText('You signed in with a live API key.').waitFor();
  });
});

it('signs out every browser of the account', async () => {
  const { apiKey } = await server.account(0);
  await visit(server, { apiKey }, async ({ open, page, axe }) => {
    await open('/app/account');
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await dialog.waitFor();
    expect(await axe()).toEqual([]);
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL('**/app/sign-in');
    await page.context().addCookies(cookies);
    await page.goto('/app/account');
    await page.waitForURL('**/app/sign-in?next=%2Fapp%2Faccount');
  });
});
