import { CENTS_PER_MATCH } from '../http/exchange.js';
import { bulk, bulkBody, match, miss, single, createJob } from '../service.js';
import {
  check,
  inSection,
  expectEqual,
  expectError,
  expectStatus,
  expectThat,
  field,
  expectBody,
  expectInvalid,
} from '../suite/check.js';
import { fourRows, mixedBulk, oneMatch } from './scenarios.js';

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );

export const overview = inSection('What the service does', [
  check({
    id: 'overview.owner-contact',
    sentence: "turns an address into the owner's name, phones, emails and mailing address",
    needs: ['matches'],
    async run(context) {
      const { contact, phones, emails } = await context.once(oneMatch);
      for (const name of ['firstName', 'lastName', 'fullName', 'mailingAddress'])
        expectThat(name in contact, `a contact with ${name}`, Object.keys(contact));
      expectThat(Array.isArray(phones) && Array.isArray(emails), 'phones and emails', { phones, emails });
    },
  }),
  check({
    id: 'overview.expected-owner',
    sentence: 'gives the owner that is on file for the address',
    needs: ['matches'],
    async run(context) {
      for (const { input, owner = {} } of context.given.matches.slice(0, 2)) {
        const exchange = await single(context, input);
        const { contact } = expectBody<{ contact: Record<string, unknown> }>(exchange, 200);
        for (const [name, value] of Object.entries(owner)) expectEqual(name, contact[name], value, exchange);
      }
    },
  }),
  check({
    id: 'overview.fifty-states',
    sentence: 'takes addresses in all 50 states',
    needs: ['emptyAccount'],
    // An account without money gets 402 only after its addresses passed validation (400).
    async run(context) {
      const addresses = STATES.map((state) => ({ address: '1 Main St', state }));
      expectStatus(await bulk(context, addresses, { key: context.given.emptyAccount.key }), 402);
    },
  }),
  check({
    id: 'overview.no-search-by-name',
    sentence: "needs the address, and does not search by the owner's name alone",
    async run(context) {
      const name = { firstName: 'Robin', lastName: 'Example', fullName: 'Robin Example' };
      expectInvalid(await single(context, name), ['address']);
    },
  }),
  check({
    id: 'overview.no-other-records',
    sentence: 'tells about ownership and contact only, never about criminal, credit or employment records',
    needs: ['matches'],
    async run(context) {
      const answer = JSON.stringify(await context.once(oneMatch));
      const fields = answer.match(/"[^"]*":/g) ?? [];
      const telling = /crimin|arrest|convict|felon|credit|bankrupt|employ|salary|income/i;
      const found = fields.find((field) => telling.test(field));
      expectThat(found === undefined, 'no field about such records', found ?? '');
    },
  }),
  check({
    id: 'overview.three-ways',
    sentence: 'looks addresses up one at a time, in bulk and by CSV job',
    needs: ['matches', 'miss'],
    async run(context) {
      expectEqual('found', (await context.once(oneMatch)).found, true);
      expectEqual('total', (await context.once(mixedBulk)).total, 4);
      expectStatus(await (await createJob(context)).act('cancel'), 200);
    },
  }),
]);

