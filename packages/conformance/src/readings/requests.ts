import {
  createJob,
  JOBS,
  listJobs,
  MAPPING,
  postJob,
  formOf,
  bulk,
  BULK,
  single,
  SINGLE,
} from '../service.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectError,
  expectInvalid,
  expectStatus,
  expectPage,
} from '../suite/check.js';
import { CONTACT, MESSAGE, send } from '../specification/contact.js';
import { cancelledJob } from '../specification/scenarios.js';

const UNKNOWN_JOB = 'b9c2f1de-3a5b-4c6d-8e7f-0123456789ab';

export const order = inSection('Readings: order of checks (1)', [
  check({
    id: 'order.page-before-key',
    sentence: 'unknown paths and methods are answered before the key is looked at',
    async run({ http }) {
      expectPage(await http.send({ method: 'GET', path: '/api/v1/nothing' }), 404);
      expectPage(await http.send({ method: 'GET', path: SINGLE }), 405);
    },
  }),
  check({
    id: 'order.key-before-body',
    sentence: 'broken JSON without a key is a 401',
    async run({ http }) {
      for (const path of [SINGLE, BULK, JOBS])
        expectError(await http.send({ method: 'POST', path, headers: JSON_TYPE, body: '{' }), 401);
    },
  }),
  check({
    id: 'order.body-before-balance',
    sentence: 'a bad request from an empty account is a 400',
    needs: ['emptyAccount'],
    async run(context) {
      const { key } = context.given.emptyAccount;
      expectError(await single(context, { address: '' }, { key }), 400);
    },
  }),
  check({
    id: 'order.job-before-file',
    sentence: 'a broken upload to no job is a 404, to a job that takes none a 409',
    async run(context) {
      const { http, key } = context;
      const broken = { headers: { 'Content-Type': 'multipart/form-data' }, body: 'no form', key };
      const { id } = await context.once(cancelledJob);
      expectError(await http.send({ method: 'POST', path: `${JOBS}/${UNKNOWN_JOB}/upload`, ...broken }), 404);
      expectError(await http.send({ method: 'POST', path: `${JOBS}/${id}/upload`, ...broken }), 409);
    },
  }),
  check({
    id: 'order.job-before-status',
    sentence: "another account's job is a 404 even where its status would be a 409",
    needs: ['otherAccount'],
    async run(context) {
      const job = await createJob(context);
      expectError(await job.act('confirm', context.given.otherAccount.key), 404);
      expectError(await job.post(formOf('a.csv', ''), context.given.otherAccount.key), 404);
    },
  }),
]);

const KB = 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };

async function refuses(context: Context<'miss'>, field: string, values: readonly unknown[]): Promise<void> {
  for (const value of values)
    expectInvalid(await single(context, { ...context.given.miss, [field]: value }), [field]);
}

const post = (
  { http, key }: Context,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers = JSON_TYPE,
) => http.send({ method: 'POST', path, key, headers, body });

const fields = inSection('Readings: fields of an address (2, 3)', [
  check({
    id: 'address.white-space',
    sentence: 'an address of white space is none',
    needs: ['miss'],
    run: (context) => refuses(context, 'address', [' ', '\t\r\n', '\u00a0\u3000']),
  }),
  check({
    id: 'address.control-characters',
    sentence: 'control characters and lone surrogates are refused by the name of the field',
    needs: ['miss'],
    async run(context) {
      const { address } = context.given.miss;
      await refuses(context, 'address', [
        `${address}\u0000`,
        `${address}\u0007`,
        `${address}\u009f`,
        `${address}\ud800`,
      ]);
      await refuses(context, 'city', ['Re\u0000no', 'Re\nno', 'Reno\udc00']);
    },
  }),
  check({
    id: 'address.line-breaks',
    sentence: 'an address may hold tabs and line breaks, and 1,000 characters',
    needs: ['miss'],
    async run(context) {
      const { address } = context.given.miss;
      for (const value of [`${address}\tRear`, `${address}\r\nUnit 2`, `${address} ${'x'.repeat(1_000)}`])
        expectStatus(await single(context, { address: value }), 200);
    },
  }),
  check({
    id: 'address.state-and-zip-exactly',
    sentence: 'empty, null, padded or longer states and ZIP codes are refused; lower case is not',
    needs: ['miss'],
    async run(context) {
      await refuses(context, 'state', ['', null, ' NV', 'NV ', 'N\u00e9', 'NV\n']);
      await refuses(context, 'zip', [
        '',
        null,
        ' 89501',
        '89501 ',
        '89501\n',
        '\u0661\u0662\u0663\u0664\u0665',
      ]);
      expectStatus(await single(context, { ...context.given.miss, state: 'nv' }), 200);
    },
  }),
  check({
    id: 'address.city',
    sentence: 'a city is any string without control characters; null is none',
    needs: ['miss'],
    async run(context) {
      await refuses(context, 'city', [null]);
      for (const city of ['', "Coeur d'Alene", 'Ca\u00f1on City', '.'])
        expectStatus(await single(context, { ...context.given.miss, city }), 200);
    },
  }),
]);

