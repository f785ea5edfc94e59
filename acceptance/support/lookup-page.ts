import type { Page } from 'playwright-core';

export const MATCH = '100 Sandbox Match St, Austin, TX 78701';
export const MISS = '404 Sandbox Miss Blvd, Reno, NV 89501';

/** Types an address into the open lookup page and sends it. */
export async function lookUpOnPage(page: Page, address: string): Promise<void> {
  await page.getByLabel('Property address').fill(address);
  await page.getByRole('button', { name: 'Look up' }).click();
}

/**
 * Lets each lookup reach the server, and drops the answers for which `isLost` is true; requests count from 1. Returns the list of
 * idempotency keys, which grows with each request.
 */
export async function loseAnswers(page: Page, isLost: (request: number) => boolean): Promise<string[]> {
  const keys: string[] = [];
  await page.route('**/app/api/lookups', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const response = await route.fetch();
    await (isLost(keys.length) ? route.abort('connectionreset') : route.fulfill({ response }));
  });
  return keys;
}
