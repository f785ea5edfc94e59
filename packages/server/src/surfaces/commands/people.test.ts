// Engines: SQLite, PostgreSQL at a release

import { copyFile, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordsAt } from '../../directory/index.js';
import { erasePerson, findPerson } from '../../privacy/person/index.js';
import { personOf } from '../../privacy/search/index.js';
import { engineOfTests } from '../../testing/engines.js';
import { capturedIo, runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { PersonalFiles } from '../../work/jobs/index.js';
import { main } from './main.js';

const HEADER =
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1,Email';
const OWNERS = `${HEADER}
14 Oak St,Dayton,OH,45402,Xenia,Lone,5 Elm Ct,Salem,OR,97301,5552010103,xenia@example.com
16 Oak St,Dayton,OH,45402,Willa,Kept,,,,,5552010104,willa@example.com
`;
/** Jane again, at another property and with another phone; and a namesake elsewhere. */
const VENDOR = `${HEADER}
14 Oak St,Dayton,OH,45402,Xenia,Lone,,,,,5552010105,
9 Fir St,Reno,NV,89501,Xenia,Lone,,,,,5552010106,
`;
const HERS = /xenia|lone|5 elm|5552010103|5552010105/i;
const HOME = { address: '14 Oak St', city: 'Dayton', state: 'OH', zip: '45402' };
const RENO = { address: '9 Fir St', city: 'Reno', state: 'NV', zip: '89501' };
const LEADS =
  'Seller,Address,City,State,Zip,Call\n' +
  'Xenia Lone,14 Oak St,Dayton,OH,45402,555-201-0103\n' +
  'Somebody Else,16 Oak St,Dayton,OH,45402,555-201-0199\n';
const XENIA = ['--name', 'Xenia Lone', '--address', '14 Oak St, Dayton, OH 45402'];
const WHY = ['--reason', 'letter of May 3'];

let server: TemporaryServer;
let completed: string;
/** A server with the owners; and with a finished job of the list, which takes longer than the rest. */
async function open({ withJob }: { withJob: boolean }): Promise<void> {
  server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
  await load('county', OWNERS);
  await load('vendor', VENDOR);
  if (!withJob) return;
  await server.service.startWorker();
  completed = await server.complete(await upload());
}
const close = () => server.close();

const beside = (name: string) => path.join(path.dirname(server.dataDir), name);

const load = (source: string, content: string, replace = false) =>
  server.importOwners(content, { source, replace });

const upload = () => server.preview(LEADS);

async function run(...words: readonly string[]) {
  const settings = await engineOfTests.settings(server.dataDir);
  return runCommand({ ...settings, DATA_DIR: server.dataDir, USER: 'ana' }, ['people', ...words]);
}
async function json(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { out, err } = await run(...words, '--json');
  expect(err).toBe('');
  return JSON.parse(out) as Record<string, unknown>;
}
const write = (message: Partial<Parameters<typeof server.service.messages.send>[0]>, from: string) =>
  server.service.messages.send(
    { fullName: 'A', email: 'a@example.com', phone: '', reason: 'Other', message: 'Hello.', ...message },
    from,
  );
const found = async (lead: object, key?: string) => {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return (await server.call('skipTraceSingle', { json: lead, headers })).json['found'];
};
/** Stored rows of all owners, as text. */
const stored = async (): Promise<string> => {
  const all: unknown[] = [];
  for await (const page of server.service.ownerStores.holdings.pages('stored'))
    all.push(...page.map(({ contact }) => contact));
  return JSON.stringify(all);
};
const uploadOf = async (jobId: string): Promise<string[]> =>
  (await server.service.engine.files.list(jobId))
    .map(({ name }) => name)
    .filter((name) => /upload/.test(name));

// Nothing here deletes a person who is stored: the tests share a server, in this order.
describe("one person's request", () => {
  beforeAll(() => open({ withJob: true }));
  afterAll(close);

  it('is answered with what is stored, where, and in which customers’ files', async () => {
    await write({ fullName: 'Xenia Lone', message: 'I live at 14 Oak Street.' }, '10.0.0.1');
    await write({ fullName: 'Xenia Lone', message: 'Another one of this name.' }, '10.0.0.2');
    await write({ email: 'xenia@example.com', message: 'Who are you?' }, '10.0.0.3');
    for (const [lead, key] of [
      [HOME, 'one'],
      [RENO, 'two'],
    ] as const)
      await found(lead, key);
    await server.call('skipTraceBulk', {
      json: { addresses: [RENO, HOME] },
      headers: { 'idempotency-key': 'three' },
    });
    const answer = await json('find', ...XENIA);
    expect(answer).toMatchObject({
      // One record of each source, and the joined one.
      ownerRecords: [{ source: 'county' }, { source: 'vendor' }, {}],
      jobs: [
        {
          jobId: completed,
          accountId: server.account.accountId,
          status: 'completed',
          listRows: 1,
          ownerRows: 1,
        },
      ],
      supportMessages: [{}],
      replays: [
        { accountId: server.account.accountId, operation: 'skipTraceSingle' },
        { accountId: server.account.accountId, operation: 'skipTraceBulk' },
      ],
      savedLookups: [{ accountId: server.account.accountId }],
    });
    expect(JSON.stringify(answer)).not.toMatch(HERS);
    const shown = await run('find', ...XENIA);
    expect(shown.out).toMatch(/Xenia Lone +14 Oak St, Dayton, OH, 45402/);
    expect(shown.out).toContain(completed);
    expect(shown.out).toContain('Saved lookups of customers: 1');
    const property = await json('find', '--address', '14 Oak Street, Dayton, OH 45402');
    expect(property).toMatchObject({ savedLookups: [{ accountId: server.account.accountId }] });
  });

  it('finds the same by phone, email, ZIP, and city, and no one by other values', async () => {
    for (const words of [
      ['--phone', '(555) 201-0103'],
      ['--email', 'Xenia@Example.com'],
      ['--name', 'Lone, Xenia M', '--zip', '45402'],
      ['--name', 'xenia lone', '--city', 'dayton', '--state', 'oh'],
    ])
      expect(await json('find', ...words), words.join(' ')).toMatchObject({
        ownerRecords: [{}, {}, {}],
        jobs: [{ jobId: completed, listRows: 1, ownerRows: 1 }],
      });
    expect(await json('find', '--name', 'Xenia Lone', '--zip', '45403')).toMatchObject({
      ownerRecords: [],
      jobs: [],
      supportMessages: [],
    });
    // Her phone with another name.
    expect(
      await json('find', '--name', 'Willa Kept', '--zip', '89501', '--phone', '5552010103'),
    ).toMatchObject({
      ownerRecords: [],
    });
    for (const words of [
      ['--zip', '45402'],
      ['--city', 'Dayton', '--state', 'OH'],
    ])
      for (const action of ['find', 'export', 'suppress', 'delete']) {
        const others = { find: [], export: ['--out', beside('x.json')] }[action] ?? ['--reason', 'x'];
        const { code, err } = await run(action, '--name', 'Xeni\u0430 Lone', ...words, ...others);
        expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('in Latin letters')]);
        expect(code).not.toBe(0);
      }
    expect((await run('find', '--name', 'Xenia Lone')).code).toBe(2);
    expect((await run('find')).code).toBe(2);
  });

  it('is exported to a file that only the operator can read, and never replaces a file', async () => {
    const file = beside('xenia.json');
    expect(await json('export', '--email', 'xenia@example.com', '--out', file)).toMatchObject({ file });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const document = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown[]>;
    expect(document).toMatchObject({
      ownerRecords: expect.arrayContaining([
        expect.objectContaining({ source: 'county', mailingCity: 'Salem', emails: ['xenia@example.com'] }),
      ]),
      rowsInCustomersFiles: [{ customer: 1, row: expect.stringContaining('14 Oak St') }],
      savedLookupsOfCustomers: [{ customer: 1, address: '14 OAK ST, DAYTON OH 45402' }],
      supportMessages: expect.arrayContaining([expect.objectContaining({ message: 'Who are you?' })]),
    });
    expect(JSON.stringify(document)).not.toMatch(/willa|89501|another one/i);
    for (const id of [server.account.accountId, completed])
      expect(JSON.stringify(document)).not.toContain(id);
    expect((await run('export', '--email', 'xenia@example.com', '--out', file)).code).toBe(2);
  });

  it('is not deleted before it was shown what will be, and confirmed', async () => {
    const refused = await run('delete', ...XENIA, ...WHY);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--yes')]);
    const settings = await engineOfTests.settings(server.dataDir);
    const { io, said } = capturedIo({ ...settings, DATA_DIR: server.dataDir, USER: 'ana' });
    const asked = { ...io, confirm: () => Promise.resolve(false) };
    expect(await main(['people', 'delete', ...XENIA, ...WHY], asked)).toBe(1);
    expect(said.err).toMatch(/Xenia Lone +14 Oak St/);
    expect(said.err).toMatch(/^skiptrace-server: Nothing was deleted\.$/m);
    expect((await run('delete', ...XENIA)).code).toBe(2);
    expect(await found(HOME)).toBe(true);
  });

  it('reaches a row or a message by another’s phone or email only where it has the name, too', async () => {
    await write({ fullName: 'Somebody Else', email: 'else@example.com' }, '10.0.0.4');
    await write({ fullName: 'Third Person', message: 'Somebody Else has else@example.com.' }, '10.0.0.5');
    const somebody = ['--name', 'Somebody Else', '--address', '99 Elm St, Dayton, OH 45402'];
    const answer = await json('find', ...somebody, '--email', 'else@example.com', '--phone', '5552010103');
    expect(answer).toMatchObject({ supportMessages: [{}], jobs: [], leftAside: 2 });
    const row = await json('find', ...somebody, '--phone', '5552010199');
    expect(row).toMatchObject({ jobs: [{ jobId: completed, listRows: 1 }], leftAside: 1 });
  });

  const MALLORY = ['--name', 'Oak Dayton', '--address', '18 Oak St, Dayton, OH 45402'];
  const HER_CONTACTS = ['--phone', '5552010103', '--email', 'xenia@example.com'];
  const ASIDE = '2 phones or emails are on file for other names, or not at all: they were left aside.';
  const asked = [...MALLORY, ...HER_CONTACTS];

  it('is not answered with what is stored for a phone and an email of another person', async () => {
    await write({ fullName: 'Xenia Lone', email: 'xenia@example.com', message: 'Oak Dayton.' }, '10.0.0.6');
    const { length: messages } = await server.service.messages.list();
    const nothing = { ownerRecords: [], jobs: [], supportMessages: [], leftAside: 2 };
    expect(await json('find', ...asked)).toMatchObject(nothing);
    expect((await run('find', ...asked)).out).toContain(ASIDE);
    const file = beside('mallory.json');
    expect((await run('export', ...asked, '--out', file)).out).toContain(ASIDE);
    expect(await readFile(file, 'utf8')).not.toMatch(HERS);
    const suppressed = await run('suppress', ...asked, ...WHY);
    expect(suppressed.out).toContain(`Added 1, on the list already: 0.\n${ASIDE}`);
    expect((await run('delete', ...asked, ...WHY, '--yes')).out).toContain(ASIDE);
    expect(await found(HOME)).toBe(true);
    expect(await server.download(completed)).toMatch(/Xenia Lone.*555-201-0103.*xenia@example.com/);
    expect(await server.service.messages.list()).toHaveLength(messages);
    const none = await run('suppress', '--name', 'Nobody Known', '--city', 'Dayton', '--state', 'OH', ...WHY);
    expect(none).toEqual({
      code: 1,
      out: '',
      err: 'skiptrace-server: Nothing is stored about this person.\n',
    });
  });

  it('is left out without deleting anything', async () => {
    // The phone, and the person at the property and at the mailing address.
    expect(await json('suppress', '--phone', '5552010103', ...WHY)).toMatchObject({ added: 3 });
    expect(await found(HOME)).toBe(false);
    expect(await stored()).toMatch(HERS);
    await server.anew();
  });

  it('leads on from a phone and an email without a name, and with the name of their own owner record', async () => {
    expect(await json('find', ...HER_CONTACTS)).toMatchObject({ leftAside: 0 });
    const hers = await json('suppress', ...XENIA, ...HER_CONTACTS, ...WHY);
    expect(hers).toMatchObject({ added: 4, leftAside: 0 });
  });

  it('is searched for in the file of a cancelled list, while that is kept', async () => {
    const cancelled = await upload();
    await server.call('cancelSkipTraceJob', { jobId: cancelled });
    const { jobs } = await json('find', ...XENIA);
    expect(jobs).toContainEqual(
      expect.objectContaining({ jobId: cancelled, status: 'cancelled', listRows: 1, unread: null }),
    );
  });
});

