import { limits, PHONE_TYPES } from '@skiptrace/contract';
import { CENTS_PER_MATCH } from '../http/cost.js';
import { match } from '../service/lookups.js';
import { check, inSection } from '../suite/check.js';
import { expectEqual, expectThat } from '../suite/expect.js';
import { Skip } from '../http/exchange.js';
import { mixedBulk, oneMatch, oneMiss } from './scenarios.js';

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

const contact = inSection('Resources: Contact', [
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

const phone = inSection('Resources: Phone', [
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

const single = inSection('Resources: SkipTraceResponse', [
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

const bulk = inSection('Resources: BulkLookupResult and BulkSkipTraceResponse', [
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

export const lookupFields = [...contact, ...phone, ...single, ...bulk];
