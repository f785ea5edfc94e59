import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountEntity } from '../../money/accounts/index.js';
import { capturedIo, runCommand } from '../../testing/process.js';
import { MATCH, oneLine } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { main } from './main.js';

// The tests share a server: each works on accounts of its own.
let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ balanceCents: 1_000, env: { WEBHOOKS: 'on' } });
});
afterAll(() => server.close());

/** Runs a command beside the running server. */
async function run(...words: readonly string[]) {
  return runWith('', ...words);
}
async function runWith(input: string, ...words: readonly string[]) {
  return runCommand({ DATA_DIR: server.dataDir }, words, { input: () => Promise.resolve(input) });
}
/** Runs a command and parses its JSON document. */
async function json<T = Record<string, unknown>>(...words: readonly string[]): Promise<T> {
  const { code, out, err } = await run(...words, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as T;
}
const UUID = /^[0-9a-f-]{36}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

describe('the operator’s commands, beside a running server', () => {
  it('add webhook endpoints, show deliveries, and replay them', async () => {
    const { accountId } = server.account;
    const on = async (...words: readonly string[]) => {
      const { io, said } = capturedIo({ DATA_DIR: server.dataDir, WEBHOOKS: 'on' });
      expect([await main(['webhooks', ...words, '--json'], io), said.err]).toEqual([0, '']);
      return JSON.parse(said.out) as unknown;
    };
    const url = 'https://example.com/hook';
    const added = (await on('add', accountId, '--url', url, '--events', 'job.failed')) as {
      endpointId: string;
    };
    expect(added).toMatchObject({
      url,
      events: ['job.failed'],
      secret: expect.stringMatching(/^whsec_/) as unknown,
    });
    const { endpointId } = added;
    expect(await on('list', accountId)).toEqual([
      { endpointId, url, events: ['job.failed'], createdAt: expect.stringMatching(TIME) as unknown },
    ]);
    const { database, webhooks } = server.service;
    await database.writeFor(accountId, (tx) => webhooks.note(tx, accountId, 'job.failed', { jobId: '1' }));
    const [delivery] = (await on('deliveries', accountId)) as { deliveryId: string }[];
    expect(delivery).toMatchObject({ url, type: 'job.failed', status: 'pending', attempts: 0 });
    expect(Object.keys(delivery ?? {}).sort()).toEqual([
      ...['answered', 'attempts', 'createdAt', 'deliveryId', 'endpointId', 'error', 'status', 'type'],
      ...['updatedAt', 'url', 'webhookId'],
    ]);
    await on('replay', accountId, delivery?.deliveryId ?? '');
    await on('remove', accountId, endpointId);
    expect(await on('list', accountId)).toEqual([]);
    expect((await run('webhooks', 'add', accountId, '--url', url)).err).toContain('WEBHOOKS=on');
    expect((await run('webhooks', 'add', accountId, '--url', url, '--events', 'job.gone')).code).toBe(2);
  });

  it('create accounts with a key that works at once, suspend and activate them', async () => {
    const given = ['--name', 'Acme', '--email', 'a@example.com', '--balance-cents', '250'];
    const created = await json('accounts', 'create', ...given);
    expect(created).toEqual({
      accountId: expect.stringMatching(UUID) as unknown,
      keyId: expect.stringMatching(UUID) as unknown,
      apiKey: expect.stringMatching(/^pc_[0-9A-Za-z]{32,}$/) as unknown,
      balanceCents: 250,
    });
    const id = String(created.accountId);
    const works = async () =>
      (await server.call('listSkipTraceJobs', { key: String(created.apiKey) })).status;
    expect(await works()).toBe(200);
    expect(await json('accounts', 'suspend', id)).toMatchObject({ accountId: id, status: 'suspended' });
    expect(await works()).toBe(401);
    expect(await json('accounts', 'activate', id)).toMatchObject({ accountId: id, status: 'active' });
    expect(await works()).toBe(200);
    expect(await json('accounts', 'close', id, '--yes')).toMatchObject({ accountId: id, status: 'closed' });
    expect(await works()).toBe(401);
    expect(await json('accounts', 'activate', id)).toMatchObject({ accountId: id, status: 'active' });
    expect(await works()).toBe(200);
    const shown = await json('accounts', 'show', id);
    expect(shown).toEqual({
      accountId: id,
      name: 'Acme',
      email: 'a@example.com',
      status: 'active',
      balanceCents: 250,
      priceCents: 4,
      dailyMisses: 250,
      requestsPerMinute: 500,
      bulkRequestsPerMinute: 250,
      freeRepeatDays: 0,
      createdAt: expect.stringMatching(TIME) as unknown,
    });
    expect(await json<unknown[]>('accounts', 'list')).toContainEqual(shown);
    const { out } = await run('accounts', 'list');
    expect(out).toMatch(/^ACCOUNT +NAME +STATUS +BALANCE\n/);
    expect(out).toMatch(new RegExp(`^${id} +Acme +active +\\$2\\.50$`, 'm'));
    const other = await run('accounts', 'create', '--name', 'Other');
    expect(other.out).toMatch(/^ {2}API key: pc_/m);
    expect(other.out).toContain('skiptrace auth login');
  });

  it('accept an account’s name or a prefix of its id, and never guess', async () => {
    const { accountId } = await json('accounts', 'create', '--name', 'Blue Door Homes', '--balance', '19.99');
    const id = String(accountId);
    for (const words of ['Blue Door Homes', id.slice(0, 8), id.toUpperCase()]) {
      expect(await json('accounts', 'show', words)).toMatchObject({ accountId: id, balanceCents: 1_999 });
    }
    const near = await run('balance', 'add', 'blue door homes', '--cents', '5');
    expect([near.code, near.err]).toEqual([1, expect.stringContaining('Did you mean "Blue Door Homes"?')]);
    for (const name of ['Blue Door Homes', 'BLUE door homes ']) {
      const twin = await run('accounts', 'create', '--name', name, '--balance', '100', '--json');
      expect([twin.code, twin.out]).toEqual([2, '']);
      expect(twin.err).toContain(id);
      expect(twin.err).toContain('Nothing was created. To create another one, add --yes');
    }
    expect((await run('accounts', 'create', '--name', 'Blue Door Homes', '--yes')).code).toBe(0);
    const two = await run('balance', 'add', 'Blue Door Homes', '--cents', '5');
    expect([two.code, two.err]).toEqual([2, expect.stringContaining('2 accounts match')]);
    expect(two.err).toContain(`skiptrace-server accounts set ${id} --name "NEW NAME"`);
    expect((await run('accounts', 'show', id.slice(0, 3))).code).toBe(1);
  });

  it('ask on a terminal before a second account gets the same name', async () => {
    const questions: string[] = [];
    const create = async (answer: boolean, ...more: readonly string[]) => {
      const { io } = capturedIo({ DATA_DIR: server.dataDir });
      const confirm = (question: string) => Promise.resolve(questions.push(question) > 0 && answer);
      return main(['accounts', 'create', '--name', 'Twin', ...more], { ...io, confirm });
    };
    const twins = async () => {
      const all = await json<{ name: string }[]>('accounts', 'list');
      return all.filter(({ name }) => name === 'Twin').length;
    };
    expect([await create(false), questions]).toEqual([0, []]);
    expect([await create(false), await twins()]).toEqual([1, 1]);
    expect(questions).toEqual([expect.stringContaining('There is an account "Twin" already')]);
    expect([await create(true), await twins()]).toEqual([0, 2]);
    expect([await create(false, '--yes'), await twins()]).toEqual([0, 3]);
  });

  it('accept a price above a dollar only with a confirmation', async () => {
    const { accountId } = await server.createAccount(0);
    const set = (...words: readonly string[]) => run('accounts', 'set', accountId, ...words);
    for (const words of [
      ['--price', '6'],
      ['--price-cents', '600'],
    ]) {
      const { code, err } = await set(...words);
      expect([code, err]).toEqual([2, expect.stringContaining('$6.00 per match is more than $1.00')]);
      expect(err).toContain('add --yes. For 6 cents, say --price 0.06.');
    }
    expect((await run('accounts', 'create', '--name', 'Too dear', '--price', '1.01')).code).toBe(2);
    expect((await run('accounts', 'show', 'Too dear')).code).toBe(1);
    expect(await json('accounts', 'show', accountId)).toMatchObject({ priceCents: 4 });
    expect((await set('--price', '1')).code).toBe(0);
    expect((await set('--price', '6', '--yes')).out).toContain('Price: $6.00 per match.');
    const { io, said } = capturedIo({ DATA_DIR: server.dataDir });
    const asked = { ...io, confirm: () => Promise.resolve(false) };
    expect(await main(['accounts', 'set', accountId, '--price', '7'], asked)).toBe(1);
    expect(said).toEqual({ out: '', err: 'skiptrace-server: Nothing was changed.\n' });
    expect(await json('accounts', 'show', accountId)).toMatchObject({ priceCents: 600 });
  });

  it('accept a deliverable email, and show it', async () => {
    const { accountId } = server.account;
    for (const email of ['bad', 'a@b, c@d', 'Robin <robin@example.com>', '']) {
      const set = await run('accounts', 'set', accountId, '--email', email);
      expect([set.code, set.err]).toEqual([1, expect.stringContaining('must be one address')]);
      const create = await run('accounts', 'create', '--name', 'Mail', '--email', email);
      expect([create.code, create.out]).toEqual([1, '']);
    }
    const { out } = await run('accounts', 'set', accountId, '--email', 'robin@example.com');
    expect(out).toContain('Email: robin@example.com.');
  });

  it('accept and show dollars, and keep cents in documents', async () => {
    const { accountId } = await json('accounts', 'create', '--name', 'Dollars');
    const id = String(accountId);
    expect(await json('balance', 'add', id, '--amount', '$1,250.50')).toMatchObject({
      balanceCents: 125_050,
    });
    expect((await run('balance', 'deduct', id, '--amount', '0.50')).out).toBe(
      'The balance is now $1,250.00.\n',
    );
    const negative = await run('balance', 'add', id, '--amount', '-5');
    expect([negative.code, negative.err]).toEqual([
      2,
      `skiptrace-server: "balance add" only adds. To take money away: skiptrace-server balance deduct ${id} --amount 5.00\n`,
    ]);
    expect((await run('balance', 'add', 'My company', '--amount', '-5')).err).toContain(
      `balance deduct 'My company' --amount 5.00`,
    );
    expect((await run('balance', 'deduct', id, '--cents', '-5')).code).toBe(2);
    expect(await json('balance', 'show', id)).toMatchObject({ balanceCents: 125_000 });
    for (const amount of ['ten', '1.005', '', '1e3']) {
      expect((await run('balance', 'add', id, `--amount=${amount}`)).code).toBe(2);
    }
    expect((await run('balance', 'add', id)).code).toBe(2);
    for (const move of ['add', 'deduct']) {
      const { code, err } = await run('balance', move, id, '5');
      expect([code, err]).toEqual([
        2,
        `skiptrace-server: Give the amount with --amount: skiptrace-server balance ${move} ${id} --amount 5\n`,
      ]);
    }
    // A shell would put nothing in place of "$5".
    expect((await run('balance', 'add', 'Blue Door', '$5')).err).toMatch(
      /add (['"])Blue Door\1 --amount 5\n$/,
    );
    expect((await run('balance', 'add', 'Two', 'Words', '--amount', '5')).err).toContain('needs quotes');
    expect(await json('balance', 'show', id)).toMatchObject({ balanceCents: 125_000 });
    expect((await run('balance', 'add', id, '--cents=5', '--amount=5')).code).toBe(2);
  });

  it('refund a charge once, in part and whole, with a reason', async () => {
    const { accountId } = await json('accounts', 'create', '--name', 'Refunds', '--balance-cents', '100');
    const id = String(accountId);
    const { id: charge } = await server.service.database.writeFor(id, async (tx) => {
      await tx.query("INSERT INTO daily_lookups VALUES ($1, '2026-01-01', 0, 1, 4)", [id]);
      return server.service.billing.post(tx, {
        accountId: id,
        type: 'lookup_charge',
        amountCents: -4,
        reference: 'request',
      });
    });
    const part = await json('refund', charge, '--cents', '1', '--reason', 'old phone');
    expect(part).toMatchObject({ amountCents: 1, balanceCents: 97, isNew: true });
    // The same command again, as after a lost response.
    expect(await json('refund', charge, '--cents', '1', '--reason', 'old phone')).toEqual({
      ...part,
      isNew: false,
    });
    const tooMuch = await run('refund', charge, '--amount', '0.04', '--reason', 'all');
    expect([tooMuch.code, tooMuch.err]).toEqual([1, expect.stringContaining('at most $0.03')]);
    const all = ['refund', charge, '--reason', 'wrong owner'];
    expect((await run(...all)).out).toBe('Refunded $0.03. The balance is now $1.00.\n');
    expect((await run(...all)).out).toContain('Refunded before');
    expect((await run('refund', charge)).code).toBe(2);
    expect((await run('refund', charge, '--reason', ' ')).code).toBe(2);
    expect((await run('refund', 'unknown', '--reason', 'x')).code).toBe(2);
    const { out } = await run('transactions', id);
    expect(out).toMatch(new RegExp(`refund +\\$0\\.03 +\\$1\\.00 +\\S+ +request +wrong owner`));
    expect((await run('doctor')).code).toBe(0);
  });

  it('set the price and limits of an account, and give the defaults back', async () => {
    const { accountId } = await json('accounts', 'create', '--name', 'Terms');
    const id = String(accountId);
    const changed = await json('accounts', 'set', id, '--price', '0.06', '--daily-misses', '10');
    expect(changed).toMatchObject({ priceCents: 6, dailyMisses: 10 });
    expect((await run('accounts', 'show', id)).out).toContain(
      'Price: $0.06 per match. Free misses: 10 a day.',
    );
    expect(await json('accounts', 'set', id, '--price', 'default')).toMatchObject({
      priceCents: 4,
      dailyMisses: 10,
    });
    expect(
      await json('accounts', 'set', id, '--requests-per-minute', '70', '--bulk-requests-per-minute', '7'),
    ).toMatchObject({ requestsPerMinute: 70, bulkRequestsPerMinute: 7 });
    for (const [option, value, message] of [
      ['--price', '11', 'an amount in dollars'],
      ['--price-cents', '-1', 'a whole number of at least 0 and at most 1000'],
      ['--daily-misses', '0', 'a whole number of at least 1'],
      ['--requests-per-minute', '0', 'a whole number of at least 1'],
      ['--bulk-requests-per-minute', 'many', 'a whole number of at least 1'],
    ] as const) {
      const { code, err } = await run('accounts', 'set', id, option, value);
      expect([code, err]).toEqual([2, expect.stringContaining(`${option} must be ${message}`)]);
    }
    expect((await run('accounts', 'set', id)).code).toBe(2);
  });

  it('change the name and the email of an account, and take the email away', async () => {
    const { accountId } = await json('accounts', 'create', '--name', 'Tpyo', '--email', 'a@example.com');
    const set = (...words: string[]) => json('accounts', 'set', String(accountId), ...words);
    expect(await set('--name', 'Typo')).toMatchObject({ name: 'Typo', email: 'a@example.com' });
    expect(await set('--email', 'b@example.com', '--price', '0.05')).toMatchObject({
      name: 'Typo',
      email: 'b@example.com',
      priceCents: 5,
    });
    expect(await set('--no-email')).toMatchObject({ name: 'Typo', email: null });
  });

  it('refuse an account without a name', async () => {
    const { accountId } = await json('accounts', 'create', '--name', 'Named');
    for (const words of [
      ['accounts', 'create', '--name', ' '],
      ['accounts', 'set', String(accountId), '--name', ''],
    ]) {
      const { code, err } = await run(...words);
      expect(code).toBe(1);
      expect(err).toContain('must not be empty');
    }
  });

  it('create an account with a price and limits of its own', async () => {
    const terms = ['--price', '0.06', '--daily-misses', '10', '--requests-per-minute', '70'];
    const created = await json('accounts', 'create', '--name', 'Dear', ...terms);
    expect(Object.keys(created)).toEqual(['accountId', 'keyId', 'apiKey', 'balanceCents']);
    expect(await json('accounts', 'show', String(created.accountId))).toMatchObject({
      priceCents: 6,
      dailyMisses: 10,
      requestsPerMinute: 70,
      bulkRequestsPerMinute: 250,
    });
    const { out } = await run('accounts', 'create', '--name', 'Free', '--price', '0');
    expect(out).toContain('Price: $0.00 per match. Free misses: 250 a day.');
    const both = await run('accounts', 'create', '--name', 'Both', '--price', '1', '--price-cents', '1');
    expect(both.code).toBe(2);
  });

  it('create no data directory at a mistyped path', async () => {
    const missing = path.join(server.dataDir, 'mistyped');
    for (const words of [
      ['doctor'],
      ['accounts', 'list'],
      ['owners', 'stats'],
      ['backup', `${missing}-copy`],
    ]) {
      const { code, out, err } = await run(...words, '--data-dir', missing);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(`There is no data directory at ${missing}.`);
    }
    await expect(access(missing)).rejects.toThrow('ENOENT');
  });

  it.runIf(existsSync('/proc/self'))(
    'report a path where no data directory and no backup can be created',
    async () => {
      for (const words of [
        ['start', '--port', '0', '--data-dir', '/proc/skiptrace'],
        ['accounts', 'create', '--name', 'A', '--data-dir', '/proc/skiptrace/data'],
        ['backup', '/proc/skiptrace', '--data-dir', server.dataDir],
      ]) {
        const { code, out, err } = await run(...words);
        expect([code, out, err]).toEqual([2, '', expect.stringContaining('no folder can be made there.')]);
      }
    },
  );

  it('create keys, never show them again, and revoke them by id or by the key itself', async () => {
    const { accountId } = await server.createAccount(0);
    for (const by of ['keyId', 'apiKey'] as const) {
      const created = await json('keys', 'create', accountId, '--label', 'laptop');
      expect(created).toMatchObject({ accountId });
      const revoked = await json('keys', 'revoke', String(created[by]));
      expect(revoked).toMatchObject({
        keyId: created.keyId,
        label: 'laptop',
        revokedAt: expect.stringMatching(TIME) as unknown,
      });
      expect((await server.call('listSkipTraceJobs', { key: String(created.apiKey) })).status).toBe(401);
      expect(await json('keys', 'revoke', String(created[by]))).toEqual(revoked);
    }
    const { out } = await run('keys', 'list', accountId, '--json');
    expect(JSON.parse(out)).toHaveLength(3);
    expect(out).not.toMatch(/pc_|keyHash/);
    expect((await run('keys', 'list', accountId)).out).toContain('revoked');
  });

  it('create test keys, and show the mode of every key', async () => {
    const { accountId } = await server.createAccount(0);
    const created = await json('keys', 'create', accountId, '--test');
    expect(created).toEqual({
      accountId,
      keyId: expect.stringMatching(UUID) as unknown,
      apiKey: expect.stringMatching(/^pc_test_[0-9A-Za-z]{32,}$/) as unknown,
      mode: 'test',
    });
    const { out } = await run('keys', 'create', accountId, '--test');
    expect(out).toMatch(/^ {2}API key: pc_test_/m);
    expect(out).toContain('never charges');
    const keys = await json<{ mode: string }[]>('keys', 'list', accountId);
    expect(keys.map(({ mode }) => mode)).toEqual(['live', 'test', 'test']);
    await run('keys', 'revoke', String(created.apiKey));
    expect((await run('accounts', 'show', accountId)).out).toContain('Active keys: 1 live, 1 test.');
  });

  it('revoke a key read from standard input, and nothing without one', async () => {
    const { apiKey: key, keyId } = await server.createAccount(0);
    const nothing = await runWith(' \n', 'keys', 'revoke', '-');
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('No key on standard input')]);
    expect((await server.call('listSkipTraceJobs', { key })).status).toBe(200);
    const revoked = await runWith(`${key}\n`, 'keys', 'revoke', '-');
    expect([revoked.code, revoked.out]).toEqual([0, `Revoked key ${keyId}.\n`]);
    expect((await server.call('listSkipTraceJobs', { key })).status).toBe(401);
  });

  it('show texts of strangers and customers without control characters', async () => {
    const attack = 'Eve\u001b]52;c;cm0=\u0007\u009b2J\u202e\u2066\r\nFAKE LINE\u2028x';
    const message = { fullName: attack, email: 'e@example.com', phone: '5125550142', reason: 'Other' };
    const sent = await server.call('sendContactMessage', {
      json: { ...message, message: `hello ${attack}` },
    });
    // The contract may refuse some of these texts; texts stored earlier are still shown.
    if (sent.status !== 200) {
      const row = { ...message, message: `hello ${attack}`, id: 'm', consent: false, createdAt: 0 };
      await server.service.supportDatabase.write((tx) => tx.insert('SupportMessage', row));
    }
    const { accountId } = await json('accounts', 'create', '--name', attack);
    // A message stored before emails were checked.
    await server.service.database.write((tx) =>
      tx.update(AccountEntity, { id: String(accountId) }, { email: attack }),
    );
    await run('keys', 'create', String(accountId), '--label', attack);
    await run('balance', 'add', String(accountId), '--cents', '5', '--note', attack);
    const commands = [
      ['support', 'list'],
      ['accounts', 'list'],
      ['accounts', 'show', String(accountId)],
      ['keys', 'list', String(accountId)],
      ['transactions', String(accountId)],
      ['accounts', 'show', attack],
    ];
    for (const words of commands) {
      for (const more of [[], ['--json']]) {
        const { out, err } = await run(...words, ...more);
        const shown = out + err;
        expect([words, shown]).toEqual([words, expect.stringContaining('Eve')]);
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066\u2028]/u);
        if (more.length === 0) expect(shown).not.toMatch(/^FAKE LINE/m);
        else if (out !== '')
          expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(attack).slice(1, -1));
      }
    }
  });

  it('move money with a record for every cent, and never below zero', async () => {
    const { accountId, apiKey: key } = await server.createAccount(1_000);
    const top = await json('balance', 'add', accountId, '--cents', '500', '--note', 'invoice 7');
    expect(top).toEqual({ accountId, amountCents: 500, balanceCents: 1_500 });
    expect(await json('balance', 'deduct', accountId, '--cents', '300')).toEqual({
      accountId,
      amountCents: -300,
      balanceCents: 1_200,
    });
    const refused = await run('balance', 'deduct', accountId, '--cents', '1201');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining('The balance is $12.00, less than $12.01. Nothing was changed.'),
    ]);
    expect(await json('balance', 'show', accountId)).toEqual({ accountId, balanceCents: 1_200 });
    expect((await run('balance', 'show', accountId)).out).toBe('$12.00\n');
    await server.call('skipTraceSingle', { key, json: { address: oneLine(MATCH) } });
    const records = await json<Record<string, unknown>[]>('transactions', accountId, '--limit', '3');
    expect(
      records.map(({ type, amountCents, balanceCents, reference }) => [
        type,
        amountCents,
        balanceCents,
        reference,
      ]),
    ).toEqual([
      ['lookup_charge', -4, 1_196, expect.stringMatching(UUID)],
      ['adjustment', -300, 1_200, null],
      ['top_up', 500, 1_500, 'invoice 7'],
    ]);
    expect(Object.keys(records[0] ?? {}).join()).toBe(
      'id,type,amountCents,balanceCents,reference,note,createdAt',
    );
    expect((await run('transactions', accountId)).out).toMatch(/lookup_charge +-\$0\.04 +\$11\.96/);
  });

  it('refuse an amount that is no plausible sum of money, and a balance that no account can hold', async () => {
    const { accountId } = await server.createAccount(1_000);
    const tooMuch = await run('balance', 'add', accountId, '--cents=9007199254740991');
    expect([tooMuch.code, tooMuch.err]).toEqual([2, expect.stringContaining('at most 10000000000')]);
    await server.service.database.write((tx) =>
      server.service.billing.post(tx, {
        accountId,
        type: 'top_up',
        amountCents: 999_999_000_000,
        reference: null,
      }),
    );
    const beyond = await run('balance', 'add', accountId, '--cents=999001');
    expect([beyond.code, beyond.out]).toEqual([1, '']);
    expect(beyond.err).toContain('more than the $10,000,000,000.00 an account can hold');
    expect((await run('balance', 'add', accountId, '--cents=999000')).code).toBe(0);
    expect((await run('doctor')).code).toBe(0);
    const opening = ['accounts', 'create', '--name', 'Rich', '--balance-cents', '10000000001'];
    expect((await run(...opening)).code).toBe(2);
  });

  it('list jobs without the names of files, and messages to support', async () => {
    const columnMapping = { address: 'A', city: 'B', state: 'C', zip: 'D' };
    const { json: created } = await server.call('createSkipTraceJob', {
      json: { filename: 'zelda.csv', columnMapping },
    });
    expect(await json<unknown[]>('jobs', 'list', '--account', server.account.accountId)).toEqual([
      expect.objectContaining({
        jobId: created.jobId,
        accountId: server.account.accountId,
        status: 'pending',
      }),
    ]);
    const unknown = await run('jobs', 'list', '--account', randomUUID());
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('No account')]);
    const { out } = await run('jobs', 'list');
    expect(out).toContain(String(created.jobId));
    expect(out).not.toContain('zelda');
    const message = {
      fullName: 'Robin Example',
      email: 'robin@example.com',
      phone: '5125550142',
      reason: 'Other',
      message: 'Hello\nthere',
    };
    await server.call('sendContactMessage', { key: null, json: message });
    expect(await json('support', 'list')).toContainEqual(
      expect.objectContaining({ ...message, consent: false }),
    );
    expect((await run('support', 'list')).out).toMatch(
      /Robin Example <robin@example\.com> 5125550142\n {4}Hello\n {4}there\n/,
    );
  });

  it('import owners, show statistics, explain a match, and delete a source', async () => {
    const file = path.join(server.dataDir, '..', 'owners.csv');
    await writeFile(
      file,
      'Address,City,State,Zip,First Name,Last Name,Phone 1\n7 Elm St,Austin,TX,78701,Vera,Quill,5125550107\n',
    );
    const look = async () =>
      (await server.call('skipTraceSingle', { json: { address: '7 Elm Street', zip: '78701' } })).json;
    expect((await look()).found).toBe(false);
    expect(await json('owners', 'import', file, '--source', 'county')).toMatchObject({
      source: 'county',
      owners: 1,
    });
    expect((await look()).contact).toMatchObject({ fullName: 'Vera Quill' });
    const { sources } = await json<{ sources: { source: string }[] }>('owners', 'stats');
    expect(sources.map(({ source }) => source)).toContain('county');
    expect(await json('owners', 'explain', '7 Elm St, Austin, TX 78701')).toMatchObject({ matched: true });
    expect((await run('owners', 'explain', '8 Elm St, Austin, TX 78701')).code).toBe(0);
    let asked = '';
    const { io, said } = capturedIo({ DATA_DIR: server.dataDir });
    const no = { ...io, confirm: (question: string) => Promise.resolve((asked = question) === '') };
    expect(await main(['owners', 'delete', '--source', 'county'], no)).toBe(1);
    expect(asked).toContain('Delete source "county" with 1 owner?');
    expect(said.err).toBe('skiptrace-server: Nothing was deleted.\n');
    expect(await json('owners', 'delete', '--source', 'county')).toEqual({ source: 'county', imports: 1 });
    expect((await look()).found).toBe(false);
    await rm(file);
  });

  it('say whether repeats are free, and for how many accounts another term counts', async () => {
    const repeats = async () => (await json<{ repeats: unknown }>('doctor')).repeats;
    expect(await repeats()).toEqual({ days: 0, accountsWithOthers: 0 });
    expect((await run('doctor')).out).toContain(
      'A property that was paid for is charged again each time (FREE_REPEAT_DAYS).\n',
    );
    await run('accounts', 'set', server.account.accountId, '--free-repeat-days', '30');
    expect(await repeats()).toEqual({ days: 0, accountsWithOthers: 1 });
    const { io, said } = capturedIo({ DATA_DIR: server.dataDir, FREE_REPEAT_DAYS: '7' });
    await main(['doctor'], io);
    expect(said.out).toContain(
      'is free again for 7 days (FREE_REPEAT_DAYS). 1 account has a term of its own (accounts set --free-repeat-days).\n',
    );
  });

  it('explain the columns of transactions in their help, each of them', async () => {
    const { accountId } = server.account;
    await run('balance', 'add', accountId, '--amount', '1');
    const [header = ''] = (await run('transactions', accountId)).out.split('\n');
    const { out } = await run('transactions', '--help');
    for (const column of header.split(/ +/)) expect(out).toMatch(new RegExp(`^  ${column} +\\S`, 'm'));
  });

  it('find nothing wrong in a sound data directory, and exit with 1 after a finding', async () => {
    const { length: accountsChecked } = await json<unknown[]>('accounts', 'list');
    expect(await json('doctor')).toMatchObject({ ok: true, findings: [], accountsChecked });
    const stray = path.join(server.dataDir, 'files', randomUUID());
    await mkdir(stray);
    const changeBy = (cents: number) =>
      server.service.database.write((tx) =>
        tx.query('UPDATE accounts SET balance_cents = balance_cents + $1 WHERE id = $2', [
          cents,
          server.account.accountId,
        ]),
      );
    await changeBy(1);
    const { code, out } = await run('doctor', '--json');
    expect(code).toBe(1);
    const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: string[] };
    expect(ok).toBe(false);
    expect(findings).toEqual([
      expect.stringContaining('account'),
      expect.stringContaining(path.basename(stray)),
    ]);
    // Two findings, a line each. Behind the empty line doctor shows settings and retention.
    expect((await run('doctor')).out.split('\n').indexOf('')).toBe(2);
    await changeBy(-1);
    await rm(stray, { recursive: true });
  });
});