describe('deleting a person', () => {
  beforeEach(() => open({ withJob: true }));
  afterEach(close);

  it('leaves nothing behind, refunds results no longer delivered, and touches no one else', async () => {
    await write({ fullName: 'Xenia Lone', email: 'xenia@example.com' }, '10.0.0.1');
    await write({ fullName: 'Other Person' }, '10.0.0.2');
    const { messages } = server.service;
    const other = (await messages.list()).find(({ fullName }) => fullName === 'Other Person')?.id ?? '';
    const note = { kind: 'note', by: 'Ana' } as const;
    await messages.add(other, { ...note, id: 'one', text: 'It is about xenia@example.com.' });
    await messages.add(other, { ...note, id: 'two', text: 'Called: no answer.' });
    expect(await found(HOME, 'one')).toBe(true);
    const previewed = await upload();
    const before = await server.service.billing.balanceCents(server.account.accountId);
    const answer = await json('delete', '--email', 'xenia@example.com', ...WHY, '--yes');
    expect(answer).toMatchObject({
      deleted: true,
      removed: { entries: 3, ownerRecords: 3, jobs: 1, unfinishedJobs: 1, messages: 1, savedLookups: 1 },
    });
    expect(JSON.stringify(answer)).not.toMatch(HERS);

    expect((await stored()).replaceAll(/"9 Fir St"|Reno/g, '')).not.toMatch(/5 elm|5552010103|5552010105/i);
    expect(await found(HOME)).toBe(false);
    // The receipt refers to a record that is now erased: the repeat is a miss and is refunded.
    expect(await found(HOME, 'one')).toBe(false);
    const result = await server.download(completed);
    expect(result).not.toMatch(HERS);
    expect(result).toContain('Somebody Else,16 Oak St');
    expect(result).toContain('willa@example.com');
    expect(result).toMatch(/^,14 Oak St,Dayton,OH,45402,,/m);
    expect(await uploadOf(completed)).toEqual([]);
    expect(await messages.list()).toMatchObject([{ id: other, thread: [{ text: 'Called: no answer.' }] }]);
    expect(await server.service.billing.balanceCents(server.account.accountId)).toBe(before + 2 * 4);
    expect(await found(RENO)).toBe(true);
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.fileFindings()).toEqual([]);

    // An unfinished job continues without her; then its files are cleaned.
    await server.call('confirmSkipTraceJob', { jobId: previewed });
    await server.until(previewed, 'completed');
    expect(await server.download(previewed)).not.toMatch(/xenia@|5 elm|5552010105/i);
    expect(await json('delete', '--name', 'Xenia Lone', '--zip', '45402', ...WHY, '--yes')).toMatchObject({
      removed: { ownerRecords: 0, jobs: 1, unfinishedJobs: 0 },
    });
    expect(await server.download(previewed)).not.toMatch(/xenia|lone/i);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('can be killed after each step and repeated', async () => {
    await write({ fullName: 'Xenia Lone', email: 'xenia@example.com' }, '10.0.0.1');
    await found(HOME);
    const person = personOf({ phone: '5552010103', email: 'xenia@example.com' });
    const why = { reason: 'x', source: 'test', enteredBy: 'ana', actor: 'command:ana' };
    let kills = 0;
    for (let steps = 1; ; steps++) {
      let left = steps;
      /** Wraps all functions of `parts`, and throws in place of the last call, like a kill. */
      const mortal = <T extends object>(parts: T): T =>
        new Proxy(parts, {
          get: (one, name) => {
            const member: unknown = Reflect.get(one, name, one);
            if (typeof member !== 'function') return member;
            const call = member.bind(one) as (...given: unknown[]) => unknown;
            return (...given: unknown[]) => {
              if (left === 0) throw new Error('killed');
              left -= 1;
              return call(...given);
            };
          },
        });
      const { corrections, erasures, personalFiles, messages, personRequests, suppressions } = server.service;
      const { replays, saved } = server.service;
      const parts = {
        corrections,
        suppressions,
        erasures,
        personalFiles,
        messages,
        personRequests,
        replays,
        saved,
      };
      const files = new PersonalFiles({
        database: server.service.database,
        store: mortal(server.service.engine.files),
        // Reading a job brings its result up to date.
        results: {
          current: async (job) => (await server.call('getSkipTraceJob', { jobId: job.id }), job),
          changing: (_, work) => work(),
        },
        owners: {
          read: (ids) => server.service.owners.read(ids),
          addresses: () => Promise.resolve(new Map()),
          at: (leads) => recordsAt(server.service.engine.owners.index, leads),
        },
      });
      const dying = {
        erasures: mortal(erasures),
        personalFiles: files,
        personRequests,
        replays,
        messages: mortal(messages),
        suppressions: mortal(suppressions),
        saved: mortal(saved),
        corrections: mortal(corrections),
      };
      try {
        await erasePerson(dying, why, await findPerson(parts, person));
        break;
      } catch (error) {
        expect((error as Error).message).toBe('killed');
        kills += 1;
      }
      // From the first step on, no lookup returns her.
      expect(await found(HOME), `after ${steps} steps`).toBe(false);
    }
    expect(kills).toBeGreaterThan(5);
    expect(await stored()).not.toMatch(/5 elm|5552010103|5552010105/i);
    expect(await server.download(completed)).not.toMatch(HERS);
    expect(await uploadOf(completed)).toEqual([]);
    expect(await server.service.messages.list()).toEqual([]);
    expect(await server.service.saved.concerning([], () => true)).toEqual([]);
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.fileFindings()).toEqual([]);
  });

  it('stays in force after a later import: she is left out of answers, and her new records are deleted', async () => {
    await json('delete', ...XENIA, ...WHY, '--yes');
    await load('county', OWNERS.replace('5552010104', '5552010109'), true);
    expect(await stored()).toMatch(/5 Elm/);
    expect(await found(HOME)).toBe(false);
    expect(await json('delete', '--again')).toEqual({ ownerRecords: 1 });
    expect(await stored()).not.toMatch(/5 Elm/);
    expect(await json('delete', '--again')).toEqual({ ownerRecords: 0 });
    // Even with her entry lifted no one is found, because her records were deleted.
    for (const { erasedBy } of await server.anew()) expect(erasedBy).toBe('ana');
    expect(await found(HOME)).toBe(false);
    await load('county', OWNERS.replace('5552010104', '5552010110'), true);
    expect(await found(HOME)).toBe(true);
    expect(await json('delete', '--again')).toEqual({ ownerRecords: 0 });
  });
});

