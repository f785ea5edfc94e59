import { check, inSection } from '../suite/check.js';
import { expectBody, expectEqual, expectInvalid, expectStatus, expectThat } from '../suite/expect.js';
import { bulk, single } from '../service/lookups.js';
import { createJob } from '../service/jobs.js';
import { mixedBulk, oneMatch } from './scenarios.js';

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
