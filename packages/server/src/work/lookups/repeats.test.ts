// Engines: SQLite, PostgreSQL at a release

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { creditOnce, RESERVATION_LIFETIME_MS } from '../../money/billing/index.js';
import { MS_PER_DAY, utcDay } from '../../platform/clock.js';
import { ABSENTEE, COUPLE, MATCH, MISS } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const DAYS = 30;
let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ env: { FREE_REPEAT_DAYS: String(DAYS) } });
});
afterAll(() => server.close());

const SPELLINGS = [
  { address: '100 sandbox match street austin tx 78701' },
  { address: '100 Sandbox Mtach St, Austin, TX 78701' },
  { address: '100 SANDBOX MATCH ST.', zip: '78701' },
];

async function customer(balanceCents = 1_000) {
  const { accountId, apiKey: key } = await server.createAccount(balanceCents);
  const headersOf = (idempotencyKey: string | undefined) =>
    idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } };
  return {
    accountId,
    key,
    lookUp: (json: object, idempotencyKey?: string) =>
      server.call('skipTraceSingle', { key, json, ...headersOf(idempotencyKey) }),
    bulk: (addresses: readonly object[], idempotencyKey?: string) =>
      server.call('skipTraceBulk', { key, json: { addresses }, ...headersOf(idempotencyKey) }),
    balanceCents: () => server.service.billing.balanceCents(accountId),
    ledger: async () =>
      (await server.service.billing.records(accountId, 100))
        .reverse()
        .slice(1)
        .map(({ type, amountCents }) => [type, amountCents]),
  };
}

const today = () => utcDay(server.clock.now());
const chargesOf = ({ json }: { json: Record<string, unknown> }) =>
  (json.results as { charged: number; repeat?: true }[]).map(({ charged, repeat }) => [charged, repeat]);