describe('a backup', () => {
  it('made while the server runs is the whole service, restored by moving it into place', async () => {
    const { accountId, apiKey } = await server.createAccount(1_000);
    const look = (to: TemporaryServer) =>
      to.call('skipTraceSingle', {
        key: apiKey,
        json: { address: oneLine(MATCH) },
      });
    await look(server);
    const message = { fullName: 'Robin', email: 'r@example.com', phone: '5125550142', reason: 'Other' };
    await server.call('sendContactMessage', { json: { ...message, message: 'Kept as well.' } });
    const folder = path.join(server.dataDir, '..', 'backup');
    // Money moves during the whole backup.
    let over = false;
    const busy = (async () => {
      while (!over) await look(server);
    })();
    expect(await json('backup', folder)).toMatchObject({ folder, files: 0 });
    over = true;
    await busy;
    const dataDir = path.join(server.dataDir, '..', 'restored');
    await cp(folder, dataDir, { recursive: true });
    const restored = await temporaryServer({ dataDir });
    try {
      expect(await restored.service.ledgerFindings()).toEqual([]);
      const balanceCents = await restored.service.billing.balanceCents(accountId);
      expect(balanceCents).toBeLessThan(1_000);
      expect(await restored.service.messages.list()).toContainEqual(
        expect.objectContaining({ message: 'Kept as well.' }),
      );
      expect((await look(restored)).json.found).toBe(true);
      expect(await restored.service.billing.balanceCents(accountId)).toBe(balanceCents - 4);
    } finally {
      await restored.close();
    }
  });

  it('is a new folder and comes from a data directory', async () => {
    const folder = path.join(server.dataDir, '..', 'there');
    await mkdir(folder);
    const there = await run('backup', folder);
    expect([there.code, there.err]).toEqual([2, expect.stringContaining('already exists')]);
    const nothing = await run('backup', `${folder}2`, '--data-dir', folder);
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('no data directory')]);
  });
});

