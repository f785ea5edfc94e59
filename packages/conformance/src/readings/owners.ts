import { csvFile, lineOf, MAPPING, previewedJob, match } from '../service.js';
import { check, inSection, expectEqual, expectThat } from '../suite/check.js';

const NAMED_HEADER = 'First,Last,Street,Town,State,Zip';
const NAMED_MAPPING = { ...MAPPING, firstName: 'First', lastName: 'Last' };

export const owners = inSection('Readings: phones and owners (30, 31)', [
  check({
    id: 'phones.ten-digits',
    sentence: 'a phone number is 10 digits',
    needs: ['full'],
    async run(context) {
      const { phones } = await match(context, context.given.full);
      const odd = phones.filter(({ number }) => !/^\d{10}$/.test(number));
      expectEqual('numbers that are not 10 digits', odd, []);
    },
  }),
  check({
    id: 'phones.mobiles-first',
    sentence: 'mobile numbers come before landlines',
    needs: ['full'],
    async run(context) {
      const types = (await match(context, context.given.full)).phones.map(({ type }) => type);
      expectThat(!types.join(' ').includes('landline mobile'), 'mobile numbers first', types);
    },
  }),
  check({
    id: 'owners.first-without-a-name',
    sentence: 'without a name the first owner comes back',
    needs: ['couple'],
    async run(context) {
      const { input, first } = context.given.couple;
      const { firstName, lastName } = (await match(context, input)).contact;
      expectEqual('the owner', { firstName, lastName }, first);
    },
  }),
  check({
    id: 'owners.names-never-block',
    sentence: 'a name that is not on file never blocks a match',
    needs: ['matches'],
    async run(context) {
      const { address, city, state, zip } = context.given.matches[0].input;
      const lines = [NAMED_HEADER, lineOf(['Nobody', 'Known', address, city, state, zip])];
      const job = await previewedJob(context, csvFile(lines, 1), { mapping: NAMED_MAPPING });
      expectEqual('matchedRows', (await job.detail()).matchedRows, 1);
    },
  }),
  check({
    id: 'owners.name-without-address',
    sentence: 'a name without an address matches nothing',
    needs: ['couple'],
    async run(context) {
      const { firstName, lastName } = context.given.couple.first;
      const lines = [NAMED_HEADER, lineOf([firstName, lastName, '', '', '', ''])];
      const job = await previewedJob(context, csvFile(lines, 0), { mapping: NAMED_MAPPING });
      expectEqual('matchedRows', (await job.detail()).matchedRows, 0);
    },
  }),
]);
