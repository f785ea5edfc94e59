// Servers whose lookups say something else than what is on file.
import {
  BULK,
  editing,
  isBulk,
  isSingle,
  withStatus,
  changing,
  everything,
  type Json,
  type Mutant,
} from './mutant.js';

const single = withStatus(isSingle, 200);
const bulk = withStatus(isBulk, 200);
const contactOf = (body: Json) => (body.contact ?? {}) as Json;
const phonesOf = (body: Json) => (body.phones ?? []) as Json[];
const resultsOf = (body: Json) => body.results as Json[];

/** Changes matches only. */
const matches = (edit: (body: Json) => void) =>
  editing(single, (body) => {
    if (body.found === true) edit(body);
  });

const misses = (edit: (body: Json) => void) =>
  editing(single, (body) => {
    if (body.found === false) edit(body);
  });

export const lookupMutants: readonly Mutant[] = [
  {
    name: 'leaves fields of the contact out',
    mutate: matches((body) => {
      delete contactOf(body).mailingAddress;
      delete contactOf(body).propertyZip;
    }),
    caughtBy: ['overview.owner-contact', 'contact.fields', 'bulk-result.match'],
  },
  {
    name: 'leaves phones and emails out',
    mutate: matches((body) => {
      delete body.phones;
      delete body.emails;
    }),
    caughtBy: ['overview.owner-contact', 'single-result.match'],
  },
  {
    name: 'gives another owner',
    mutate: matches(
      (body) => (body.contact = { ...contactOf(body), firstName: 'Some', fullName: 'Some Body' }),
    ),
    caughtBy: [
      'overview.expected-owner',
      'bulk-result.match',
      'enriched.matched-rows-gain',
      'reading.owners.first-without-a-name',
    ],
  },
  {
    name: 'tells about credit',
    mutate: matches((body) => (contactOf(body).creditScore = '700')),
    caughtBy: ['overview.no-other-records'],
  },
  {
    name: 'finds nobody',
    mutate: () => async (request, forward) =>
      forward({ ...request, body: Buffer.from(request.body.toString().replaceAll('Sandbox', 'Elsewhere')) }),
    caughtBy: [
      'overview.three-ways',
      'single.address-alone',
      'contact.absentee-mailing-address',
      'single-result.match',
    ],
  },
  {
    name: 'charges part of the price',
    mutate: editing(bulk, (body) => resultsOf(body).forEach((entry) => (entry.charged = 2.5))),
    caughtBy: ['pricing.any-volume', 'pricing.whole-cents', 'pricing.no-partial-charge', 'bulk-result.miss'],
  },
  {
    name: 'says success false',
    mutate: editing(single, (body) => (body.success = false)),
    caughtBy: ['single-result.success'],
  },
  {
    name: 'gives a miss the fields of a match',
    mutate: misses((body) => Object.assign(body, { charged: 0, phones: [], emails: [] })),
    caughtBy: ['single-result.absent-on-a-miss'],
  },
  {
    name: 'finds everybody',
    mutate: misses((body) => (body.found = true)),
    caughtBy: ['single-result.miss', 'limits.per-account'],
  },
  {
    name: 'writes nothing where it knows nothing',
    mutate: matches((body) => Object.keys(contactOf(body)).forEach((name) => (contactOf(body)[name] ??= ''))),
    caughtBy: ['contact.null-is-not-on-file'],
  },
  {
    name: "gives the property's address as the mailing address",
    mutate: matches((body) => (contactOf(body).mailingAddress = contactOf(body).propertyAddress)),
    caughtBy: ['contact.absentee-mailing-address'],
  },
  {
    name: 'has another type of phone',
    mutate: matches((body) => phonesOf(body).forEach((phone) => (phone.type = 'cell'))),
    caughtBy: ['phone.fields'],
  },
  {
    name: 'formats numbers',
    mutate: matches((body) =>
      phonesOf(body).forEach((phone) => (phone.number = `+1${String(phone.number)}`)),
    ),
    caughtBy: ['reading.phones.ten-digits'],
  },
  {
    name: 'lists landlines first',
    mutate: matches((body) => phonesOf(body).reverse()),
    caughtBy: ['reading.phones.mobiles-first'],
  },
  {
    name: 'gives all phones and emails there are',
    mutate: matches((body) => {
      phonesOf(body).push({ number: '5035550139', type: 'landline', dnc: false });
      (body.emails as string[]).push('one.more@example.com');
    }),
    caughtBy: ['single-result.most-phones-and-emails'],
  },
  {
    name: 'gives results in another order',
    mutate: editing(bulk, (body) => resultsOf(body).reverse()),
    caughtBy: ['bulk-result.request-order', 'bulk-result.match'],
  },
  {
    name: 'counts wrongly',
    mutate: editing(bulk, (body) => (body.total = Number(body.total) + 1)),
    caughtBy: ['bulk-result.totals', 'bulk.one-entry', 'bulk.address-alone', 'overview.three-ways'],
  },
  {
    name: 'leaves phones and emails of a bulk miss out',
    mutate: editing(bulk, (body) =>
      resultsOf(body).forEach((entry) => {
        if (entry.found === false) delete entry.phones;
      }),
    ),
    caughtBy: ['bulk-result.miss'],
  },
  {
    name: 'is deprecated',
    mutate: changing(everything, (original) => ({
      ...original,
      headers: { ...original.headers, deprecation: '@1795262400', sunset: 'Sun, 21 Nov 2027 12:00:00 GMT' },
    })),
    caughtBy: ['versioning.nothing-deprecated'],
  },
  {
    name: 'looks the same address up once only',
    mutate: () => async (request, forward) => {
      if (!request.path.startsWith(BULK)) return forward(request);
      const { addresses } = JSON.parse(request.body.toString()) as { addresses: unknown[] };
      const [first, second] = addresses.map((address) => JSON.stringify(address));
      const same = addresses.length === 2 && first === second;
      const once = Buffer.from(JSON.stringify({ addresses: same ? addresses.slice(1) : addresses }));
      return forward({ ...request, body: once });
    },
    caughtBy: ['reading.money.same-address-twice'],
  },
];