export const pricing = inSection('Pricing and billing rules', [
  check({
    id: 'pricing.match-costs-4',
    sentence: 'a match takes 4 cents from the balance',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(1);
      const { charged } = await match(context, context.given.matches[0].input, { key: purse.key });
      expectEqual('charged', charged, CENTS_PER_MATCH);
      await purse.expectCharged(1, 'after a match');
    },
  }),
  check({
    id: 'pricing.any-volume',
    sentence: 'a match costs 4 cents in bulk as it does alone',
    needs: ['matches', 'miss'],
    async run(context) {
      const { results } = await context.once(mixedBulk);
      const { charged } = await context.once(oneMatch);
      for (const result of results.filter(({ found }) => found))
        expectEqual('charged', result.charged, charged);
    },
  }),
  check({
    id: 'pricing.whole-cents',
    sentence: 'amounts are integers, in cents',
    needs: ['matches', 'miss'],
    async run(context) {
      const { totalCharged, results } = await context.once(mixedBulk);
      const { charged } = await context.once(oneMatch);
      const amounts = [charged, totalCharged, ...results.map((result) => result.charged)];
      expectThat(amounts.every(Number.isInteger), 'integers', amounts);
    },
  }),
  check({
    id: 'pricing.miss-is-free',
    sentence: 'a miss is answered with 200 and found false, and takes nothing',
    needs: ['miss', 'purse'],
    async run(context) {
      const purse = await context.purse(1);
      await miss(context, context.given.miss, { key: purse.key });
      await purse.expectCharged(0, 'after a miss');
    },
  }),
  check({
    id: 'pricing.no-minimum-order',
    sentence: 'a balance of one match buys one match: there is no minimum order',
    needs: ['matches', 'miss', 'purse'],
    late: true,
    async run(context) {
      const purse = await context.purse(1);
      for (let made = 0; made < purse.matches; made += 1)
        await match(context, context.given.matches[0].input, { key: purse.key });
      await purse.expectCharged(purse.matches, 'after matches down to the last cent');
      expectStatus(await single(context, context.given.miss, { key: purse.key }), 402);
    },
  }),
  check({
    id: 'pricing.no-partial-charge',
    sentence: 'an entry costs 4 cents or nothing',
    needs: ['matches', 'miss'],
    async run(context) {
      const { results } = await context.once(mixedBulk);
      const expected = results.map(({ found }) => (found ? CENTS_PER_MATCH : 0));
      expectEqual(
        'charges',
        results.map((result) => result.charged),
        expected,
      );
    },
  }),
  check({
    id: 'pricing.bulk-reserves-worst-case',
    sentence: 'a bulk needs 4 cents for every entry on the balance, even if none matches',
    needs: ['miss', 'purse'],
    async run(context) {
      const purse = await context.purse(1);
      const entries = purse.matches + 1;
      const addresses = Array.from({ length: entries }, () => context.given.miss);
      const refused = await bulk(context, addresses, { key: purse.key });
      expectError(refused, 402);
      const required = entries * CENTS_PER_MATCH;
      expectEqual('balanceRequired', field(refused, 'balanceRequired'), required, refused);
    },
  }),
  check({
    id: 'pricing.bulk-refunds-misses',
    sentence: 'a bulk takes what matched and gives the rest of the reservation back',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(4);
      const { matches, miss: unowned } = context.given;
      const addresses = [unowned, matches[0].input, unowned, unowned];
      const { totalCharged } = await bulkBody(context, addresses, { key: purse.key });
      expectEqual('totalCharged', totalCharged, CENTS_PER_MATCH);
      await purse.expectCharged(1, 'after a bulk with one match');
    },
  }),
  check({
    id: 'pricing.job-charges-on-confirm-only',
    sentence: 'a job takes nothing at creation, upload, processing or cancel',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(1);
      const job = await createJob(context, { key: purse.key });
      expectStatus(await job.upload(fourRows(context)), 200);
      await job.reach('preview');
      await purse.expectCharged(0, 'after a preview');
      expectStatus(await job.act('cancel'), 200);
      await purse.expectCharged(0, 'after a cancel');
    },
  }),
  check({
    id: 'pricing.confirm-charges-the-preview',
    sentence: 'confirm takes exactly the previewed total, matched rows times 4 cents',
    needs: ['matches', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(2);
      const job = await createJob(context, { key: purse.key });
      expectStatus(await job.upload(fourRows(context)), 200);
      const { matchedRows, totalChargeCents } = await job.reach('preview');
      expectEqual('totalChargeCents', totalChargeCents, (matchedRows ?? 0) * CENTS_PER_MATCH);
      expectEqual('totalChargeCents of confirm', (await job.confirm()).totalChargeCents, totalChargeCents);
      await job.reach('completed');
      await purse.expectCharged(2, 'after a job with two matched rows');
    },
  }),
  check({
    id: 'pricing.failure-is-free',
    sentence: 'a lookup that fails takes nothing',
    needs: ['failure', 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(1);
      expectError(await single(context, context.given.failure, { key: purse.key }), 500);
      await purse.expectCharged(0, 'after a lookup that failed');
    },
  }),
]);
