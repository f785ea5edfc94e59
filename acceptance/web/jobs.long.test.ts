import { describe, expect, it } from 'vitest';
import { gate } from '../../packages/server/src/testing/waiting.js';
import { hasBrowser, PHONE } from '../support/browser.js';
import { balanceOf, createJob, jobUntil, LEADS, readJob, uploadJob } from '../support/processes.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('the pages of jobs', { timeout: 60_000 }, () => {
  const world = new WebWorld({});

  describe('a job with matched rows', () => {
    it('offers no second approval while the first one is on its way', async () => {
      const { apiKey } = await world.server.account(1_000);
      const jobId = await uploadJob(world.server, apiKey, 'slow request.csv');
      await world.visit({ apiKey }, async ({ open, page }) => {
        let arrive = (): void => undefined;
        await page.route('**/confirm', async (route) => {
          await route.abort('connectionreset');
          const request = route.request();
          arrive = () =>
            void page.request.post(request.url(), { headers: request.headers() }).catch(() => undefined);
        });
        await open(`/app/jobs/${jobId}`);
        const approve = page.getByRole('button', { name: 'Approve and pay $0.08' });
        await approve.click();
        await page.getByText('we don’t know yet whether the list was approved').waitFor();
        await expect.poll(() => approve.isDisabled()).toBe(true);
        arrive();
        await page.getByText('Your results are ready. Total: $0.08.').waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(992);
    });

    it('is charged once when the server is killed right after the approval, and its file is built', async () => {
      const { apiKey } = await world.server.account(1_000);
      const jobId = await uploadJob(world.server, apiKey, 'killed.csv');
      await world.visit({ apiKey }, async ({ open, page }) => {
        await page.route('**/confirm', async (route) => {
          await route.fetch();
          await world.killServer();
          await route.abort('connectionreset');
        });
        await open(`/app/jobs/${jobId}`);
        await page.getByRole('button', { name: 'Approve and pay $0.08' }).click();
        await page.getByText('we don’t know yet whether the list was approved').waitFor();
        await world.restartServer();
        await page.getByText('Your results are ready.').waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(992);
    });

    it('says how much the balance is short of its price, offers to add it, and sees it arrive', async () => {
      const { accountId, apiKey } = await world.server.account(5);
      const jobId = await uploadJob(world.server, apiKey, 'poor.csv');
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open(`/app/jobs/${jobId}`);
        const approve = page.getByRole('button', { name: 'Approve and pay $0.08' });
        await page.getByText('You need $0.03 more: your balance is $0.05.').waitFor();
        await expect.poll(() => approve.isDisabled()).toBe(true);
        expect(await page.getByText('Balance after').count()).toBe(0);
        const add = page.getByRole('link', { name: 'Request $0.03' });
        expect(await add.getAttribute('href')).toBe('/app/support?about=top-up&cents=3');
        await world.server.operator('balance', 'add', accountId, '--amount', '0.03');
        await page.getByText('Balance after: $0.00').waitFor();
        expect(await add.count()).toBe(0);
        await approve.click();
        await page.getByText('Your results are ready. Total: $0.08.').waitFor();
      });
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open('/app/support?about=top-up&cents=3');
        expect(await page.getByLabel('Message').inputValue()).toBe('Please top up my balance by $0.03.');
      });
    });

    it('says it also where repeats are free, and lets the server decide: less may be due by now', async () => {
      const { accountId, apiKey } = await world.server.account(5);
      await world.server.operator('accounts', 'set', accountId, '--free-repeat-days', '30');
      const jobId = await uploadJob(world.server, apiKey, 'poor.csv');
      await world.visit({ apiKey }, async ({ open, page }) => {
        await open(`/app/jobs/${jobId}`);
        await page.getByRole('link', { name: 'Request $0.03' }).waitFor();
        await page.getByText('You need $0.03 more').waitFor();
        expect(await page.getByText('Balance after').count()).toBe(0);
        await page.getByRole('button', { name: 'Approve and pay $0.08' }).click();
        await page.getByText('Not enough balance').waitFor();
      });
      expect(await balanceOf(world.server, apiKey)).toBe(5);
    });
  });

  it('has a receipt of its own to print, without people and other pages', async () => {
    const { apiKey } = await world.server.account(1_000);
    const jobId = await uploadJob(world.server, apiKey, 'paid.csv');
    await world.visit({ apiKey }, async ({ open, page, axe }) => {
      await open(`/app/jobs/${jobId}/receipt`);
      await page.getByText('This list has no receipt yet').waitFor();
      await open(`/app/jobs/${jobId}`);
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).click();
      await page.getByRole('link', { name: 'Print receipt' }).click();
      await page.getByRole('button', { name: 'Print' }).waitFor();
      expect(await axe()).toEqual([]);
      await page.emulateMedia({ media: 'print' });
      const printed = await page.locator('body').innerText();
      for (const part of ['Seller', 'Buyer', jobId, 'paid.csv', '2 × $0.04', 'No tax was charged', '$0.08'])
        expect(printed).toContain(part);
      expect(printed).not.toMatch(/Avery|Sandbox|Activity|All lists|Overview/);
    });
  });

  it('says why a job failed', async () => {
    const { apiKey } = await world.server.account(1_000);
    const jobId = await uploadJob(
      world.server,
      apiKey,
      'other columns.csv',
      LEADS.replace('Zip', 'Postal Code'),
    );
    const { errorMessage } = await jobUntil(world.server, apiKey, jobId, 'failed');
    await world.visit({ apiKey }, async ({ open, page, axe }) => {
      await open(`/app/jobs/${jobId}`);
      await page.getByText('Why it failed').waitFor();
      await page.getByText(errorMessage ?? 'no message').waitFor();
      expect(await axe()).toEqual([]);
    });
  });

  it('says that another account’s job is not one of this account', async () => {
    const { apiKey } = await world.server.account(0);
    const other = await world.server.account(0);
    const jobId = await createJob(world.server, other.apiKey, 'theirs.csv');
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open(`/app/jobs/${jobId}`);
      await page.getByRole('heading', { name: 'We can’t find this list' }).waitFor();
    });
  });

  it('finds jobs by a part of their name and by status, page by page', async () => {
    const { apiKey } = await world.server.account(1_000);
    for (let job = 1; job <= 26; job++) await createJob(world.server, apiKey, `county ${job}.csv`);
    await uploadJob(world.server, apiKey, 'Absentee Owners.csv');
    await world.visit({ apiKey, ...PHONE }, async ({ open, page, axe, isWiderThanScreen }) => {
      await open('/app/jobs');
      const rows = page.getByRole('table', { name: 'Lists' }).locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(25);
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByRole('link', { name: 'county 1.csv', exact: true }).waitFor();
      await expect.poll(() => rows.count()).toBe(27);
      expect(await axe()).toEqual([]);
      expect(await isWiderThanScreen()).toBe(false);

      // The list changes while the customer is still typing. The next letters must still arrive in the field.
      await page.getByLabel('File name').pressSequentially('abs');
      await page.getByRole('link', { name: 'county 1.csv', exact: true }).waitFor({ state: 'detached' });
      await page.keyboard.type('entee');
      await page.waitForURL('**/app/jobs?search=absentee');
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByRole('link', { name: 'Absentee Owners.csv' }).click();
      await page.getByRole('heading', { name: 'Absentee Owners.csv' }).waitFor();
      await page.goBack();
      await page.waitForURL('**/app/jobs?search=absentee');
      await expect.poll(() => page.getByLabel('File name').inputValue()).toBe('absentee');
      await page.getByLabel('File name').fill('nothing like this');
      await page.getByText('No lists match.').waitFor();
      await page.getByRole('button', { name: 'Show all lists' }).click();

      await page.getByLabel('Status').selectOption('Needs approval');
      await page.waitForURL('**/app/jobs?status=approval');
      await page.getByRole('link', { name: 'county 26.csv', exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Absentee Owners.csv' }).click();
      await page.getByRole('button', { name: 'Approve and pay $0.08' }).waitFor();
    });
  });

  it('lets a customer leave by a link that is clicked before the search has begun', async () => {
    const { apiKey } = await world.server.account(0);
    await world.visit({ apiKey }, async ({ open, page }) => {
      await page.clock.install();
      await open('/app/jobs');
      const program = gate();
      await page.route('**/assets/*.js', async (route) => {
        await program.opened;
        await route.continue();
      });
      await page.getByLabel('File name').fill('county');
      await page.getByRole('link', { name: 'Support' }).click();
      // Past the pause in typing after which the search would begin.
      await page.clock.fastForward(1_000);
      program.open();
      await page.getByRole('heading', { name: 'Support', level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/app/support');
    });
  });

  it('is cancelled only after a second question', async () => {
    const { apiKey } = await world.server.account(1_000);
    const jobId = await uploadJob(world.server, apiKey, 'unwanted.csv');
    await world.visit({ apiKey }, async ({ open, page }) => {
      await open(`/app/jobs/${jobId}`);
      await page.getByRole('button', { name: 'Cancel list' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel unwanted.csv?' });
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect((await readJob(world.server, apiKey, jobId)).status).toBe('preview');
      await page.getByRole('button', { name: 'Cancel list' }).click();
      await dialog.getByRole('button', { name: 'Cancel the list' }).click();
      await page.getByText(/^You cancelled this list on .* Nothing was charged\.$/).waitFor();
      expect((await readJob(world.server, apiKey, jobId)).status).toBe('cancelled');
    });
  });
});
