import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESK, hasBrowser, openBrowser, Person, PHONE } from '../support/browser.js';
import { RealServer } from '../support/processes.js';

describe.skipIf(!hasBrowser)('the API documentation in a browser', { timeout: 120_000 }, () => {
  let server: RealServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await RealServer.create();
    await server.account(0);
    await server.start();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.remove();
  });

  it.each([
    ['on a desk', DESK],
    ['on a phone in the dark', { ...PHONE, colorScheme: 'dark' as const }],
  ])('asks nobody but this server, %s', async (_, screen) => {
    const person = await Person.at(browser, server.url, screen);
    const elsewhere: string[] = [];
    person.page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) elsewhere.push(url);
    });
    await person.goto('/docs');
    await person.page.getByRole('heading', { name: 'skiptrace API', level: 1 }).waitFor();
    await person.page.getByRole('heading', { name: 'Quickstart' }).waitFor();
    await person.page.getByRole('heading', { name: 'Look up one address' }).first().scrollIntoViewIfNeeded();
    await person.page
      .getByRole('button', { name: /Test Request.*v1\/skip-trace/i })
      .first()
      .waitFor();
    // The page may still be drawing: what counts is the width it ends with.
    await expect.poll(() => person.isWiderThanScreen()).toBe(false);
    await person.page.getByRole('link', { name: 'Web app', exact: true }).click();
    await person.page.waitForURL('**/app/sign-in?*');
    expect([elsewhere, person.complaints]).toEqual([[], []]);
    await person.close();
  });

  it('tries an operation on this server with a test key', async () => {
    const { accountId } = await server.account(0);
    const { apiKey } = await server.operator('keys', 'create', accountId, '--test');
    const person = await Person.at(browser, server.url);
    await person.goto('/docs');
    await person.page.getByLabel('Bearer Token').filter({ visible: true }).first().fill(String(apiKey));
    const answered = person.page.waitForResponse((response) => response.url().endsWith('/api/user/account'));
    await person.page.getByRole('button', { name: /Test Request.*account/i }).click();
    await person.page
      .getByRole('button', { name: /^Send get/i })
      .filter({ visible: true })
      .first()
      .click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ mode: 'test' });
    expect(person.complaints).toEqual([]);
    await person.close();
  });
});
