import { limits } from '@skiptrace/contract';
import type { Need } from '../fixtures.js';
import { CENTS_PER_MATCH } from '../http/exchange.js';
import { bulk, bulkBody, createJob, match, miss, single } from '../service.js';
import {
  check,
  type Context,
  inSection,
  expectEqual,
  expectError,
  expectStatus,
  expectThat,
  field,
} from '../suite/check.js';
import { fourRows, mixedBulk, oneMatch } from './scenarios.js';

const overview = inSection('What the service does', [
  check({
    id: 'overview.expected-owner',
    sentence: 'gives the owner that is on file for the address',
    needs: ['matches'],
    async run(context) {
      for (const { input, owner = {} } of context.given.matches.slice(0, 2)) {
        const contact: Record<string, unknown> = { ...(await match(context, input)).contact };
        for (const [name, value] of Object.entries(owner)) expectEqual(name, contact[name], value);
      }
    },
  }),
]);

type Spender = Context<'matches' | 'miss' | 'failure' | 'purse'>;

interface Spending {
  id: string;
  sentence: string;
  needs: readonly Exclude<Need, 'miss' | 'purse'>[];
  /** Matches that the actions are charged for, by the account with this key. */
  matches: number;
  /** Matches that its balance has to cover; 2 when not given. */
  covers?: number;
  act: (context: Spender, key: string) => Promise<unknown>;
}

/** A check that measures what some actions take from the balance of the purse. */
export const spends = ({ id, sentence, needs, matches, covers = 2, act }: Spending) =>
  check<Need>({
    id,
    sentence,
    needs: [...needs, 'miss', 'purse'],
    async run(context) {
      const purse = await context.purse(covers);
      await act(context, purse.key);
      await purse.expectCharged(matches, 'after it');
    },
  });

const pricing = inSection('Pricing and billing rules', [
  spends({
    id: 'pricing.match-costs-4',
    sentence: 'a match takes 4 cents from the balance',
    needs: ['matches'],
    matches: 1,
    async act(context, key) {
      const { charged } = await match(context, context.given.matches[0].input, { key });
      expectEqual('charged', charged, CENTS_PER_MATCH);
    },
  }),
  spends({
    id: 'pricing.miss-is-free',
    sentence: 'a miss is answered with 200 and found false, and takes nothing',
    needs: [],
    matches: 0,
    act: (context, key) => miss(context, context.given.miss, { key }),
  }),
  spends({
    id: 'pricing.bulk-refunds-misses',
    sentence: 'a bulk takes what matched and gives the rest of the reservation back',
    needs: ['matches'],
    matches: 1,
    covers: 4,
    async act(context, key) {
      const { matches, miss: unowned } = context.given;
      const addresses = [unowned, matches[0].input, unowned, unowned];
      expectEqual(
        'totalCharged',
        (await bulkBody(context, addresses, { key })).totalCharged,
        CENTS_PER_MATCH,
      );
    },
  }),
  spends({
    id: 'pricing.job-charges-on-confirm-only',
    sentence: 'a job takes nothing at creation, upload, processing or cancel',
    needs: ['matches'],
    matches: 0,
    async act(context, key) {
      const job = await createJob(context, { key });
      expectStatus(await job.upload(fourRows(context)), 200);
      await job.reach('preview');
      expectStatus(await job.act('cancel'), 200);
    },
  }),
  spends({
    id: 'pricing.confirm-charges-the-preview',
    sentence: 'confirm takes exactly the previewed total, matched rows times 4 cents',
    needs: ['matches'],
    matches: 2,
    async act(context, key) {
      const job = await createJob(context, { key });
      expectStatus(await job.upload(fourRows(context)), 200);
      const { matchedRows, totalChargeCents } = await job.reach('preview');
      expectEqual('totalChargeCents', totalChargeCents, (matchedRows ?? 0) * CENTS_PER_MATCH);
      expectEqual('totalChargeCents of confirm', (await job.confirm()).totalChargeCents, totalChargeCents);
      await job.reach('completed');
    },
  }),
  spends({
    id: 'pricing.failure-is-free',
    sentence: 'a lookup that fails is a 500 in the Error shape, and takes nothing',
    needs: ['failure'],
    matches: 0,
    act: async (context, key) => expectError(await single(context, context.given.failure, { key }), 500),
  }),
]);

