import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageOfServer } from '../../testing/page.js';

const LINE = '100 Sandbox Match St, Austin, TX 78701';
const CONTACT = {
  firstName: 'Jordan',
  lastName: 'Avery',
  fullName: null,
  propertyAddress: '100 Sandbox Match St',
  propertyCity: 'Austin',
  propertyState: 'TX',
  propertyZip: '78701',
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
};
const MATCH = { success: true, found: true, charged: 4, contact: CONTACT, phones: [], emails: [] };
const SAVED = {
  id: 'one',
  address: '100 SANDBOX MATCH ST, AUSTIN TX 78701',
  lookedUpAt: '2026-11-25T13:11:00.000Z',
  chargedCents: 4,
  refundedCents: 0,
  freeUntil: '2026-12-25',
  match: MATCH,
  coOwners: [],
};
const FOUND = { answer: MATCH, coOwners: [], units: [] };
const MISS = { answer: { success: true, found: false, contact: null }, coOwners: [], units: ['APT 1'] };
type Answer = { status: number; json?: unknown; headers?: Record<string, string> } | null;

let page: Awaited<ReturnType<typeof pageOfServer>> | undefined;
let account: string;
beforeEach(() => {
  account = `live:${crypto.randomUUID()}`;
});
afterEach(() => page?.close());

/** The lookup that the server has saved, and the addresses it was searched for. */
let saved: object | null;
let searches: number;

/** A page on a server that gives these answers and records the keys, prices and addresses it gets. */
async function lookupPage(...answers: Answer[]) {
  const sent: { key: unknown; price: unknown; address: unknown }[] = [];
  saved = null;
  searches = 0;
  page = await pageOfServer((request, body) => {
    if (request.url === '/app/api/saved-lookups/find') {
      searches += 1;
      return { status: 200, json: { lookup: saved } };
    }
    const { 'idempotency-key': key, 'skiptrace-price': price } = request.headers;
    sent.push({ key, price, address: (JSON.parse(body) as { address: unknown }).address });
    const answer = answers[sent.length - 1];
    return answer === undefined ? { status: 418, json: { error: 'asked too often' } } : answer;
  });
  vi.resetModules();
  const { lookUp } = await import('./look-up.js');
  const ask = (line = LINE, { payAgain = false, priceCents = 4 } = {}) =>
    lookUp(account, { line, payAgain, priceCents });
  return { ask, sent, keys: () => new Set(sent.map(({ key }) => key)).size };
}

describe('a lookup', () => {
  it('is sent with a key, and with the price that the page shows', async () => {
    const { ask, sent } = await lookupPage({ status: 200, json: FOUND });
    expect(await ask()).toMatchObject({
      kind: 'answered',
      answered: { from: 'now', lookup: { line: LINE } },
    });
    expect(sent).toEqual([
      { key: expect.stringMatching(/^app-[0-9a-f-]{36}$/) as unknown, price: '4', address: LINE },
    ]);
  });

  it('is not sent while it can match no owner', async () => {
    const { ask, sent } = await lookupPage();
    expect(await ask('12 Oak St')).toMatchObject({ kind: 'incomplete' });
    expect(sent).toEqual([]);
  });

  it('of a saved property is answered from it, unless the person pays again', async () => {
    const { ask, sent, keys } = await lookupPage({ status: 200, json: FOUND }, { status: 200, json: FOUND });
    await ask();
    saved = SAVED;
    const typed = '100 sandbox match street austin tx 78701';
    // The line is what was typed now, so that looking up again asks this spelling.
    expect(await ask(typed)).toMatchObject({
      answered: {
        from: 'before',
        corrected: null,
        lookup: { line: typed, match: MATCH, freeUntil: '2026-12-25' },
      },
    });
    expect(sent).toHaveLength(1);
    expect(await ask(LINE, { payAgain: true })).toMatchObject({ answered: { from: 'now' } });
    expect([keys(), searches]).toEqual([2, 2]);
  });

  it('is not sent before it is known whether it is saved', async () => {
    const { ask, sent } = await lookupPage();
    await page?.close();
    await expect(ask()).rejects.toMatchObject({ status: null });
    expect(sent).toEqual([]);
  });

  it('of a test session does not search saved lookups', async () => {
    account = account.replace('live', 'test');
    const { ask } = await lookupPage({ status: 200, json: FOUND });
    await ask();
    expect(searches).toBe(0);
  });

  it('names words of the line that are not in the matched address', async () => {
    const { ask } = await lookupPage({ status: 200, json: FOUND });
    expect(await ask('100 Sandbox Macth St, Austin, TX 78701')).toMatchObject({
      answered: { corrected: { matched: '100 Sandbox Match St', typed: 'Macth' } },
    });
  });

  it('of a property that cost nothing is sent again', async () => {
    const { ask, keys } = await lookupPage({ status: 200, json: MISS }, { status: 200, json: MISS });
    await ask();
    expect(await ask()).toMatchObject({
      answered: { from: 'now', lookup: { match: null, units: ['APT 1'] } },
    });
    expect(keys()).toBe(2);
  });
});

describe('a lookup without an answer', () => {
  const replayed = { status: 200, json: FOUND, headers: { 'idempotency-replayed': 'true' } };

  it.each<[string, Answer]>([
    ['whose line dropped', null],
    ['that a gateway answered', { status: 502 }],
    ['whose gateway failed', { status: 500 }],
    ['of which the server does not know', { status: 503, json: { error: 'It is not known.' } }],
  ])('%s is asked again with the same key, and paid once', async (_, lost) => {
    const { ask, keys } = await lookupPage(lost, replayed);
    await expect(ask()).rejects.toMatchObject({ isNothingDone: false });
    // The first request was answered and saved; its own response says what it cost.
    saved = SAVED;
    expect(await ask()).toMatchObject({ answered: { from: 'a repeat' } });
    expect(keys()).toBe(1);
  });

  it('keeps its key also where the next try is refused', async () => {
    const { ask, keys } = await lookupPage(null, { status: 429, json: { error: 'Later.' } }, replayed);
    await expect(ask()).rejects.toMatchObject({ status: null });
    await expect(ask()).rejects.toMatchObject({ status: 429 });
    expect(await ask()).toMatchObject({ answered: { from: 'a repeat' } });
    expect(keys()).toBe(1);
  });

  it.each([
    [402, 'short'],
    [409, 'another price'],
    [429, 'too many'],
    [500, 'the server failed'],
  ])('because it was refused with %i is a new question next time', async (status, error) => {
    const { ask, keys } = await lookupPage({ status, json: { error } }, { status: 200, json: FOUND });
    await expect(ask()).rejects.toMatchObject({ isNothingDone: true, message: error });
    await ask();
    expect(keys()).toBe(2);
  });
});
