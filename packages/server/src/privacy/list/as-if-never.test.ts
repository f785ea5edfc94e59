import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MATCH } from '../../testing/sandbox.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import type { Request } from './suppression.js';

// For customers a suppressed person is not to be told from one who was never on file (docs/privacy.md). Two servers answer the same
// questions: one has the people on its suppression list, the other never had them.

const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const HEADER =
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1';
/** Street, name, mailing street with city, state and ZIP, phone. */
const row = (street: string, name: string, mail = ',,,', phone = '5552010100') =>
  `${street},Dover,DE,19901,${name},Quick,${mail},${phone}`;
const MAIL = '5 Elm Ct,Salem,OR,97301';
const KEPT = [
  row('77 Quarry Rd Apt 1', 'Adam'),
  row('77 Quarry Rd Apt 2', 'Beth'),
  row('50 Letter St Apt A', 'Carl'),
  row('9 Shore Rd Lot 2', 'Dora'),
  row('14 S Maple Ave', 'Edna'),
  row('20 Birch St', 'Finn'),
  row('30 Cedar Ct', 'Gail'),
  row('40 N Finch St', 'Hugo'),
  row('12 Oak St', 'Iris'),
  row('60 Pine St', 'Jack', ',,,', ''),
];
/** Rows of the people who ask to be left out, with their request. */
const GONE: readonly (readonly [row: string, request: Request])[] = [
  ...[
    ...['77 Quarry Rd Apt 3', '50 Letter St Apt B', '9 Shore Rd Lot 3', '14 N Maple Ave', '20 Birch Ave'],
    ...[
      ...['31 Cedar Ct', '30 Cedar Ct Unit 9', '41 Finch St', '12 Oak St'],
      ...['80 Only Unit Way Apt 1', '90 Alone St'],
    ],
  ].map(
    (street) =>
      [
        row(street, 'Zelda'),
        {
          kind: 'person',
          name: 'Zelda Quick',
          address: { address: street, city: 'Dover', state: 'DE', zip: '19901' },
        },
      ] as const,
  ),
  [
    row('70 Mail St', 'Yorick', MAIL),
    {
      kind: 'person',
      name: 'Yorick Quick',
      address: { address: '5 Elm Ct', city: 'Salem', state: 'OR', zip: '97301' },
    },
  ],
  [
    row('71 Mail St', 'Xenia', MAIL.replace('5 Elm', '6 Elm')),
    { kind: 'zip', name: 'Xenia Quick', zip: '97301' },
  ],
  [row('72 Mail St Apt 1', 'Willa', MAIL, ''), { kind: 'zip', name: 'Willa Quick', zip: '97301' }],
];
const ASKED = [
  ...['77 Quarry Rd Apt 3', '77 Quarry Rd # 3', '77 Quarry Rd', '77 Quarry Rd Apt 4', '50 Letter St Apt B'],
  ...['50 Letter St', '9 Shore Rd Lot 3', '9 Shore Rd', '14 Maple Ave', '14 N Maple Ave', '14 Mapel Ave'],
  ...['20 Birch Ave', '20 Birch', '30 Cedar Ct Unit 9', '30 Cedar Ct', '31 Cedar Ct', '40 Finch St'],
  ...['41 Finch St', '12 Oak St', '12 Oak', '80 Only Unit Way', '80 Only Unit Way Apt 1', '90 Alone St'],
  ...['90 Alone', '70 Mail St', '71 Mail St', '72 Mail St Apt 1', '72 Mail St', '60 Pine St'],
];
/** The lead may mean the suppressed person's property, or its neighbor: it stays a miss, as one that is not on file. */
const MAY_MEAN_BOTH: ReadonlySet<string> = new Set([
  '14 Maple Ave',
  '14 Mapel Ave',
  '20 Birch',
  '40 Finch St',
]);

let suppressed: TemporaryServer;
let never: TemporaryServer;
/** Answers of the first server before anybody asked to be left out. */
const before = new Map<string, unknown>();