describe('a property that was paid for', () => {
  it('is free again in any spelling, and the answer gives the day it was paid', async () => {
    const { lookUp, balanceCents, ledger } = await customer();
    const first = await lookUp(MATCH);
    expect(first.json).toMatchObject({ found: true, charged: 4 });
    expect(first.json).not.toHaveProperty('repeat');
    for (const spelling of SPELLINGS) {
      const { json } = await lookUp(spelling);
      const { charged, contact, phones, emails, ...rest } = first.json;
      expect([charged, json]).toEqual([
        4,
        { ...rest, charged: 0, repeat: true, paidOn: today(), contact, phones, emails },
      ]);
    }
    expect(await balanceCents()).toBe(996);
    expect(await ledger()).toEqual([['lookup_charge', -4]]);
  });

  it('is free in a bulk, where a second entry is a repeat, too; the worst case is reserved all the same', async () => {
    const { lookUp, bulk, ledger } = await customer();
    await lookUp(MATCH);
    const answer = await bulk([...SPELLINGS, ABSENTEE, MISS, ABSENTEE]);
    expect(answer.json).toMatchObject({ total: 6, matched: 5, totalCharged: 4 });
    expect(chargesOf(answer)).toEqual([
      [0, true],
      [0, true],
      [0, true],
      [4, undefined],
      [0, undefined],
      [0, true],
    ]);
    expect((await lookUp(ABSENTEE)).json).toMatchObject({ charged: 0, repeat: true });
    expect(await ledger()).toEqual([
      ['lookup_charge', -4],
      ['bulk_reservation', -24],
      ['bulk_refund', 20],
    ]);
  });

  it('is charged once when many requests for it come at once', async () => {
    const { lookUp, bulk, balanceCents } = await customer();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => lookUp(COUPLE)),
      ...Array.from({ length: 4 }, () => bulk([COUPLE, COUPLE])),
    ]);
    const charged = answers.map(({ json }) => Number(json.charged ?? json.totalCharged));
    expect(charged.reduce((sum, cents) => sum + cents, 0)).toBe(4);
    expect(await balanceCents()).toBe(996);
  });

  it('is not paid for by a bulk that was given back whole, and stays paid for when an operator gives a credit', async () => {
    const { accountId, lookUp, bulk, balanceCents } = await customer();
    const { owners, billing, database } = server.service;
    const find = owners.find.bind(owners);
    owners.find = async (leads) => {
      server.clock.shiftMs += RESERVATION_LIFETIME_MS;
      await billing.sweepReservations();
      return find(leads);
    };
    try {
      expect((await bulk([MATCH])).status).toBe(500);
    } finally {
      owners.find = find;
    }
    expect(await balanceCents()).toBe(1_000);
    expect((await lookUp(MATCH)).json).toMatchObject({ charged: 4 });
    await creditOnce({ database, billing }, { accountId, cents: 4, note: 'sorry' }, 'k');
    expect((await lookUp(MATCH)).json).toMatchObject({ charged: 0, repeat: true });
    expect(await server.service.repeats.findings()).toEqual([]);
  });

  it('is charged again when the term is over; a repeat or a replay does not restart the term', async () => {
    const { lookUp, bulk } = await customer();
    const shiftMs = server.clock.shiftMs;
    await lookUp(MATCH, 'one');
    server.clock.shiftMs = shiftMs + MS_PER_DAY / 2;
    expect((await lookUp(MATCH, 'one')).json.charged).toBe(4);
    server.clock.shiftMs = shiftMs + DAYS * MS_PER_DAY;
    expect((await lookUp(MATCH, 'two')).json).toMatchObject({ charged: 0, repeat: true });
    server.clock.shiftMs = shiftMs + (DAYS + 1) * MS_PER_DAY;
    expect((await bulk([MATCH])).json.totalCharged).toBe(4);
    expect((await lookUp(MATCH)).json).toMatchObject({ charged: 0, paidOn: today() });
    server.clock.shiftMs = shiftMs;
  });

  it('counts neither as a match nor as a miss for the daily cap', async () => {
    const { accountId, lookUp, bulk } = await customer();
    await lookUp(MATCH);
    await lookUp(MISS);
    await lookUp(MISS);
    for (let times = 0; times < 3; times += 1) await lookUp(MATCH);
    await bulk([MATCH, MATCH, MATCH, MATCH]);
    expect(await server.service.misses.netToday(accountId)).toBe(2);
  });

  it('is replayed as it was answered', async () => {
    const { lookUp, bulk } = await customer();
    await lookUp(MATCH);
    const single = await lookUp(MATCH, 'single');
    const several = await bulk([MATCH, ABSENTEE, ABSENTEE, MISS], 'bulk');
    expect(single.json).toMatchObject({ charged: 0, repeat: true });
    expect(chargesOf(several)).toEqual([
      [0, true],
      [4, undefined],
      [0, true],
      [0, undefined],
    ]);
    expect((await lookUp(MATCH, 'single')).json).toEqual(single.json);
    expect((await bulk([MATCH, ABSENTEE, ABSENTEE, MISS], 'bulk')).json).toEqual(several.json);
  });

  it('needs the price of a match on the balance like every lookup (reading 15)', async () => {
    const { lookUp } = await customer(7);
    await lookUp(MATCH);
    expect((await lookUp(MATCH)).status).toBe(402);
  });

  it('is not free for another account', async () => {
    await (await customer()).lookUp(MATCH);
    expect((await (await customer()).lookUp(MATCH)).json.charged).toBe(4);
  });
});

describe('an account', () => {
  it('sees its term, and pays for each match if it has no term', async () => {
    const { accountId, key, lookUp, bulk } = await customer();
    const shown = async () => (await server.call('getAccount', { key })).json;
    expect((await shown()).freeRepeatDays).toBe(DAYS);
    await server.service.accounts.change(accountId, { terms: { freeRepeatDays: 0 } });
    expect(await shown()).not.toHaveProperty('freeRepeatDays');
    await lookUp(MATCH);
    const { json } = await lookUp(MATCH);
    expect(json.charged).toBe(4);
    expect(json).not.toHaveProperty('repeat');
    expect((await bulk([MATCH, MATCH])).json.totalCharged).toBe(8);
  });

  it('has no repeats while its matches are free, and with a test key', async () => {
    const { accountId, lookUp, bulk } = await customer(0);
    await server.service.accounts.change(accountId, { terms: { priceCents: 0 } });
    await lookUp(MATCH);
    expect((await lookUp(MATCH)).json).not.toHaveProperty('repeat');
    expect(chargesOf(await bulk([MATCH, MATCH]))).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
    const { apiKey: key } = await server.service.database.write((tx) =>
      server.service.accounts.createKey(tx, accountId, { mode: 'test' }),
    );
    await server.service.accounts.change(accountId, { terms: { priceCents: 4 } });
    for (let times = 0; times < 2; times += 1) {
      const { json } = await server.call('skipTraceSingle', { key, json: MATCH });
      expect(json).toMatchObject({ found: true, charged: 0 });
      expect(json).not.toHaveProperty('repeat');
    }
    expect((await server.call('getAccount', { key })).json).not.toHaveProperty('freeRepeatDays');
  });
});