describe.runIf(engineOfTests.name === 'SQLite')('a backup from before', () => {
  beforeEach(() => open({ withJob: true }));
  afterEach(close);
  const operate = async (env: Record<string, string>, ...words: readonly string[]) => {
    return runCommand({ DISK_RESERVE_BYTES: '0', ...env }, words, { stopRequested: () => Promise.resolve() });
  };

  it('is cleaned of the person again before it answers', async () => {
    expect((await operate({ DATA_DIR: server.dataDir }, 'backup', beside('backup'))).code).toBe(0);
    await json('delete', ...XENIA, ...WHY, '--yes');
    const DATA_DIR = beside('restored');
    expect((await operate({ DATA_DIR }, 'restore', beside('backup'))).code).toBe(0);
    await copyFile(path.join(server.dataDir, 'suppressions.log'), path.join(DATA_DIR, 'suppressions.log'));
    expect((await operate({ DATA_DIR, PORT: '0' }, 'start', '--json')).code).toBe(0);
    const { out } = await operate({ DATA_DIR }, 'people', 'find', ...XENIA, '--json');
    // Rows in customers' files are removed when the files are next read, or with "people delete".
    expect(JSON.parse(out)).toMatchObject({ ownerRecords: [], jobs: [{ ownerRows: 1 }] });
    expect(await readFile(path.join(DATA_DIR, 'suppressions.log'), 'utf8')).not.toMatch(HERS);
  });
});

