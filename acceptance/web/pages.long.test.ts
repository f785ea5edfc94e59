import { describe, expect, it } from 'vitest';
import { DESK, hasBrowser } from '../support/browser.js';
import { checkEveryPage, shownIn } from '../support/every-page.js';
import { WebWorld } from '../support/visit.js';

describe.skipIf(!hasBrowser)('every page of the web app', { timeout: 240_000 }, () => {
  const world = new WebWorld();
  const shown = shownIn(world);

  it('waits for a sign-in, and goes on where it was asked for', async () => {
    const person = await world.person();
    await person.goto('/app/billing?type=top_up');
    await person.page.waitForURL('**/app/sign-in?next=**');
    await person.page.getByLabel('API key').fill(shown().apiKey);
    await person.page.keyboard.press('Enter');
    await person.page.getByRole('heading', { name: 'Billing' }).waitFor();
    expect(new URL(person.page.url()).search).toBe('?type=top_up');
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  it('does not go to another site after the sign-in', async () => {
    const person = await world.person();
    await person.goto(`/app/sign-in?next=${encodeURIComponent('https://evil.example/')}`);
    await person.page.getByLabel('API key').fill(shown().apiKey);
    await person.page.keyboard.press('Enter');
    await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(person.page.url()).toBe(`${world.server.url}/app`);
    await person.close();
  });

  it('says whom a link signs in and which session it ends, and continues if the answer is lost', async () => {
    const other = await world.server.account(0, { name: 'Birch Homes' });
    const { url } = await world.server.operator('accounts', 'sign-in-link', other.accountId);
    const person = await world.person();
    await person.signIn(shown().apiKey);
    const { pathname, hash } = new URL(String(url));
    await person.goto(pathname + hash);
    const { page } = person;
    await page.getByText('Sign in to Birch Homes').waitFor();
    await page
      .getByText('This browser is signed in as Acceptance. That session ends, and its lists')
      .waitFor();
    await page.route(
      '**/app/api/session',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The server did not answer.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('banner').getByText('Birch Homes').waitFor();
    await person.goto(pathname + hash);
    await page.getByText('This sign-in link has been used or has expired.').waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Continue as Birch Homes' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await person.close();
  });

  it('signs in with a link although its button is clicked twice', async () => {
    const { url } = await world.server.operator('accounts', 'sign-in-link', shown().accountId);
    const person = await world.person();
    const { pathname, hash } = new URL(String(url));
    await person.goto(pathname + hash);
    await person.page.getByRole('button', { name: 'Continue' }).dblclick();
    await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await person.goto('/app/jobs');
    await person.page.getByRole('heading', { name: 'Lists' }).waitFor();
    await person.close();
  });

  it('says at the field what is wrong with a key', async () => {
    const person = await world.person();
    await person.goto('/app/sign-in');
    const field = person.page.getByLabel('API key');
    await person.page.locator('input:focus').waitFor();
    for (const [typed, fault] of [
      ['', 'Enter your API key.'],
      ['hello', 'That doesn’t look like an API key.'],
      [`pc_${'x'.repeat(40)}`, 'Invalid API key'],
    ] as const) {
      await field.fill(typed);
      await person.page.keyboard.press('Enter');
      await person.page.getByText(fault).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    expect(await person.axe()).toEqual([]);
    await person.close();
  });

  it('keeps no secret of a link in the address', async () => {
    const { url } = await world.server.operator('accounts', 'sign-in-link', shown().accountId);
    const person = await world.person();
    await person.follow(String(url));
    await person.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await person.page.goBack();
    expect(person.page.url()).not.toContain('token');
    expect(person.complaints).toEqual([]);
    await person.close();
  });

  it.each([
    ['nobody is signed in', '/app/sign-in', false],
    ['a customer comes back', '/app', true],
  ])('loads less than 240 kB before something is painted, where %s', async (_, where, signsIn) => {
    const person = await world.person();
    if (signsIn) await person.signIn(shown().apiKey);
    await person.goto(where);
    await person.settled();
    const files = await person.filesBeforePaint();
    expect(await compressedBytes(files)).toBeLessThan(240_000);
    expect(files.length).toBeGreaterThan(2);
    await person.close();
  });

  describe('on a desk', () => {
    checkEveryPage(world, shown, DESK);
  });
});

/** As browsers get them over https: Chromium takes no Brotli over plain HTTP. */
async function compressedBytes(files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => {
    const { headers } = await fetch(file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    return Number(headers.get('content-length'));
  });
  const known = await Promise.all(sizes);
  expect(known).not.toContain(0);
  return known.reduce((sum, size) => sum + size, 0);
}
