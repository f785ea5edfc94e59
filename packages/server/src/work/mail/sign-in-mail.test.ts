// Engines: SQLite, PostgreSQL at a release

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestBrowser } from '../../testing/browser.js';
import { mailServer, type MailServer } from '../../testing/mail-server.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

let mails: MailServer;
let server: TemporaryServer;
let browser: TestBrowser;
beforeEach(async () => {
  mails = await mailServer();
  server = await temporaryServer({ env: { ...mails.env, PUBLIC_URL: 'https://leads.example.com' } });
  browser = new TestBrowser(server.url);
  await server.service.startWorker();
});
afterEach(async () => {
  await server.close();
  await mails.close();
});

const createAccount = (name: string, email: string) =>
  server.service.database.write((tx) => server.service.accounts.create(tx, { name, email }));
const ask = (email: string) => browser.ask('/app/api/sign-in-links', { json: { email } });
const linkIn = (content: string) =>
  new URL(/https:\/\/\S+/.exec(content.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? '');

describe('a sign-in link by email', () => {
  it('goes to the address of the account, signs in once, and is written nowhere else', async () => {
    const { id } = await createAccount('Robin', 'Robin@example.com');
    expect((await ask('robin@EXAMPLE.com')).status).toBe(202);
    await expect.poll(() => mails.taken.length).toBe(1);
    const [mail] = mails.taken;
    expect(mail?.to).toEqual(['Robin@example.com']);
    const link = linkIn(mail?.content ?? '');
    expect([link.origin, link.pathname]).toEqual(['https://leads.example.com', '/app/sign-in']);
    expect(mail?.content.replaceAll('=\r\n', '')).toMatch(/until \w+ \d+, \d{4} at .{1,20}M UTC/);
    const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
    const kept = await server.service.database.read.query('SELECT * FROM sign_in_links');
    expect(JSON.stringify(kept)).not.toContain(token);
    expect((await browser.signIn({ token })).json).toMatchObject({ accountId: id, signedInWith: 'link' });
    expect((await new TestBrowser(server.url).signIn({ token })).status).toBe(401);
  });

  it('is answered the same for an unknown address, and nothing is sent', async () => {
    await createAccount('Robin', 'robin@example.com');
    const [known, unknown] = [await ask('robin@example.com'), await ask('nobody@example.com')];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await expect.poll(() => mails.taken.length).toBe(1);
    expect(mails.taken.map(({ to }) => to)).toEqual([['robin@example.com']]);
  });

  it('is not sent to a suspended account', async () => {
    const { id } = await createAccount('Robin', 'robin@example.com');
    await server.service.accounts.change(id, { status: 'suspended' });
    expect((await ask('robin@example.com')).status).toBe(202);
    await createAccount('Sam', 'sam@example.com');
    await ask('sam@example.com');
    await expect.poll(() => mails.taken.length).toBe(1);
    expect(mails.taken[0]?.to).toEqual(['sam@example.com']);
    expect((await ask('robin@example')).status).toBe(400);
  });

  it('is limited in number, and one more request is not refused for requests of strangers', async () => {
    await createAccount('Robin', 'robin@example.com');
    const sentTo = (address: string) => mails.taken.filter(({ to }) => to[0] === address).length;
    for (let nth = 1; nth <= 7; nth += 1) {
      expect((await ask('robin@example.com')).status).toBe(202);
      // Requests share a mail that is still waiting to be sent.
      await expect.poll(() => sentTo('robin@example.com')).toBe(Math.min(nth, 5));
    }
    await createAccount('Sam', 'sam@example.com');
    await ask('sam@example.com');
    await expect.poll(() => [sentTo('robin@example.com'), sentTo('sam@example.com')]).toEqual([5, 1]);
  });

  it('is offered where mail is set up', async () => {
    expect((await browser.ask('/app/api/settings')).json).toMatchObject({ signInByEmail: true });
  });
});