// Each test deletes people of its own.
describe('people of one name who share a mailing address', () => {
  /** Three properties of one name and one agent, with the middle initials D and A, and without one. */
  const family = (last: string, street: string) =>
    [
      ['30', 'Dayton,OH,45402', 'JOHN D'],
      ['31', 'Toledo,OH,43604', 'JOHN A'],
      ['32', 'Canton,OH,44702', 'JOHN'],
    ].map(
      ([house, town, first]) =>
        `${house} ${street},${town},${first},${last},1 ${last} Plaza,Akron,OH,44301,55520102${house},\n`,
    );
  beforeAll(async () => {
    await open({ withJob: false });
    await load('agent', [HEADER, '\n', ...family('KOWAL', 'Ash St'), ...family('NADLER', 'Elm St')].join(''));
  });
  afterAll(close);
  const john = (last: string, street: string) => [
    ...['--name', `John ${last}`, '--address', `30 ${street}, Dayton, OH 45402`],
  ];
  const JOHN = john('Kowal', 'Ash St');
  const recordsIn = (answer: Record<string, unknown>) =>
    answer['ownerRecords'] as { recordId: number; foundBy: string[] }[];

  it('are found by it unless their middle names differ, and the answer says by what', async () => {
    const records = recordsIn(await json('find', ...JOHN));
    expect(records.map(({ foundBy }) => foundBy)).toEqual([
      ['property', 'mailing address'],
      ['mailing address'],
    ]);
    const { out } = await run('find', ...JOHN);
    expect(out).toMatch(/FOUND BY/);
    expect(out).toMatch(/30 Ash St.*property, mailing address/);
    expect(out).not.toContain('31 Ash St');
  });

  it('stay when another of them is deleted, also after an import of the same file', async () => {
    await run('delete', ...JOHN, ...WHY, '--yes');
    expect(await stored()).not.toContain('30 Ash St');
    await run('delete', '--again');
    expect(await stored()).toContain('31 Ash St');
    expect(await found({ address: '31 Ash St', city: 'Toledo', state: 'OH', zip: '43604' })).toBe(true);
  });

  it('are narrowed to the records that --only names', async () => {
    const NADLER = john('Nadler', 'Elm St');
    const [first, second] = recordsIn(await json('find', ...NADLER)).map(({ recordId }) => recordId);
    const refused = await run('delete', ...NADLER, ...WHY, '--yes', '--only', `${first},999999`);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('999999 is no record found')]);
    expect((await run('delete', ...NADLER, ...WHY, '--yes', '--only', String(first))).code).toBe(0);
    await run('delete', '--again');
    expect(await stored()).not.toContain('30 Elm St');
    expect(await stored()).toContain('32 Elm St');
    const left = recordsIn(await json('find', '--name', 'John Nadler', '--zip', '44702'));
    expect(left.map(({ recordId }) => recordId)).toContain(second);
  });

  it.each([
    { onFile: '1740-4 Poplar St', asked: '1740 Poplar St Apt 4', next: '1740 Poplar St Apt 5' },
    { onFile: '1750 Poplar St Apt 4', asked: '1750-4 Poplar St', next: '1750-5 Poplar St' },
  ])('finds and deletes the person at $onFile for $asked', async ({ onFile, asked, next }) => {
    await load('units', `${HEADER}\n${onFile},Dayton,OH,45402,Ida,Rowe,,,,,5552010110,\n`);
    const ida = (address: string) => ['--name', 'Ida Rowe', '--address', `${address}, Dayton, OH 45402`];
    expect(await json('find', ...ida(next))).toMatchObject({ ownerRecords: [] });
    expect(await json('find', ...ida(asked))).toMatchObject({ ownerRecords: [{ source: 'units' }] });
    await json('delete', ...ida(asked), ...WHY, '--yes');
    expect(await stored()).not.toMatch(/Rowe/i);
  });
});
