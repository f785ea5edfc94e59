// Engines: SQLite, PostgreSQL at a release

import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { erasePerson, findPerson } from '../../privacy/person/index.js';
import { personOf } from '../../privacy/search/index.js';
import { engineOfTests } from '../../testing/engines.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { temporaryFolder } from '../../testing/temporary.js';

// Results written before an owner opted out, with rows that aren't enough to find the owner: the customer spelled the property
// differently from the record, and the file's encoding lacks letters of the names.

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1,Email',
  '31 N Elm St,Dayton,OH,45402,Anna,Able,5552010131,anna@example.com',
  '33 N Elm St,Dayton,OH,45402,Berta,Best,5552010133,berta@example.com',
  '35 N Elm St,Dayton,OH,45402,Clara,Cole,5552010135,clara@example.com',
  '37 N Elm St,Dayton,OH,45402,Дарья,Иванова,5552010137,daria@example.com',
  '39 N Elm St,Dayton,OH,45402,Łukasz,Żak,5552010139,lukasz@example.com',
  '41 N Elm St,Dayton,OH,45402,Frida,Fox,5552010141,frida@example.com',
  '43 N Elm St,Dayton,OH,45402,Georg,Gray,5552010143,georg@example.com',
  '47 N Elm St,Dayton,OH,45402,Kept,Person,5552010147,kept@example.com',
  // Windows-1252 has no letter near to the last one of the first name: the row alone names somebody else.
  '49 N Elm St,Dayton,OH,45402,Inuĸ,Berthelsen,5552010149,inuk@example.com',
].join('\n');
const HANNA =
  'Address,City,State,Zip,First Name,Last Name,Mobile-1,Email\n45 N Elm St,Dayton,OH,,Hanna,Hill,5552010145,hanna@example.com\n';
const HELD = /able|best|cole|lukasz|daria|berthelsen|55520101(?:31|33|35|37|39|49)/i;
const NUMBERS = [31, 33, 35, 37, 39, 41, 43, 47, 49];
/** In Windows-1252; every row is spelled differently from the owner file, and one row has no ZIP. */
const LEADS = Buffer.from(
  ['Note,Address,City,State,Zip']
    .concat(NUMBERS.map((number) => `caf\u00e9,${number} Elm St,Dayton,OH,${number === 35 ? '' : '45402'}`))
    .join('\r\n'),
  'latin1',
);
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const MISTAKE = { reason: 'a mistake', by: 'test', actor: 'command:test' };
const at = (number: number) => ({ address: `${number} N Elm St`, city: 'Dayton', state: 'OH', zip: '45402' });
const DAY_MS = 86_400_000;

