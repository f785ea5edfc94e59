// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoughtRecords } from '../../money/log/disclosures.js';
import { erasePerson, findPerson } from '../../privacy/person/index.js';
import { personOf } from '../../privacy/search/index.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

const OWNER_FILE =
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip';
/** Owners by house: name, phones with their marks, mailing address. */
const HOUSES: Record<number, readonly string[]> = {
  // Each house is one test's.
  ...Object.fromEntries([12, 14, 16, 18, 20, 22].map((house) => [house, ['Abel', 'Berta', 'Carl']])),
  30: ['Ann', 'Ben'],
  32: ['Solo'],
  34: ['Paula', 'Quentin'],
  40: Array.from({ length: 11 }, (_, n) => `Crowd${n}`),
};
const phoneOf = (house: number, at: number) => `55520${house}1${String(at).padStart(2, '0')}`;
const OWNERS = [
  `${OWNER_FILE},Phone 1,Phone 1 Type,Phone 1 DNC,Phone 2,Phone 2 Type,Phone 2 DNC,Email`,
  ...Object.entries(HOUSES).flatMap(([house, names]) =>
    names.map((name, at) => {
      const mail = name === 'Berta' ? `${house} Far Ct,Salem,OR,97301` : ',,,';
      const [one, other] = [phoneOf(Number(house), at), phoneOf(Number(house), at + 50)];
      const second = name === 'Carl' ? `${other},Mobile,No` : ',,';
      const phones = name === 'Quentin' ? ',,,,,' : `${one},Mobile,${['No', 'Yes', ''][at % 3]},${second}`;
      return `${house} Oak St,Dayton,OH,45402,${name},Quick${house},${mail},${phones},${name.toLowerCase()}${house}@example.com`;
    }),
  ),
].join('\n');
const WHY = { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const at = (house: number) => ({ address: `${house} Oak St`, city: 'Dayton', state: 'OH', zip: '45402' });

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer({ balanceCents: 10_000, sandbox: false });
  await server.importOwners(OWNERS);
  await server.service.startWorker();
});
afterAll(() => server.close());

const previewed = (houses: readonly number[], more = '') =>
  server.preview(
    `Address,City,State,Zip\n${houses.map((house) => `${house} Oak St,Dayton,OH,45402\n`).join('')}${more}`,
  );
const completed = async (...houses: readonly number[]) => server.complete(await previewed(houses));
const balance = () => server.service.billing.balanceCents(server.account.accountId);

/** The rows of a result, with what they have under each header; empty cells are left out. */
const rowsIn = (text: string) => {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(
      names.flatMap((name, column) => (cells[column] === '' ? [] : [[name, cells[column]]])),
    );
  });
};
const rowsOf = async (jobId: string) => rowsIn(await server.download(jobId));
/** The first names in a row, each with the ends of its numbers. */
const peopleIn = (row: Record<string, string | undefined> = {}) =>
  ['', '2 ', '3 ', '4 '].flatMap((of) => {
    const name = row[`Owner ${of}First Name`];
    if (name === undefined) return [];
    const prefix = of === '' ? 'Phone' : `Owner ${of}Phone`;
    const numbers = [1, 2].flatMap((n) => row[`${prefix} ${n}`] ?? []);
    return [`${name} ${numbers.map((number) => number.slice(-2)).join(' ')}`.trim()];
  });
const firstRow = async (jobId: string) => peopleIn((await rowsOf(jobId))[0]);

/** Names of the people in the log of a job's result. */
async function disclosed(jobId: string): Promise<string[]> {
  const chain = server.account.accountId;
  const content = await server.service.auditStore.readPart({ chain, reference: jobId, part: 0 });
  if (content === null) throw new Error('the log has no such part');
  const isIn = (id: number) => new SoughtRecords(new Set([id]), new Set()).amongPacked(content) === 'record';
  const ids = Array.from({ length: 60 }, (_, n) => n + 1).filter(isIn);
  const records = await server.service.engine.owners.index.records(ids);
  return [...records.values()].map(({ firstName }) => String(firstName));
}

describe('the owners of a property in a list', () => {
  it('all come with their own phones and mail, for the price of one, and are in the log', async () => {
    const before = await balance();
    const jobId = await completed(12, 32);
    expect(await balance()).toBe(before - 8);
    const [several = {}, one = {}] = await rowsOf(jobId);
    expect(peopleIn(several)).toEqual(['Abel 00', 'Berta 01', 'Carl 02 52']);
    expect(several).toMatchObject({
      'Owner 2 Full Name': 'Berta Quick12',
      'Owner 2 Mailing Address': '12 Far Ct',
      'Owner 2 Email 1': 'berta12@example.com',
      'Phone 1 DNC': 'No',
      'Phone 1 DNC Status': 'not listed',
      'Owner 2 Phone 1 DNC': 'Yes',
      'Owner 2 Phone 1 DNC Status': 'listed',
      'Owner 3 Phone 1 DNC': 'Yes',
      'Owner 3 Phone 1 DNC Status': 'not checked',
    });
    expect(Object.keys(one).filter((name) => /^Owner [23]/.test(name))).toEqual([]);
    expect(await disclosed(jobId)).toEqual(['Abel', 'Berta', 'Carl', 'Solo']);
    const { json } = await (await server.signedIn()).ask(`/app/api/jobs/${jobId}/rows`, {});
    expect(json['rows']).toMatchObject([
      { owner: { name: 'Abel Quick12' }, coOwners: [{ name: 'Berta Quick12' }, { name: 'Carl Quick12' }] },
      { coOwners: [] },
    ]);
  });

  it('begin with the one whom the row names', async () => {
    const jobId = await server.complete(
      await server.preview('Address,City,State,Zip,First,Last\n30 Oak St,Dayton,OH,45402,Ben,Quick30\n', {
        columnMapping: {
          address: 'Address',
          city: 'City',
          state: 'State',
          zip: 'Zip',
          firstName: 'First',
          lastName: 'Last',
        },
      }),
    );
    expect(await firstRow(jobId)).toEqual(['Ben 01', 'Ann 00']);
  });

  it('are one where more than ten are on file', async () => {
    expect(await firstRow(await completed(40))).toHaveLength(1);
  });

  it('are named without a phone too, in a list that pays for owners with a phone alone', async () => {
    const options = { requirePhone: true };
    const jobId = await server.complete(
      await server.preview('Address,City,State,Zip\n34 Oak St,Dayton,OH,45402\n', options),
    );
    expect(await firstRow(jobId)).toEqual(['Paula 00', 'Quentin']);
  });
});

