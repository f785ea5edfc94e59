import { limits, PHONE_TYPES } from '@skiptrace/contract';
import { CENTS_PER_MATCH, Skip } from '../http/exchange.js';
import { bulk, BULK, bulkBody, match, single, SINGLE } from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectError,
  expectInvalid,
  expectPage,
  expectStatus,
  field,
  expectThat,
} from '../suite/check.js';
import { mixedBulk, oneMatch, oneMiss } from './scenarios.js';

async function postOnly({ http, key }: Context, path: string): Promise<void> {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    expectPage(await http.send({ method, path, key }), 405);
}

const skipTrace = inSection('Endpoints: POST /api/v1/skip-trace', [
  check({
    id: 'single.address-alone',
    sentence: 'an address on one line is enough for a match',
    needs: ['matches'],
    async run(context) {
      const { address, city, state, zip } = context.given.matches[0].input;
      await match(context, { address: `${address}, ${city}, ${state} ${zip}` });
    },
  }),
  check({
    id: 'single.balance-below-a-match',
    sentence: '402 when the balance cannot cover a match, with balanceRequired 4',
    needs: ['matches', 'emptyAccount'],
    async run(context) {
      const { matches, emptyAccount } = context.given;
      const exchange = await single(context, matches[0].input, { key: emptyAccount.key });
      expectError(exchange, 402);
      expectEqual('balanceRequired', field(exchange, 'balanceRequired'), CENTS_PER_MATCH, exchange);
    },
  }),
  check({
    id: 'single.post-only',
    sentence: 'takes POST only',
    run: (context) => postOnly(context, SINGLE),
  }),
]);

const skipTraceBulk = inSection('Endpoints: POST /api/v1/skip-trace-bulk', [
  check({
    id: 'bulk.addresses-is-required',
    sentence: 'addresses is required and an array',
    async run(context) {
      expectInvalid(await context.http.send({ method: 'POST', path: BULK, key: context.key, json: {} }), [
        'addresses',
      ]);
      for (const addresses of ['1 Main St', { address: '1 Main St' }, null, 1])
        expectInvalid(await bulk(context, addresses), ['addresses']);
    },
  }),
  check({
    id: 'bulk.at-least-one',
    sentence: 'addresses holds at least one entry',
    run: async (context) => expectInvalid(await bulk(context, []), ['addresses']),
  }),
  check({
    id: 'bulk.one-entry',
    sentence: 'a bulk of one is a bulk',
    needs: ['miss'],
    async run(context) {
      const { total, matched } = await bulkBody(context, [context.given.miss]);
      expectEqual('total and matched', { total, matched }, { total: 1, matched: 0 });
    },
  }),
  check({
    id: 'bulk.at-most-100',
    sentence: 'addresses holds at most 100 entries',
    needs: ['miss'],
    async run(context) {
      const addresses = Array.from({ length: limits.addressesPerBulkRequest + 1 }, () => context.given.miss);
      expectInvalid(await bulk(context, addresses), ['addresses']);
    },
  }),
  check({
    id: 'bulk.entries-are-objects',
    sentence: 'every entry is an AddressInput',
    needs: ['miss'],
    async run(context) {
      for (const entry of ['1 Main St', null, 1, []])
        expectInvalid(await bulk(context, [context.given.miss, entry]), ['addresses[1]']);
    },
  }),
  check({
    id: 'bulk.address-alone',
    sentence: 'only address is required in an entry',
    needs: ['miss'],
    async run(context) {
      const { address } = context.given.miss;
      expectEqual('total', (await bulkBody(context, [{ address }, { address }])).total, 2);
    },
  }),
  check({
    id: 'bulk.balance-below-the-worst-case',
    sentence: '402 when the balance cannot cover every entry; balanceRequired is the whole worst case',
    needs: ['miss', 'emptyAccount'],
    async run(context) {
      for (const entries of [1, 3, limits.addressesPerBulkRequest]) {
        const addresses = Array.from({ length: entries }, () => context.given.miss);
        const exchange = await bulk(context, addresses, { key: context.given.emptyAccount.key });
        expectError(exchange, 402);
        const required = entries * CENTS_PER_MATCH;
        expectEqual('balanceRequired', field(exchange, 'balanceRequired'), required, exchange);
      }
    },
  }),
  check({
    id: 'bulk.post-only',
    sentence: 'takes POST only',
    run: (context) => postOnly(context, BULK),
  }),
]);

const BROKEN_JSON = ['{"address": "1 Main St"', 'not json', '', '{"address": "1 Main St",}'];

const json = inSection('Endpoints: JSON bodies', [
  check({
    id: 'json.broken',
    sentence: 'a body that is not valid JSON is a 400',
    async run({ http, key }) {
      const headers = { 'Content-Type': 'application/json' };
      for (const path of [SINGLE, BULK, '/api/user/skip-trace', '/api/contact'])
        for (const body of BROKEN_JSON)
          expectError(await http.send({ method: 'POST', path, key, headers, body }), 400);
    },
  }),
  check({
    id: 'json.ignores-unknown-fields',
    sentence: 'fields that the service does not know are no error',
    needs: ['miss'],
    async run(context) {
      expectStatus(await single(context, { ...context.given.miss, parcel: '12-34', extra: { a: [1] } }), 200);
    },
  }),
]);