describe.each([engineOfTests])('a result that was there before, on $name', (engine) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: TemporaryServer;
  const balance = () => server.service.billing.balanceCents(server.account.accountId);
  const download = (jobId: string) => server.download(jobId, 'latin1');
  const load = (content = OWNERS, replace = false) => server.importOwners(content, { replace });
  const complete = async (leads: Buffer<ArrayBuffer> | string = LEADS) =>
    server.complete(await server.preview(leads));
  /** Deletes the notes of which owners the rows matched, as for results of earlier versions. */
  const forgetMatches = async (jobId: string) => {
    const { files } = server.service.engine;
    const noted = (await files.list(jobId)).filter(({ name }) => /matches/.test(name));
    expect(noted.length).toBeGreaterThan(0);
    for (const { name } of noted) await files.remove(name);
  };

  /** One job with all notes, one without notes, and one with records that are gone. */
  const jobs = { noted: '', forgotten: '', replaced: '' };

  beforeAll(async () => {
    folder = await temporaryFolder();
    const dataDir = path.join(folder.value, 'data');
    const env = { ...(await engine.settings(dataDir)), FREE_REPEAT_DAYS: '0' };
    server = await temporaryServer({ balanceCents: 1_000, sandbox: false, dataDir, env });
    await load();
    await server.service.startWorker();
    for (const name of ['noted', 'forgotten', 'replaced'] as const) jobs[name] = await complete();
    await forgetMatches(jobs.forgotten);
  });
  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  it('has all owners at first', async () => {
    expect(await balance()).toBe(1_000 - 3 * 4 * NUMBERS.length);
    for (const jobId of Object.values(jobs)) {
      const result = await download(jobId);
      expect(result.match(/,Matched,/g)).toHaveLength(NUMBERS.length);
      expect(result).toMatch(/\?{6}.*Inu\?,Berthelsen/s);
    }
  });

  it('lacks each owner who opted out, whatever the spelling in the rows, and refunds each once', async () => {
    const before = await balance();
    const { suppressions } = server.service;
    const added = await suppressions.add(
      [
        { kind: 'person', name: 'Anna Able', address: at(31) },
        { kind: 'property', address: at(33) },
        { kind: 'zip', name: 'Clara Cole', zip: '45402' },
        { kind: 'property', address: at(37) },
        { kind: 'zip', name: 'Łukasz Żak', zip: '45402' },
        { kind: 'phone', phone: '5552010141' },
        { kind: 'email', email: 'georg@example.com' },
        { kind: 'person', name: 'Inuĸ Berthelsen', address: at(49) },
      ],
      WHY,
    );
    expect(added.added).toBe(8);
    for (const jobId of [jobs.noted, jobs.forgotten, jobs.noted, jobs.forgotten]) {
      const result = await download(jobId);
      expect(result).not.toMatch(HELD);
      expect(result).not.toMatch(/5552010141|georg@/);
      expect(result).toMatch(/Frida,Fox.*frida@example/);
      expect(result).toMatch(/Georg,Gray.*5552010143/);
      expect(result).toMatch(/Kept,Person.*5552010147/);
    }
    expect(await balance()).toBe(before + 2 * 6 * 4);
    expect(await server.call('getSkipTraceJob', { jobId: jobs.noted })).toMatchObject({
      json: { matchedRows: 3, totalChargeCents: 36, refundCents: 24 },
    });
  });

  it('is read by the columns that were added to it, whatever columns the list imitates', async () => {
    // With semicolons, this list would be the result of a job without a match, and divided better than with commas.
    const imitated = [
      'Address;City;State;Zip',
      'Skip Trace Status;Owner First Name;Owner Last Name;Owner Full Name',
      'Owner Mailing Address;Owner Mailing City;Owner Mailing State;Owner Mailing Zip',
      ...'abcdefghijklmnopqrstuvwxyz',
    ].join(';');
    const cell = ';'.repeat(imitated.split(';').length - 1);
    const row = (number: number) => `${number} N Elm St,Dayton,OH,45402,${cell}`;
    const jobId = await complete(`Address,City,State,Zip,${imitated}\n${row(43)}\n${row(47)}\n`);
    const before = await balance();
    expect(await download(jobId)).toMatch(/Georg,Gray.*\n.*Kept,Person/);
    const { ids } = await server.service.suppressions.add([{ kind: 'property', address: at(47) }], WHY);
    const found = await findPerson(
      server.service,
      personOf({ name: 'Georg Gray', address: '43 N Elm St, Dayton, OH 45402' }),
    );
    expect(found.jobs.find((job) => job.jobId === jobId)).toMatchObject({
      ownerRows: 1,
      unread: null,
    });
    const result = await download(jobId);
    expect(result).toMatch(/Georg,Gray/);
    expect(result).not.toMatch(/Kept,Person/);
    expect(await balance()).toBe(before + 4);
    await server.service.suppressions.lift(ids[0] ?? '', MISTAKE);
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('lacks a person of the list in each row, also in one that repeats a property and names it nowhere', async () => {
    const rows = [',47 N Elm St,Dayton,OH,45402,Tina Tenant', '2,,Dayton,OH,45402,Tina Tenant'];
    const jobId = await complete(`skiptrace repeats row,Address,City,State,Zip,Name\n${rows.join('\n')}\n`);
    const person = personOf({ name: 'Tina Tenant', address: '47 N Elm St, Dayton, OH 45402' });
    const found = await findPerson(server.service, person);
    expect(found.jobs).toMatchObject([{ jobId, listRows: 2, ownerRows: 0 }]);
    await erasePerson(server.service, WHY, found);
    const result = await download(jobId);
    expect(result).not.toContain('Tina');
    expect(result).toMatch(/\n,47 N Elm St,Dayton,OH,45402,,Matched,Kept,Person.*\n2,,Dayton,OH,45402,,,/);
  });

  it('lacks a person of the list in rows that write a repeated property in another way, and keeps their address', async () => {
    const header = 'skiptrace repeats row,Address,City,State,Zip,Name,Street';
    const wide = `,47 N Elm St${' '.repeat(300)},Dayton,OH,45402,`;
    const rows = [
      `${wide}Theo Tenant,47 N. Elm Street`,
      '2,,DAYTON,Ohio,,Theo Tenant,47 North Elm Street',
      ',One Elm St,Dayton,OH,45402,Theo Tenant,c/o Tenant 1 Elm St',
    ];
    const jobId = await complete([header, ...rows, ''].join('\n'));
    const person = personOf({ name: 'Theo Tenant', zip: '45402' });
    const found = await findPerson(server.service, person);
    expect(found.jobs).toMatchObject([{ jobId, listRows: 3, ownerRows: 0 }]);
    await erasePerson(server.service, WHY, found);
    const result = await download(jobId);
    expect(result.split('\n').slice(1)).toEqual([
      expect.stringContaining(`${wide},47 N. Elm Street,Matched,Kept,Person`),
      expect.stringMatching(/^2,,DAYTON,Ohio,,,47 North Elm Street,/),
      expect.stringMatching(/^,One Elm St,Dayton,OH,45402,,,/),
      '',
    ]);
  });

  it('lacks a person of the list in each row that has the column of repeated rows twice', async () => {
    const header = 'skiptrace repeats row,Address,City,State,Zip,Name,skiptrace repeats row';
    const jobId = await complete(`${header}\n,47 N Elm St,Dayton,OH,45402,Tilo Tenant,\n`);
    const person = personOf({ name: 'Tilo Tenant', address: '47 N Elm St, Dayton, OH 45402' });
    const found = await findPerson(server.service, person);
    expect(found.jobs).toMatchObject([{ jobId, listRows: 1, unread: null }]);
    await erasePerson(server.service, WHY, found);
    expect(await download(jobId)).not.toContain('Tilo');
  });

  it('lacks a person also where only the upload is unreadable', async () => {
    const jobId = await complete('Address,City,State,Zip,Name\n47 N Elm St,Dayton,OH,45402,Viola Vale\n');
    const { files } = server.service.engine;
    const upload = (await files.list(jobId)).find(({ name }) => name.includes('/upload'))?.name ?? '';
    await files.write(upload, Readable.from([Buffer.from([0])]), { maxBytes: 1 });
    const person = personOf({ name: 'Viola Vale', address: '47 N Elm St, Dayton, OH 45402' });
    const found = await findPerson(server.service, person);
    expect(found.jobs).toMatchObject([{ jobId, listRows: 1, unread: expect.any(String) as unknown }]);
    const { removed, unreadJobs } = await erasePerson(server.service, WHY, found);
    expect([removed.jobs, unreadJobs]).toEqual([1, []]);
    expect(await download(jobId)).not.toContain('Viola');
  });

  it('lacks them also if an import has replaced the records and the old ones are gone', async () => {
    await load(OWNERS.replaceAll('@example.com', '@example.org'), true);
    server.clock.shiftMs = 2 * DAY_MS;
    expect((await server.service.sweptJobs()).ownerRecords).toBe(NUMBERS.length);
    const before = await balance();
    // The process dies after it has written the note and before the file.
    const { files } = server.service.engine;
    const write = files.write.bind(files);
    let died = 0;
    files.write = async (name, content, limit) => {
      if (!name.endsWith('/result')) return write(name, content, limit);
      died += 1;
      for await (const _ of content) break;
      throw new Error('the process died');
    };
    await server.call('getSkipTraceJob', { jobId: jobs.replaced });
    files.write = write;
    expect(died).toBe(1);
    expect(await balance()).toBe(before);
    for (const _ of ['once', 'again']) expect(await download(jobs.replaced)).not.toMatch(HELD);
    expect(await download(jobs.replaced)).toMatch(/Kept,Person/);
    expect(await balance()).toBe(before + 6 * 4);
  });

  it('lacks a person deleted by a phone alone, with a record that has no ZIP', async () => {
    await load(HANNA);
    const leads = LEADS.toString('latin1').replace('47 Elm St', '45 Elm St');
    const jobId = await complete(leads.replace('caf\u00e9,45', 'Hanna Hill,45'));
    const before = await balance();
    expect(await download(jobId)).toMatch(/Hanna Hill.*hanna@example/);
    const found = await findPerson(server.service, personOf({ phone: '555-201-0145' }));
    expect(found.jobs).toMatchObject([{ jobId, ownerRows: 1 }]);
    await erasePerson(server.service, WHY, found);
    expect(await download(jobId)).not.toMatch(/hanna|5552010145/i);
    expect(await balance()).toBe(before + 4);
    // An import with a different phone doesn't bring the person back either.
    await load(HANNA.replace('5552010145', '5552010146').replace('hanna@', 'h@'), true);
    const lead = { address: '45 Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
    expect((await server.call('skipTraceSingle', { json: lead })).json).toMatchObject({ found: false });
    expect(await server.service.erasures.again()).toBe(1);
    expect(await server.service.ledgerFindings()).toEqual([]);
    expect(await server.service.jobFindings()).toEqual([]);
  });

  it('can be unreadable, which does not keep the customer\u2019s upload', async () => {
    const jobId = await complete('Address,City,State,Zip,Name\n47 N Elm St,Dayton,OH,45402,Uma Under\n');
    const { files } = server.service.engine;
    const name = `${jobId}/result`;
    const bytes = await buffer(await files.read(name));
    bytes[bytes.lastIndexOf(',')] = 0x20;
    await files.write(name, Readable.from([bytes]), { maxBytes: bytes.length });
    const person = personOf({ name: 'Uma Under', address: '47 N Elm St, Dayton, OH 45402' });
    const found = await findPerson(server.service, person);
    const unread = expect.stringContaining('Line 2 of the result has') as unknown;
    expect(found.jobs).toMatchObject([{ jobId, listRows: 1, unread }]);
    const { removed, unreadJobs } = await erasePerson(server.service, WHY, found);
    expect([removed.jobs, unreadJobs]).toEqual([0, [jobId]]);
    expect((await files.list(jobId)).filter((one) => one.name.includes('/upload'))).toEqual([]);
  });

  it('can be of a list with very many short rows', async () => {
    const jobId = await complete('Address,City,State,Zip\n47 N Elm St,Dayton,OH,45402\n');
    const { files } = server.service.engine;
    const upload = (await files.list(jobId)).find(({ name }) => name.includes('/upload'))?.name ?? '';
    const bytes = Buffer.from('Address,City,State,Zip\n' + 'x\n'.repeat(130_000));
    await files.write(upload, Readable.from([bytes]), { maxBytes: bytes.length });
    const person = personOf({ name: 'Tina Tenant', address: '47 N Elm St, Dayton, OH 45402' });
    // It would be there if it could not be read.
    const found = await findPerson(server.service, person);
    expect(found.jobs.map((job) => job.jobId)).not.toContain(jobId);
  });
});