const resources = [
  ...inSection('Resources: Contact', [
    check({
      id: 'contact.null-is-not-on-file',
      sentence: 'null is what is not on file; the match is charged all the same',
      needs: ['nulls'],
      async run(context) {
        const { contact, charged } = await match(context, context.given.nulls);
        expectThat(Object.values(contact).includes(null), 'a contact with a null', contact);
        expectEqual('charged', charged, CENTS_PER_MATCH);
      },
    }),
    check({
      id: 'contact.absentee-mailing-address',
      sentence: "an absentee owner's mailing address is not the property's",
      needs: ['absentee'],
      async run(context) {
        const { contact } = await match(context, context.given.absentee);
        const { mailingAddress, propertyAddress } = contact;
        expectThat(mailingAddress !== null && mailingAddress !== propertyAddress, 'another address', contact);
      },
    }),
  ]),
  ...inSection('Resources: SkipTraceResponse', [
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
  ]),
  ...inSection('Resources: BulkLookupResult and BulkSkipTraceResponse', [
    check({
      id: 'bulk-result.match',
      sentence: 'an entry that matched has charged 4, and the contact, phones and emails of a single lookup',
      needs: ['matches', 'miss'],
      async run(context) {
        const entry = (await context.once(mixedBulk)).results[1];
        const { success: _, ...alone } = await context.once(oneMatch);
        expectEqual('charged', entry?.charged, CENTS_PER_MATCH);
        for (const name of ['found', 'contact', 'phones', 'emails'] as const)
          expectEqual(name, entry?.[name], alone[name]);
      },
    }),
    check({
      id: 'bulk-result.totals',
      sentence: 'a bulk has total addresses, matched ones, and totalCharged 4 cents a match',
      needs: ['matches', 'miss'],
      async run(context) {
        const { total, matched, totalCharged } = await context.once(mixedBulk);
        const expected = { total: 4, matched: 2, totalCharged: 2 * CENTS_PER_MATCH };
        expectEqual('the totals', { total, matched, totalCharged }, expected);
      },
    }),
    check({
      id: 'bulk-result.request-order',
      sentence: 'results are in the order of the request',
      needs: ['matches', 'miss'],
      async run(context) {
        const { results } = await context.once(mixedBulk);
        const found = results.map((result) => result.found);
        expectEqual('found', found, [false, true, false, true]);
        const second = await match(context, context.given.matches[1].input);
        expectEqual('the contact of the last entry', results[3]?.contact, second.contact);
      },
    }),
  ]),
];

const endpoints = [
  ...inSection('Endpoints: POST /api/v1/skip-trace', [
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
        const exchange = await single(context, matches[0].input, emptyAccount);
        expectError(exchange, 402);
        expectEqual('balanceRequired', field(exchange, 'balanceRequired'), CENTS_PER_MATCH, exchange);
      },
    }),
  ]),
  ...inSection('Endpoints: POST /api/v1/skip-trace-bulk', [
    check({
      id: 'bulk.balance-below-the-worst-case',
      sentence: '402 when the balance cannot cover every entry; balanceRequired is the whole worst case',
      needs: ['miss', 'emptyAccount'],
      async run(context) {
        for (const entries of [1, 3, limits.addressesPerBulkRequest]) {
          const addresses = Array.from({ length: entries }, () => context.given.miss);
          const exchange = await bulk(context, addresses, context.given.emptyAccount);
          expectError(exchange, 402);
          const required = entries * CENTS_PER_MATCH;
          expectEqual('balanceRequired', field(exchange, 'balanceRequired'), required, exchange);
        }
      },
    }),
  ]),
];

export const lookups = [...overview, ...pricing, ...resources, ...endpoints];