export const lookupEndpoints = [...skipTrace, ...skipTraceBulk, ...json];

const CONTACT_FIELDS = [
  'firstName',
  'lastName',
  'fullName',
  'propertyAddress',
  'propertyCity',
  'propertyState',
  'propertyZip',
  'mailingAddress',
  'mailingCity',
  'mailingState',
  'mailingZip',
] as const;

const contactFields = inSection('Resources: Contact', [
  check({
    id: 'contact.fields',
    sentence: 'every field of a contact is there, a string or null',
    needs: ['matches'],
    async run(context) {
      const owner: Record<string, unknown> = { ...(await context.once(oneMatch)).contact };
      for (const name of CONTACT_FIELDS)
        expectThat(
          owner[name] === null || typeof owner[name] === 'string',
          `${name}: string or null`,
          owner[name],
        );
    },
  }),
  check({
    id: 'contact.null-is-not-on-file',
    sentence: 'null is what is not on file; the match is charged all the same',
    needs: ['nulls'],
    async run(context) {
      const { contact: owner, charged } = await match(context, context.given.nulls);
      expectThat(Object.values(owner).includes(null), 'a contact with a null', owner);
      expectEqual('charged', charged, CENTS_PER_MATCH);
    },
  }),
  check({
    id: 'contact.absentee-mailing-address',
    sentence: "an absentee owner's mailing address is not the property's",
    needs: ['absentee'],
    async run(context) {
      const { contact: owner } = await match(context, context.given.absentee);
      const { mailingAddress, propertyAddress } = owner;
      expectThat(mailingAddress !== null && mailingAddress !== propertyAddress, 'another address', owner);
    },
  }),
]);

const phoneFields = inSection('Resources: Phone', [
  check({
    id: 'phone.fields',
    sentence: 'a phone has a number, a type (mobile or landline) and a DNC flag',
    needs: ['matches'],
    async run(context) {
      const { phones } = await context.once(oneMatch);
      if (phones.length === 0) throw new Skip('the first match of the fixtures has no phones');
      for (const each of phones) {
        expectThat(typeof each.number === 'string', 'a number as a string', each);
        expectThat(PHONE_TYPES.includes(each.type), `a type of ${PHONE_TYPES.join(', ')}`, each);
        expectThat(typeof each.dnc === 'boolean', 'dnc as a boolean', each);
        const { dncChecked } = each;
        expectThat(
          dncChecked === undefined || (typeof dncChecked === 'boolean' && (dncChecked || each.dnc)),
          'dncChecked as a boolean, if at all, and dnc true where it is false',
          each,
        );
      }
    },
  }),
]);

const singleFields = inSection('Resources: SkipTraceResponse', [
  check({
    id: 'single-result.success',
    sentence: 'success is true, for a match and for a miss',
    needs: ['matches', 'miss'],
    async run(context) {
      expectEqual('success of a match', (await context.once(oneMatch)).success, true);
      expectEqual('success of a miss', (await context.once(oneMiss)).success, true);
    },
  }),
  check({
    id: 'single-result.match',
    sentence: 'a match has found true, a contact, charged 4, phones and emails',
    needs: ['matches'],
    async run(context) {
      const { found, contact: owner, charged, phones, emails } = await context.once(oneMatch);
      expectEqual('found', found, true);
      expectThat(typeof owner === 'object', 'a contact', owner);
      expectEqual('charged', charged, CENTS_PER_MATCH);
      expectThat(Array.isArray(phones), 'an array of phones', phones);
      expectThat(
        emails.every((email) => typeof email === 'string'),
        'emails as strings',
        emails,
      );
    },
  }),
  check({
    id: 'single-result.miss',
    sentence: 'a miss has found false and contact null',
    needs: ['miss'],
    async run(context) {
      const { found, contact: owner } = await context.once(oneMiss);
      expectEqual('found', found, false);
      expectEqual('contact', owner, null);
    },
  }),
  check({
    id: 'single-result.absent-on-a-miss',
    sentence: 'on a miss charged, phones and emails are absent',
    needs: ['miss'],
    async run(context) {
      const names = Object.keys(await context.once(oneMiss));
      for (const name of ['charged', 'phones', 'emails'])
        expectThat(!names.includes(name), `no ${name}`, names);
    },
  }),
  check({
    id: 'single-result.most-phones-and-emails',
    sentence: 'a match has at most 10 mobile numbers, 9 landlines and 28 emails',
    needs: ['full'],
    async run(context) {
      const { phones, emails } = await match(context, context.given.full);
      const count = (type: string) => phones.filter((each) => each.type === type).length;
      expectEqual('mobile numbers', count('mobile'), limits.mobilesPerMatch);
      expectEqual('landlines', count('landline'), limits.landlinesPerMatch);
      expectEqual('emails', emails.length, limits.emailsPerMatch);
    },
  }),
]);