describe('an owner beside the first who asked to be left out', () => {
  it('is in no column of a list, and the ones behind move up with their own phones', async () => {
    const { suppressions } = server.service;
    const whole = await completed(14);
    const waiting = await previewed([14]);
    const before = await balance();
    for (const request of [
      { kind: 'person', name: 'Berta Quick14', address: at(14) },
      { kind: 'person', name: 'Berta Quick14', address: { address: '14 Far Ct', zip: '97301' } },
      { kind: 'zip', name: 'Berta Quick14', zip: '97301' },
    ] as const) {
      const { ids } = await suppressions.add([request], WHY);
      const text = await server.download(await completed(14));
      expect(text, request.kind).not.toMatch(/Berta|Far Ct|Owner 3/);
      expect(peopleIn(rowsIn(text)[0])).toEqual(['Abel 00', 'Carl 02 52']);
      await suppressions.lift(ids[0] ?? '', { reason: 'a mistake', by: 'test', actor: 'command:test' });
    }
    await suppressions.add([{ kind: 'zip', name: 'Berta Quick14', zip: '97301' }], WHY);
    // Paid for afterwards, and delivered before.
    const late = await server.complete(waiting);
    for (const jobId of [late, whole]) {
      const text = await server.download(jobId);
      expect(text).not.toMatch(/berta|Far Ct|5552014101/i);
      expect(peopleIn(rowsIn(text)[0])).toEqual(['Abel 00', 'Carl 02 52']);
    }
    expect(await disclosed(late)).toEqual(['Abel', 'Carl']);
    // Three lists and the one that waited; nothing is given back, because each row keeps its match.
    expect(await balance()).toBe(before - 16);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('takes no other owner along, but the first owner does: the row is no match, and is given back', async () => {
    const jobId = await completed(16);
    const before = await balance();
    await server.service.suppressions.add([{ kind: 'person', name: 'Abel Quick16', address: at(16) }], WHY);
    expect((await rowsOf(jobId))[0]).not.toHaveProperty('Skip Trace Status');
    expect(await server.download(jobId)).not.toMatch(/Quick16|5552016/);
    expect(await balance()).toBe(before + 4);
  });

  it('loses a single phone or email, and nothing else', async () => {
    const jobId = await completed(18);
    await server.service.suppressions.add(
      [
        { kind: 'phone', phone: phoneOf(18, 2) },
        { kind: 'email', email: 'berta18@example.com' },
      ],
      WHY,
    );
    for (const one of [jobId, await completed(18)]) {
      const [row = {}] = await rowsOf(one);
      expect(peopleIn(row)).toEqual(['Abel 00', 'Berta 01', 'Carl 52']);
      expect(row).not.toHaveProperty(['Owner 2 Email 1']);
      expect(row).toHaveProperty(['Owner 3 Email 1']);
    }
  });

  it.each([
    ['as noted', 20, false],
    ['although the notes of the matches are lost', 22, true],
  ])('is found in stored lists and deleted from them, %s', async (_, house, isForgotten) => {
    const jobId = await completed(house);
    if (isForgotten) {
      const { files } = server.service.engine;
      for (const { name } of await files.list(jobId)) if (/matches/.test(name)) await files.remove(name);
    }
    const before = await balance();
    const person = personOf({ name: `Carl Quick${house}`, address: `${house} Oak St, Dayton, OH 45402` });
    const found = await findPerson(server.service, person);
    expect(found.jobs.map(({ jobId: id, ownerRows }) => [id, ownerRows])).toEqual([[jobId, 1]]);
    // First another owner leaves, so that the places in the row no longer match the notes.
    await server.service.suppressions.add(
      [{ kind: 'person', name: `Berta Quick${house}`, address: at(house) }],
      WHY,
    );
    expect(await firstRow(jobId)).toEqual(['Abel 00', 'Carl 02 52']);
    await erasePerson(server.service, WHY, await findPerson(server.service, person));
    expect(await firstRow(jobId)).toEqual(['Abel 00']);
    expect(await server.download(jobId)).not.toMatch(/carl|berta/i);
    expect((await findPerson(server.service, person)).jobs).toEqual([]);
    expect(await balance()).toBe(before);
  });
});

it('are made-up people in a list of a test key', async () => {
  const { apiKey } = await server.service.database.write((tx) =>
    server.service.accounts.createKey(tx, server.account.accountId, { mode: 'test' }),
  );
  const list = 'Address,City,State,Zip\n600 Sandbox Couple Ct,Denver,CO,80202\n';
  const jobId = await server.complete(await server.preview(list, { key: apiKey }), apiKey);
  const { json } = await server.call('getSkipTraceJob', { jobId, key: apiKey });
  const text = await (await fetch(String(json['downloadUrl']))).text();
  expect(peopleIn(rowsIn(text)[0])).toEqual(['Alex 60', 'Sam 61']);
});