const lead = (address: string) => ({ address, city: 'Dover', state: 'DE', zip: '19901' });
const oneLine = (address: string) => ({ address: `${address}, Dover, DE 19901` });
const PATHS: Readonly<Record<string, (server: TemporaryServer, address: string) => Promise<unknown>>> = {
  'a single lookup': async (server, address) =>
    (await server.call('skipTraceSingle', { json: lead(address) })).json,
  'a bulk': async (server, address) =>
    (await server.call('skipTraceBulk', { json: { addresses: [lead(address)], requirePhone: true } })).json,
  'the lookup page': async (server, address) =>
    (await (await server.signedIn()).ask('/app/api/lookups', { json: oneLine(address) })).json,
};
/** The preview of a job for each address. */
async function previews(server: TemporaryServer): Promise<Record<string, unknown>> {
  // The limit of an account is below this number of jobs.
  const { apiKey: key } = await server.createAccount(1_000);
  const found: Record<string, unknown> = {};
  const jobs: [address: string, jobId: string][] = [];
  for (const address of ASKED)
    jobs.push([
      address,
      await server.upload(`Address,City,State,Zip\n${address},Dover,DE,19901\n`, { key, requirePhone: true }),
    ]);
  for (const [address, jobId] of jobs) {
    const json = await server.jobUntil({ jobId, key }, 'preview');
    found[address] = [json['matchedRows'], json['missReasons'], json['resultSummary']];
  }
  return found;
}

describe('a person on the suppression list', () => {
  beforeAll(async () => {
    suppressed = await temporaryServer({ sandbox: false });
    never = await temporaryServer({ sandbox: false });
    await suppressed.importOwners([HEADER, ...KEPT, ...GONE.map(([line]) => line)].join('\n'));
    await never.importOwners([HEADER, ...KEPT].join('\n'));
    for (const server of [suppressed, never]) await server.service.startWorker();
    for (const [path, look] of Object.entries(PATHS))
      for (const address of MAY_MEAN_BOTH) before.set(`${path} ${address}`, await look(suppressed, address));
    await suppressed.service.suppressions.add(
      GONE.map(([, request]) => request),
      WHY,
    );
  });
  afterAll(async () => {
    await suppressed.close();
    await never.close();
  });

  it.each(Object.entries(PATHS))('is in %s as if never on file', async (path, look) => {
    for (const address of ASKED) {
      const found = [address, await look(suppressed, address)];
      if (MAY_MEAN_BOTH.has(address)) expect(found).toEqual([address, before.get(`${path} ${address}`)]);
      else expect(found).toEqual([address, await look(never, address)]);
    }
  });

  it('is in a preview as if never on file, for matches with a phone', async () => {
    const [ofSuppressed, ofNever] = [await previews(suppressed), await previews(never)];
    for (const address of ASKED)
      expect([address, ofSuppressed[address]]).toEqual([
        address,
        ofNever[MAY_MEAN_BOTH.has(address) ? '90 Alone St' : address],
      ]);
  });

  it('is in the preview and the result of a whole list as if never on file', async () => {
    const streets = ASKED.filter((address) => !MAY_MEAN_BOTH.has(address));
    const rows = streets.map((address) => `${address},Dover,DE,19901`);
    const [ofSuppressed, ofNever] = await Promise.all(
      [suppressed, never].map(async (server) => {
        const jobId = await server.preview(['Address,City,State,Zip', ...rows].join('\n'));
        const { matchedRows, missReasons } = await server.until(jobId, 'preview');
        return { matchedRows, missReasons, result: await server.download(await server.complete(jobId)) };
      }),
    );
    expect(ofSuppressed).toEqual(ofNever);
  });
});

it('leaves out a made-up owner of the sandbox that is loaded after the entry', async () => {
  const server = await temporaryServer();
  try {
    const { service } = server;
    await service.unloadSandbox();
    await service.suppressions.add([{ kind: 'person', name: 'Jordan Avery', address: MATCH }], WHY);
    await service.loadSandbox();
    expect((await server.call('skipTraceSingle', { json: MATCH })).json).toMatchObject({ found: false });
  } finally {
    await server.close();
  }
});