const bulkFields = inSection('Resources: BulkLookupResult and BulkSkipTraceResponse', [
  check({
    id: 'bulk-result.match',
    sentence: 'an entry that matched has charged 4, a contact, phones and emails',
    needs: ['matches', 'miss'],
    async run(context) {
      const entry = (await context.once(mixedBulk)).results[1];
      expectEqual('found', entry?.found, true);
      expectEqual('charged', entry?.charged, CENTS_PER_MATCH);
      expectEqual('contact as in a single lookup', entry?.contact, (await context.once(oneMatch)).contact);
      expectThat(Array.isArray(entry?.phones) && Array.isArray(entry.emails), 'phones and emails', entry);
    },
  }),
  check({
    id: 'bulk-result.miss',
    sentence: 'an entry that missed has charged 0, contact null, and phones and emails that are empty',
    needs: ['matches', 'miss'],
    async run(context) {
      const {
        found,
        charged,
        contact: owner,
        phones,
        emails,
      } = (await context.once(mixedBulk)).results[0] ?? {};
      const expected = { found: false, charged: 0, contact: null, phones: [], emails: [] };
      expectEqual('the entry', { found, charged, contact: owner, phones, emails }, expected);
    },
  }),
  check({
    id: 'bulk-result.totals',
    sentence: 'a bulk has success true, total addresses, matched ones, and totalCharged 4 cents a match',
    needs: ['matches', 'miss'],
    async run(context) {
      const { success, total, matched, totalCharged } = await context.once(mixedBulk);
      const expected = { success: true, total: 4, matched: 2, totalCharged: 2 * CENTS_PER_MATCH };
      expectEqual('the totals', { success, total, matched, totalCharged }, expected);
    },
  }),
  check({
    id: 'bulk-result.request-order',
    sentence: 'results are in the order of the request',
    needs: ['matches', 'miss'],
    async run(context) {
      const { results } = await context.once(mixedBulk);
      expectEqual(
        'found',
        results.map(({ found }) => found),
        [false, true, false, true],
      );
      const second = await match(context, context.given.matches[1].input);
      expectEqual('the contact of the last entry', results[3]?.contact, second.contact);
    },
  }),
]);

export const lookupFields = [...contactFields, ...phoneFields, ...singleFields, ...bulkFields];

const NOT_TEXT: readonly unknown[] = [1, true, null, ['1 Main St'], { line: '1 Main St' }];

/** Expects each value of a field to be refused, alone and as an entry of a bulk, with an error that names the field. */
async function refuses(context: Context<'miss'>, field: string, values: readonly unknown[]): Promise<void> {
  for (const value of values) {
    const input = { ...context.given.miss, [field]: value };
    expectInvalid(await single(context, input), [field]);
    expectInvalid(await bulk(context, [context.given.miss, input]), [field]);
  }
}

async function accepts(context: Context, inputs: readonly unknown[]): Promise<void> {
  for (const input of inputs) expectStatus(await single(context, input), 200);
}

export const addressInput = inSection('Resources: AddressInput', [
  check({
    id: 'address-input.address-is-required',
    sentence: 'address is required',
    needs: ['miss'],
    async run(context) {
      const { address: _address, ...rest } = context.given.miss;
      for (const input of [{}, rest]) {
        expectInvalid(await single(context, input), ['address']);
        expectInvalid(await bulk(context, [input]), ['address']);
      }
    },
  }),
  check({
    id: 'address-input.address-is-a-string',
    sentence: 'address is a string',
    needs: ['miss'],
    run: (context) => refuses(context, 'address', NOT_TEXT),
  }),
  check({
    id: 'address-input.address-is-not-empty',
    sentence: 'address holds at least one character',
    needs: ['miss'],
    run: (context) => refuses(context, 'address', ['']),
  }),
  check({
    id: 'address-input.only-address-is-required',
    sentence: 'city, state and zip may be left out, all or some',
    needs: ['miss'],
    run(context) {
      const { address, city, state, zip } = context.given.miss;
      return accepts(context, [{ address }, { address, city }, { address, state }, { address, zip }]);
    },
  }),
  check({
    id: 'address-input.city-is-a-string',
    sentence: 'city is a string',
    needs: ['miss'],
    run: (context) => refuses(context, 'city', [1, false, ['Troy']]),
  }),
  check({
    id: 'address-input.state-is-two-letters',
    sentence: 'state is a two-letter code',
    needs: ['miss'],
    run: (context) => refuses(context, 'state', ['Texas', 'T', 'T1', 'TXX', 48]),
  }),
  check({
    id: 'address-input.zip-is-five-digits',
    sentence: 'zip has 5 digits',
    needs: ['miss'],
    run: (context) => refuses(context, 'zip', ['7870', '787011', '7870A', '78701-1234', 78701]),
  }),
  check({
    id: 'address-input.leading-zero',
    sentence: 'a ZIP code may begin with a zero',
    needs: ['miss'],
    run: (context) => accepts(context, [{ ...context.given.miss, state: 'MA', zip: '02108' }]),
  }),
]);