it('stores only an account-specific hash of a property, a day and the charge', async () => {
  const [one, two] = [await customer(), await customer()];
  const { headers } = await one.lookUp(MATCH);
  await two.lookUp(MATCH);
  const rows = await server.service.database.read.query<{ accountId: string }[]>(
    `SELECT account_id AS "accountId", property, paid_on AS "paidOn", reference FROM paid_properties
      WHERE account_id IN ($1, $2)`,
    [one.accountId, two.accountId],
  );
  const [ofOne, ofTwo] = [one, two].map(({ accountId }) => rows.find((row) => row.accountId === accountId));
  expect(ofOne).toEqual({
    accountId: one.accountId,
    property: expect.stringMatching(/^[\w-]{22}$/) as string,
    paidOn: today(),
    reference: headers.get('x-request-id'),
  });
  expect(ofTwo).toHaveProperty('property');
  expect((ofTwo as { property?: string }).property).not.toBe((ofOne as { property?: string }).property);
  expect(await server.service.ledgerFindings()).toEqual([]);
});

describe('two towns of one ZIP that have the same line', () => {
  // The digest of a paid property (directory/property.ts) has the ZIP and no city. With the city, one property that two sources place in
  // two cities could be charged twice; without it, the second of two properties is free.
  const towns = ['Burton', 'Welshfield'].map((city) => ({
    address: '12 Main St',
    city,
    state: 'OH',
    zip: '44021',
  }));
  const ROWS = [
    'Address,City,State,Zip,First Name,Last Name,Mobile-1',
    '12 Main St,Burton,OH,44021,Ann,Able,5552010101',
    '12 Main St,Welshfield,OH,44021,Ben,Best,5552010102',
  ].join('\n');
  const found = ({ json }: { json: Record<string, unknown> }) =>
    (json.results as { contact: { firstName: string } | null; charged: number }[]).map(
      ({ contact, charged }) => [contact?.firstName, charged],
    );

  it('each give their own owner, are charged for once at most, and given back once', async () => {
    await server.importOwners(ROWS, { source: 'geauga' });
    const { lookUp, bulk, ledger } = await customer();
    expect(found(await bulk(towns, 'b'))).toEqual([
      ['Ann', 4],
      ['Ben', 0],
    ]);
    for (const line of [
      { address: '12 Main St', zip: '44021' },
      { ...towns[0], city: 'Troy' },
    ])
      expect((await lookUp(line)).json).toMatchObject({ found: false });
    const why = { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
    const leaves = (name: string, address: object) =>
      server.service.suppressions.add([{ kind: 'person', name, address: { address: '', ...address } }], why);
    await leaves('Ann Able', { ...towns[0] });
    expect(found(await bulk(towns, 'b'))).toEqual([
      [undefined, 0],
      ['Ben', 4],
    ]);
    await leaves('Ben Best', { ...towns[1] });
    for (let times = 0; times < 2; times += 1)
      expect(found(await bulk(towns, 'b'))).toEqual([
        [undefined, 0],
        [undefined, 0],
      ]);
    expect(await ledger()).toEqual([
      ['bulk_reservation', -8],
      ['bulk_refund', 4],
      ['lookup_refund', 4],
    ]);
    expect(await server.service.repeats.findings()).toEqual([]);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });
});

describe('a bulk of which an owner opts out', () => {
  const OWNERS = [
    'Address,City,State,Zip,First Name,Last Name,Mobile-1',
    '1 Elm St,Dayton,OH,45402,Ann,Able,5552010101',
    '2 Elm St,Dayton,OH,45402,Ben,Best,5552010102',
    '2 Elm St,Dayton,OH,45402,Cat,Cole,5552010103',
  ].join('\n');
  const at = (line: string, firstName?: string) => ({
    ...{ address: line, city: 'Dayton', state: 'OH', zip: '45402' },
    ...(firstName !== undefined && { firstName }),
  });
  const [ELM_1, BEN, CAT] = [at('1 Elm St'), at('2 Elm St', 'Ben'), at('2 Elm St', 'Cat')];
  const WHY = { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
  const lines: Record<string, string> = { Ann: '1 Elm St', Ben: '2 Elm St', Cat: '2 Elm St' };
  const surnames: Record<string, string> = { Ann: 'Able', Ben: 'Best', Cat: 'Cole' };
  const found = ({ json }: { json: Record<string, unknown> }) =>
    (json.results as { contact: { firstName: string } | null; charged: number; repeat?: true }[]).map(
      ({ contact, charged, repeat }) => [contact?.firstName, charged, repeat],
    );
  const leaves = (...names: readonly string[]) =>
    server.service.suppressions.add(
      names.map((name) => ({
        kind: 'person',
        name: `${name} ${String(surnames[name])}`,
        address: { address: String(lines[name]), city: 'Dayton', state: 'OH', zip: '45402' },
      })),
      WHY,
    );
  let entered: string[] = [];
  const leave = async (...names: readonly string[]) => {
    entered.push(...(await leaves(...names)).ids);
  };
  beforeAll(() => server.importOwners(OWNERS, { source: 'elm' }));
  afterEach(async () => {
    for (const id of entered)
      await server.service.suppressions.lift(id, { reason: 'test', by: 'test', actor: 'test' });
    entered = [];
    expect(await server.service.repeats.findings()).toEqual([]);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('gives back the property, which then costs its price again, while the other stays free', async () => {
    const { bulk, lookUp, ledger } = await customer();
    expect(found(await bulk([ELM_1, BEN], 'b'))).toEqual([
      ['Ann', 4, undefined],
      ['Ben', 4, undefined],
    ]);
    await leave('Ben');
    for (let times = 0; times < 2; times += 1)
      expect(found(await bulk([ELM_1, BEN], 'b'))).toEqual([
        ['Ann', 4, undefined],
        [undefined, 0, undefined],
      ]);
    expect((await lookUp(CAT)).json).toMatchObject({ contact: { firstName: 'Cat' }, charged: 4 });
    expect((await lookUp(ELM_1)).json).toMatchObject({ charged: 0, repeat: true });
    expect(await ledger()).toEqual([
      ['bulk_reservation', -8],
      ['lookup_refund', 4],
      ['lookup_charge', -4],
    ]);
  });

  it('keeps the charge of a property while it has another owner of it', async () => {
    const { bulk, lookUp, ledger } = await customer();
    expect(found(await bulk([BEN, CAT, BEN], 'b'))).toEqual([
      ['Ben', 4, undefined],
      ['Cat', 0, true],
      ['Ben', 0, true],
    ]);
    await leave('Ben');
    for (let times = 0; times < 2; times += 1)
      expect(found(await bulk([BEN, CAT, BEN], 'b'))).toEqual([
        [undefined, 0, undefined],
        ['Cat', 4, undefined],
        [undefined, 0, undefined],
      ]);
    expect((await lookUp(CAT)).json).toMatchObject({ charged: 0, repeat: true });
    await leave('Cat');
    expect(found(await bulk([BEN, CAT, BEN], 'b'))[1]).toEqual([undefined, 0, undefined]);
    expect(await ledger()).toEqual([
      ['bulk_reservation', -12],
      ['bulk_refund', 8],
      ['lookup_refund', 4],
    ]);
  });

  it('leaves nothing free when the rest was an operator’s gift', async () => {
    const { accountId, bulk, lookUp } = await customer();
    await bulk([ELM_1, BEN], 'b');
    const { billing, repeats } = server.service;
    const charge = (await billing.records(accountId, 100)).find(({ type }) => type === 'bulk_reservation');
    const refund = { accountId, chargeId: String(charge?.id), cents: 4, reason: 'sorry' };
    await server.service.refund(refund, 'k');
    await leave('Ben');
    await bulk([ELM_1, BEN], 'b');
    expect(await repeats.findings()).toEqual([]);
    expect((await lookUp(ELM_1)).json).toMatchObject({ charged: 4 });
  });
});
