import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visit } from '../testing/browser.js';
import { RealServer } from '../testing/real-server.js';

let server: RealServer;
let apiKey: string;

beforeAll(async () => {
  server = await RealServer.start();
  ({ apiKey } = await server.account(10_000, '--email', 'robin@example.com'));
});
afterAll(() => server.remove());

const PAGES = [
  ['/app', 'Overview'],
  ['/app/lookup', 'Lookup'],
  ['/app/jobs', 'Jobs'],
  ['/app/billing', 'Billing'],
  ['/app/keys', 'API keys'],
  ['/app/account', 'Account'],
  ['/app/support', 'Support'],
] as const;

describe.each(PAGES)('the page %s', (path, title) => {
  it.each([
    { width: 1_280, colorScheme: 'light' },
    { width: 360, colorScheme: 'dark' },
  ] as const)(
    'is whole and readable for everyone at $width pixels, $colorScheme',
    async ({ width, colorScheme }) => {
      await visit(
        server,
        { apiKey, width, colorScheme },
        async ({ open, page, axe, overflow, layoutShift }) => {
          await open(path);
          await expect(page.title()).resolves.toBe(`${title} · skiptrace`);
          expect(await axe()).toEqual([]);
          expect(await overflow()).toBeLessThanOrEqual(0);
          expect(await layoutShift()).toBeLessThan(0.02);
        },
      );
    },
  );
});

it('asks who is not signed in to sign in, and goes on to the page that was asked for', async () => {
  await visit(server, {}, async ({ page }) => {
    await page.goto('/app/billing?type=top_up');
    await page.getByLabel(/^API key/).fill(apiKey);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/billing?type=top_up');
    await page.getByRole('cell', { name: '+$100.00' }).waitFor();
  });
});