const messages = inSection('Readings: what a 400 says (4)', [
  check({
    id: 'refusal.every-invalid-field',
    sentence: 'every invalid field is named by its path, and no valid one',
    needs: ['miss'],
    async run(context) {
      const { miss } = context.given;
      expectInvalid(await single(context, { ...miss, state: 'x', zip: 'x' }), ['state', 'zip'], ['city']);
      const entries = [miss, { ...miss, zip: '1' }, miss, { city: 'Reno' }];
      const paths = ['addresses[1].zip', 'addresses[3].address'];
      expectInvalid(await bulk(context, entries), paths, ['addresses[0]', 'addresses[2]']);
      const mapping = { filename: 'a.txt', columnMapping: { ...MAPPING, zip: 1 } };
      expectInvalid(
        await postJob(context, mapping),
        ['filename', 'columnMapping.zip'],
        ['columnMapping.city'],
      );
    },
  }),
  check({
    id: 'refusal.one-key',
    sentence: 'a 400 has one key, error',
    async run(context) {
      const exchange = await single(context, {});
      expectError(exchange, 400);
      expectEqual('keys of the body', Object.keys(exchange.json as object), ['error'], exchange);
    },
  }),
]);

const bodies = inSection('Readings: JSON bodies (2, 5)', [
  check({
    id: 'body.not-an-object',
    sentence: 'a body that is no object is a 400',
    async run(context) {
      for (const path of [SINGLE, BULK, JOBS, '/api/contact'])
        for (const body of ['null', '[]', '"1 Main St"', '7'])
          expectError(await post(context, path, body), 400);
    },
  }),
  check({
    id: 'body.not-utf-8',
    sentence: 'a body that is not UTF-8 is a 400',
    async run(context) {
      const bytes = Uint8Array.from([...Buffer.from('{"address":"1 Ma\xefn St"}', 'latin1')]);
      expectError(await post(context, SINGLE, bytes), 400);
    },
  }),
  check({
    id: 'body.content-type',
    sentence: 'JSON under another content type, or under none, is a 400',
    needs: ['miss'],
    async run(context) {
      const body = JSON.stringify(context.given.miss);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
        expectError(await post(context, SINGLE, body, { 'Content-Type': type }), 400);
      const { http, key } = context;
      const bytes = new TextEncoder().encode(body);
      expectError(await http.send({ method: 'POST', path: SINGLE, key, body: bytes }), 400);
      expectStatus(
        await post(context, SINGLE, body, { 'Content-Type': 'application/json; charset=utf-8' }),
        200,
      );
    },
  }),
  check({
    id: 'body.depth',
    sentence: '20,000 levels of nesting are a 400',
    async run(context) {
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      expectError(await post(context, SINGLE, `{"address":${deep}}`), 400);
      expectError(await post(context, BULK, `{"addresses":${deep}}`), 400);
    },
  }),
  check({
    id: 'body.size',
    sentence: 'a body over its limit is a 400, and for bulk names addresses',
    needs: ['miss'],
    async run(context) {
      const { address } = context.given.miss;
      expectError(await single(context, { address: `${address} ${'x'.repeat(64 * KB)}` }), 400);
      const many = Array.from({ length: 50_000 }, () => ({ address }));
      expectInvalid(await bulk(context, many), ['addresses']);
      expectError(await post(context, '/api/contact', JSON.stringify({ message: 'x'.repeat(KB * KB) })), 400);
    },
  }),
  check({
    id: 'body.of-an-action',
    sentence: 'a body sent with cancel, confirm or uploaded is ignored',
    async run(context) {
      for (const [action, status] of [
        ['uploaded', 409],
        ['confirm', 409],
        ['cancel', 200],
      ] as const) {
        const job = await createJob(context);
        expectStatus(await post(context, `${JOBS}/${job.id}/${action}`, '{"broken":'), status);
      }
    },
  }),
]);