describe('a command that was typed wrong', () => {
  it.each([
    ['nothing at all', []],
    ['an unknown command', ['frobnicate']],
    ['an unknown subcommand', ['accounts', 'frobnicate']],
    ['too many words', ['accounts', 'show', 'x', 'y']],
    ['a missing argument', ['accounts', 'show']],
    ['a missing option', ['accounts', 'create']],
    ['an unknown option', ['accounts', 'list', '--frob']],
    ['an amount that is no number', ['balance', 'add', 'x', '--cents', 'ten']],
    ['an amount with cents of cents', ['balance', 'add', 'x', '--cents', '1.5']],
    ['an amount of nothing', ['balance', 'add', 'x', '--cents', '0']],
    ['a negative opening balance', ['accounts', 'create', '--name', 'x', '--balance-cents', '-1']],
    ['a limit of nothing', ['transactions', 'x', '--limit', '0']],
    ['a mapping without a header', ['owners', 'import', 'x.csv', '--map', 'address']],
  ])('ends with 2 and says what is wrong: %s', async (_, words) => {
    const { code, out, err } = await run(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err.length).toBeGreaterThan(10);
    // Without a command there is no mistake to name: the help is shown.
    if (words.length > 0) expect(err).toMatch(/^skiptrace-server: /);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it('finds in the help what is required, which ID is meant, and who is noted without --by', async () => {
    const refund = (await run('refund', '--help')).out;
    expect(refund).toMatch(/its whole ID, as\s+"transactions" lists it/);
    expect(refund).toMatch(/--reason <text> +required: why/);
    expect(refund).not.toMatch(/--amount.*required/);
    const lift = (await run('suppress', 'lift', '--help')).out;
    expect(lift).toMatch(
      /--by <name> +who lifts it \(default: USER or LOGNAME of your shell, else\s+"operator"\)/,
    );
  });

  it('is told where the usage is, at each level', async () => {
    for (const words of [['frobnicate'], ['suppress', 'remove'], ['owners', 'list'], ['accounts', 'show']])
      expect((await run(...words)).err).toContain('Run with --help for usage.\n');
  });

  it('is told the option it meant in camel case', async () => {
    const { code, err } = await run('accounts', 'set', 'x', '--freeRepeatDays', '3');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("unknown option '--freeRepeatDays'\n(Did you mean --free-repeat-days?)\n"),
    ]);
    expect((await run('accounts', 'set', 'x', '--freeLunchDays', '3')).err).not.toContain('Did you mean');
  });

  it.each([
    ['an unknown account', ['accounts', 'show', 'nobody'], 'No account nobody'],
    ['an unknown account’s balance', ['balance', 'show', 'nobody'], 'No account nobody'],
    ['money for an unknown account', ['balance', 'add', 'nobody', '--cents', '5'], 'No account nobody'],
    ['an unknown account’s keys', ['keys', 'create', 'nobody'], 'No account nobody'],
    ['an unknown account’s records', ['transactions', 'nobody'], 'No account nobody'],
    ['an unknown key', ['keys', 'revoke', 'nothing'], 'No such key'],
    ['an unknown source', ['owners', 'delete', '--source', 'nothing'], 'nothing'],
    ['a file that is not there', ['owners', 'import', 'nothing.csv'], 'nothing.csv'],
  ])('ends with 1 and a sentence for %s', async (_, words, message) => {
    const { code, out, err } = await run(...words, '--json');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(message);
    expect(err).toMatch(/^skiptrace-server: [^\n]+\n$/);
  });

  it('shows help with 0 when it is asked for', async () => {
    for (const words of [['--help'], ['accounts', '--help'], ['accounts', 'create', '--help']]) {
      const { code, out, err } = await run(...words);
      expect([code, err]).toEqual([0, '']);
      expect(out).toContain('Usage: skiptrace-server');
    }
  });
});
