import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, PHONE } from '../support/browser.js';
import { lookUp } from '../support/processes.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the billing page', { timeout: 60_000 }, () => {
  const world = new WebWorld();

  let apiKey: string;

  beforeAll(async () => {
    ({ apiKey } = await world.server.account(10_000));
    for (let lookup = 1; lookup <= 55; lookup++) {
      await lookUp(world.server, apiKey, '100 Sandbox Match St, Austin, TX 78701');
    }
  });

  it('lists the ledger page by page, and finds what somebody asks for', async () => {
    await world.visit(
      { apiKey, ...PHONE, colorScheme: 'dark' },
      async ({ open, page, axe, isWiderThanScreen }) => {
        await open('/app/billing');
        await page.getByText('$97.80').first().waitFor();
        const rows = page.getByRole('table', { name: 'Ledger' }).locator('tbody tr');
        await rows.nth(49).waitFor();
        await page.getByRole('button', { name: 'Show more' }).click();
        await page.getByRole('cell', { name: '+$100.00' }).waitFor();
        await expect.poll(() => rows.count()).toBe(56);
        expect(await axe()).toEqual([]);
        expect(await isWiderThanScreen()).toBe(false);

        await page.getByLabel('What').selectOption('Top-up');
        await page.waitForURL('**/app/billing?type=top_up');
        await page.getByRole('cell', { name: '-$0.04' }).first().waitFor({ state: 'detached' });
        await expect.poll(() => rows.count()).toBe(1);

        const id = page.getByLabel('ID', { exact: true });
        await id.fill('00000000-0000-4000-8000-000000000000');
        await page.getByText('No transactions match.').waitFor();
        await id.fill('');
        await expect.poll(() => rows.count()).toBe(1);
        await page.getByLabel('To (UTC)').fill('2020-01-31');
        await page.getByText('No transactions match.').waitFor();
        await page.getByLabel('From (UTC)').fill('2020-02-01');
        await page.getByText('This is before the first day.').waitFor();
        await page.getByRole('button', { name: 'Show everything' }).click();
        await rows.nth(49).waitFor();
      },
    );
  });

  it('downloads what is filtered as a CSV file', async () => {
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open('/app/billing?type=top_up');
      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download CSV' }).click();
      const file = await (await downloading).createReadStream();
      const lines = (await file.toArray()).join('').trim().split(/\r?\n/);
      expect(lines[0]).toBe('date,type,amount,balance,reference,id,note,item');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain('top_up,100.00,100.00');
    });
  });
});