const paths = inSection('Readings: ids and queries (7, 8)', [
  check({
    id: 'job-id.malformed',
    sentence: 'an id that is no UUID is the same 404 as an unknown one',
    async run({ http, key }) {
      for (const id of ['1', 'not-a-uuid', "1'%20OR%20'1'='1", '..%2F..%2Fetc', '%00']) {
        expectError(await http.send({ method: 'GET', path: `${JOBS}/${id}`, key }), 404);
        expectError(await http.send({ method: 'POST', path: `${JOBS}/${id}/cancel`, key }), 404);
      }
    },
  }),
  check({
    id: 'query.unknown-parameters',
    sentence: 'query parameters the service does not know are ignored',
    needs: ['miss'],
    async run(context) {
      const { http, key, given } = context;
      const path = `${SINGLE}?debug=1&limit=x`;
      expectStatus(await http.send({ method: 'POST', path, key, json: given.miss }), 200);
      const listed = await http.send({ method: 'GET', path: `${JOBS}?limit=1&page=2`, key });
      expectStatus(listed, 200);
      const { jobs } = await listJobs(context, key);
      const ids = (listed.json as { jobs: { id: string }[] }).jobs.map(({ id }) => id);
      expectEqual(
        'jobs',
        ids,
        jobs.map(({ id }) => id),
        listed,
      );
    },
  }),
]);

export const requests = [...fields, ...messages, ...bodies, ...paths];

const NO_PHONES = [
  '++15125550142',
  '+0125550142',
  '+1234567',
  '+1234567890123456',
  '512+5550142',
  '25125550142',
  '512-555-0142 x5',
  '512/555/0142',
];

export const contact = inSection('Readings: contact messages (9)', [
  check({
    id: 'contact.trimmed',
    sentence: 'strings are trimmed before their length is checked',
    async run(context) {
      expectInvalid(await send(context, { ...MESSAGE, fullName: '  R  ' }), ['fullName']);
      expectInvalid(await send(context, { ...MESSAGE, message: '   Hi   ' }), ['message']);
    },
  }),
  check({
    id: 'contact.consent-null',
    sentence: 'consent null is refused',
    run: async (context) => expectInvalid(await send(context, { ...MESSAGE, consent: null }), ['consent']),
  }),
  check({
    id: 'contact.phone-grammar',
    sentence: 'a phone is digits and ( ) - . space, with one + in front at most, of a right length',
    async run(context) {
      for (const phone of NO_PHONES) expectInvalid(await send(context, { ...MESSAGE, phone }), ['phone']);
    },
  }),
  check({
    id: 'contact.refusals-do-not-count',
    sentence: 'refused messages do not use up the five',
    async run(context) {
      for (let count = 0; count < 6; count += 1)
        expectInvalid(await send(context, { ...MESSAGE, reason: 'None' }), ['reason']);
    },
  }),
  check({
    id: 'contact.wrong-key',
    sentence: 'a wrong key on it is no error',
    async run({ http }) {
      const request = { method: 'POST', path: CONTACT, key: 'pc_wrong', json: {} };
      expectError(await http.send(request), 400);
    },
  }),
]);
