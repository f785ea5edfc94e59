// Engines: SQLite, PostgreSQL at a release

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteSource, type ImportOptions, type TypedOwner } from '../../directory/index.js';
import { SERVICE_CHAIN } from '../../money/log/index.js';
import { engineOfTests } from '../../testing/engines.js';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { erasePerson, findPerson, whoReceived } from '../person/index.js';
import { personOf } from '../search/index.js';

// Owners that an operator corrects, as every output hands them out.

const HEADER =
  'Address,City,State,Zip,First Name,Last Name,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile-1,Email';
const HOME = { address: '14 Oak St, Dayton, OH 45402' };
const COUPLE = { address: '12 Oak St, Dayton, OH 45402' };
const OTHER = { address: '16 Oak St, Dayton, OH 45402' };
const OWNERS = [
  '14 Oak St,Dayton,OH,45402,Xenia,Lone,5 Elm Ct,Salem,OR,97301,5552010103,xenia@example.com',
  '12 Oak St,Dayton,OH,45402,Zelda,Quick,,,,,5552010101,zelda@example.com',
  '12 Oak St,Dayton,OH,45402,Yorick,Quick,,,,,5552010102,yorick@example.com',
  '16 Oak St,Dayton,OH,45402,Willa,Kept,,,,,5552010104,willa@example.com',
];
const BY_NAME = ['name and address', 'name and ZIP', 'name and city', 'former name and address'] as const;
/** By each correction: values that the person is asked for by, the corrected ones and one that stayed. */
const WAYS = {
  name: [...BY_NAME, 'former phone'],
  phone: ['former phone', 'new phone', 'former email'],
  email: ['former email', 'new email', 'name and address'],
  'name phone email': [...BY_NAME, 'former phone', 'former email', 'new phone', 'new email'],
} as const;
const LEADS =
  'Address,City,State,Zip\n14 Oak St,Dayton,OH,45402\n12 Oak St,Dayton,OH,45402\n16 Oak St,Dayton,OH,45402\n';
const WHY = { reason: 'returned mail', by: 'Alex', actor: 'operator:Alex' };
const ASKED = { reason: 'asked', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };
const PHONES: TypedOwner['phones'] = [
  { number: '555-202-0201', type: 'mobile', doNotCall: 'no' },
  { number: '555-202-0202', type: 'landline', doNotCall: 'unchecked' },
];

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer({ balanceCents: 1_000, sandbox: false });
  await load(OWNERS);
});
afterEach(() => server.close());

const load = (rows: readonly string[], options: ImportOptions = { source: 'county' }) =>
  server.importOwners([HEADER, ...rows].join('\n'), options);

const explained = async (asked: object = HOME) =>
  (await server.service.owners.explain(asked as typeof HOME)).owner;
async function correct(typed: TypedOwner, asked: object = HOME) {
  const owner = await explained(asked);
  return server.service.corrections.add(owner?.recordId ?? 0, typed, WHY);
}
async function found(asked: object = HOME) {
  const { json } = await server.call('skipTraceSingle', { json: asked });
  const { contact, phones, emails } = json as {
    contact: { fullName: string; mailingAddress: string | null } | null;
    phones?: { number: string; dnc: boolean; dncChecked?: boolean }[];
    emails?: string[];
  };
  return contact && { ...contact, phones: phones?.map(({ number }) => number), emails };
}

const upload = (requirePhone = false) => server.preview(LEADS, { requirePhone });
const complete = async (jobId: string) => server.download(await server.complete(jobId));

const command = async (...argv: string[]) => {
  const env = { ...(await engineOfTests.settings(server.dataDir)), DATA_DIR: server.dataDir, USER: 'alex' };
  return runCommand(env, argv);
};

describe('an owner who was corrected', () => {
  it('is handed out so by lookups, bulks, replays, saved lookups and explanations', async () => {
    const replay = { headers: { 'idempotency-key': 'one' } };
    await server.call('skipTraceSingle', { json: HOME, ...replay });
    await correct({ name: 'Jane Roe', phones: PHONES, emails: ['jane@example.com'], mailing: null });
    const expected = {
      firstName: 'Jane',
      lastName: 'Roe',
      fullName: 'Jane Roe',
      propertyAddress: '14 Oak St',
      mailingAddress: null,
      mailingZip: null,
    };
    const { json } = await server.call('skipTraceSingle', { json: HOME });
    expect(json).toMatchObject({
      contact: expected,
      phones: [
        { number: '5552020201', type: 'mobile', dnc: false },
        { number: '5552020202', type: 'landline', dnc: true, dncChecked: false },
      ],
      emails: ['jane@example.com'],
    });
    const bulk = await server.call('skipTraceBulk', { json: { addresses: [OTHER, HOME] } });
    expect(bulk.json['results']).toMatchObject([
      { contact: { firstName: 'Willa' } },
      { contact: expected, phones: [{ number: '5552020201' }, {}] },
    ]);
    const again = await server.call('skipTraceSingle', { json: HOME, ...replay });
    expect(again.json).toMatchObject({ contact: expected });
    const customer = await server.signedIn();
    const saved = await customer.ask('/app/api/saved-lookups/find', { json: HOME });
    expect(saved.text).toContain('Jane Roe');
    expect(saved.text).not.toMatch(/xenia/i);
    const operator = await server.signedInOperator();
    const shown = await operator.ask('/operator/api/owners/explain', { json: HOME });
    expect(shown.json['owner']).toMatchObject({
      fullName: 'Jane Roe',
      contact: { name: 'Jane Roe', mailing: null, emails: ['jane@example.com'] },
      // The source itself is unchanged.
      from: [{ source: 'county', fullName: 'Xenia Lone', phones: 1 }],
    });
  });

  it('is in the preview and the result of a job, with a column for each phone', async () => {
    await server.service.startWorker();
    await correct({ name: 'Jané Roe', phones: PHONES });
    await correct({ phones: [] }, OTHER);
    // Without a phone they cost nothing in a job for matches with one.
    expect(await server.until(await upload(true), 'preview')).toMatchObject({ matchedRows: 2 });
    const jobId = await upload();
    expect(await server.until(jobId, 'preview')).toMatchObject({ matchedRows: 3 });
    const result = await complete(jobId);
    const [header = '', first = '', , third = ''] = result.split(/\r?\n/);
    expect(header).toContain('Phone 2');
    expect(first).toMatch(/Jané.*5552020201.*5552020202/);
    expect(result).not.toMatch(/xenia|5552010103/i);
    expect(third).toContain('Willa');
    expect(third).not.toContain('5552010104');
  });

  it('comes into the room that a preview has, where it was corrected afterwards', async () => {
    await server.service.startWorker();
    const jobId = await upload();
    await correct({ phones: PHONES });
    const result = await complete(jobId);
    expect(result).toContain('5552020201');
    expect(result).not.toMatch(/5552010103|5552020202/);
  });

  it('stays as it was in a result that was delivered before, whatever the list has since', async () => {
    await server.service.startWorker();
    const jobId = await upload();
    const before = await complete(jobId);
    await correct({ name: 'Jane Roe', phones: PHONES });
    await server.service.suppressions.add([{ kind: 'phone', phone: '5552010199' }], ASKED);
    const { json } = await server.call('getSkipTraceJob', { jobId });
    expect(await (await fetch(String(json['downloadUrl']))).text()).toBe(before);
  });

  it('survives imports of its source, also as another file, and other sources do not bring phones back', async () => {
    await correct({ name: 'Jane Roe', phones: PHONES });
    await load(OWNERS.map((row) => row.replace('xenia@', 'x@')));
    expect(await found()).toMatchObject({ fullName: 'Jane Roe', phones: ['5552020201', '5552020202'] });
    await load(
      OWNERS.map((row) => row.replace('14 Oak St', '14 OAK STREET').replace('Xenia,Lone', 'XENIA,LONE')),
      { source: 'county', replace: true },
    );
    expect(await found()).toMatchObject({ fullName: 'Jane Roe', emails: [] });
    // The same person in a source that wins.
    await load(['14 Oak St,Dayton,OH,45402,Xenia,Lone,,,,,5552010177,other@example.com'], {
      source: 'vendor',
      priority: 10,
    });
    expect(await found()).toMatchObject({
      fullName: 'Jane Roe',
      phones: ['5552020201', '5552020202'],
      emails: [],
    });
    // Another person there is not meant.
    await load(['14 Oak St,Dayton,OH,45402,Vera,New,,,,,5552010178,'], {
      source: 'vendor',
      replace: true,
      priority: 10,
    });
    expect(await found()).toMatchObject({ fullName: 'Vera New', phones: ['5552010178'] });
  });

  it('keeps the names of all sources that were joined for it', async () => {
    await load(['14 Oak St,Dayton,OH,45402,Xenia Q,Lone,,,,,5552010177,'], {
      source: 'vendor',
      priority: 10,
    });
    await correct({ phones: [] });
    expect(await found()).toMatchObject({ fullName: 'Xenia Q Lone', phones: [] });
    await deleteSource(server.service.ownerStores, 'vendor');
    expect(await found()).toMatchObject({ phones: [] });
  });

  it('leaves co-owners alone, and is chosen among them by its new name', async () => {
    await correct({ name: 'Zoe Quick' }, { ...COUPLE, firstName: 'Zelda' });
    expect(await found({ ...COUPLE, firstName: 'Yorick' })).toMatchObject({
      fullName: 'Yorick Quick',
      phones: ['5552010102'],
    });
    const chosen = await explained({ ...COUPLE, firstName: 'Zoe', lastName: 'Quick' });
    expect(chosen).toMatchObject({ fullName: 'Zoe Quick', others: [{ fullName: 'Yorick Quick' }] });
  });

  it('loses what is not given again where the name is another person’s, and nothing else', async () => {
    await correct({ name: 'Xenia M Lone' });
    expect(await found()).toMatchObject({
      fullName: 'Xenia M Lone',
      phones: ['5552010103'],
      mailingAddress: '5 Elm Ct',
    });
    await correct({ name: 'Jane Roe', emails: ['jane@example.com'] });
    expect(await found()).toMatchObject({
      fullName: 'Jane Roe',
      phones: [],
      mailingAddress: null,
      emails: ['jane@example.com'],
    });
  });

  it('is hidden where the list has the owner on file, the one in its place, or a phone', async () => {
    const { suppressions, corrections } = server.service;
    await correct({ name: 'Jane Roe', phones: PHONES });
    for (const name of ['Xenia Lone', 'Jane Roe']) {
      const { ids } = await suppressions.add([{ kind: 'person', name, address: HOME }], ASKED);
      expect(await found(), name).toBeNull();
      expect(await explained(), name).toBeNull();
      expect(await corrections.list(), name).toMatchObject([{ owner: null }]);
      await expect(correct({ name: 'Jim Roe' })).rejects.toMatchObject({ code: 'unknown_owner' });
      await suppressions.lift(ids[0] ?? '', { reason: 'test', by: 'test', actor: 'command:test' });
    }
    await suppressions.add([{ kind: 'phone', phone: '5552020201' }], ASKED);
    expect(await found()).toMatchObject({ fullName: 'Jane Roe', phones: ['5552020202'] });
  });

  it('gives way to its co-owner where the list has the one in its place', async () => {
    await correct({ name: 'Jane Roe' }, { ...COUPLE, firstName: 'Zelda' });
    await server.service.suppressions.add([{ kind: 'person', name: 'Jane Roe', address: COUPLE }], ASKED);
    expect(await found(COUPLE)).toMatchObject({ fullName: 'Yorick Quick' });
  });

  it('is not the owner of the same name and line in another town of the ZIP', async () => {
    await load(
      [
        '77 Lake Rd,Delhi,NY,13753,Xenia,Lone,,,,,5552010301,',
        '77 Lake Rd,Hamden,NY,13753,Xenia,Lone,,,,,5552010302,',
      ],
      { source: 'towns' },
    );
    const [delhi, hamden] = ['Delhi', 'Hamden'].map((town) => ({ address: `77 Lake Rd, ${town}, NY 13753` }));
    await correct({ name: 'Xenia Lone', phones: PHONES, emails: [] }, delhi);
    expect((await found(delhi))?.phones).toEqual(['5552020201', '5552020202']);
    expect((await found(hamden))?.phones).toEqual(['5552010302']);
    await correct({ name: 'Xenia Only', phones: [], emails: [] }, hamden);
    expect((await found(delhi))?.phones).toEqual(['5552020201', '5552020202']);
    expect(await found(hamden)).toMatchObject({ fullName: 'Xenia Only', phones: [] });
  });

  it('is listed, replaced by a later correction, undone, and logged without anything personal', async () => {
    const first = await correct({ phones: [] });
    const second = await correct({ name: 'Jane Roe' });
    expect(await server.service.corrections.list()).toMatchObject([
      { id: second.id, correctedBy: 'Alex', reason: 'returned mail', owner: { names: ['Xenia Lone'] } },
    ]);
    const operator = await server.signedInOperator();
    const { json } = await operator.ask('/operator/api/owners/corrections');
    expect(json['corrections']).toMatchObject([
      { owner: { property: '14 Oak St, Dayton, OH 45402', contact: { name: 'Jane Roe', phones: [] } } },
    ]);
    const url = `/operator/api/owners/corrections/${second.id}`;
    expect((await operator.ask(url, { method: 'DELETE' })).status).toBe(204);
    expect((await operator.ask(url, { method: 'DELETE' })).status).toBe(404);
    expect(await found()).toMatchObject({ fullName: 'Xenia Lone', phones: ['5552010103'] });
    const entries = await server.service.auditStore.entries(SERVICE_CHAIN, 0, 100);
    expect(
      entries.filter(({ kind }) => kind === 'correction').map(({ details }) => JSON.parse(details)),
    ).toEqual([
      { added: first.id, replaced: [] },
      { added: second.id, replaced: [first.id] },
      { removed: second.id },
    ]);
  });

  it('goes with the person who is deleted, on file or in the place of another', async () => {
    const { corrections } = server.service;
    await correct({ name: 'Jane Roe', emails: ['jane@example.com'] });
    await correct({ phones: [] }, OTHER);
    const one = await command('people', 'find', '--name', 'Jane Roe', '--address', HOME.address, '--json');
    expect(JSON.parse(one.out)).toMatchObject({ corrections: [{}], ownerRecords: [{ recordId: 1 }] });
    const out = path.join(path.dirname(server.dataDir), 'jane.json');
    await command('people', 'export', '--email', 'jane@example.com', '--out', out);
    expect(await readFile(out, 'utf8')).toContain('Jane Roe');
    const asked = ['--reason', 'asked', '--yes'];
    await command('people', 'delete', '--name', 'Jane Roe', '--address', HOME.address, ...asked);
    expect(await corrections.list()).toMatchObject([{ owner: { names: ['Willa Kept'] } }]);
    await command('people', 'delete', '--name', 'Willa Kept', '--address', OTHER.address, ...asked);
    expect(await corrections.list()).toEqual([]);
  });

  it('is handed out to the person alone, and not to the one on file instead', async () => {
    await correct({ name: 'Jane Roe', phones: PHONES, emails: ['jane@example.com'] });
    const copyOf = async (name: string) => {
      const out = path.join(path.dirname(server.dataDir), `${name}.json`);
      await command('people', 'export', '--name', name, '--address', HOME.address, '--out', out);
      return readFile(out, 'utf8');
    };
    const xenia = await copyOf('Xenia Lone');
    expect(xenia).toContain('Xenia Lone');
    expect(xenia).not.toMatch(/jane|5552020201/i);
    expect(await copyOf('Jane Roe')).not.toMatch(/xenia/i);
  });

  it('stays where another person with the same phone is deleted', async () => {
    await correct({ phones: [{ number: '5552010104', type: 'mobile', doNotCall: 'no' }] });
    const asked = ['--reason', 'asked', '--yes'];
    await command('people', 'delete', '--name', 'Willa Kept', '--phone', '5552010104', ...asked);
    expect(await server.service.corrections.list()).toMatchObject([{ owner: { names: ['Xenia Lone'] } }]);
  });

  /** Owners who share no value: what is corrected of each, and the cells by which they are asked for afterwards. */
  const corrected = (['name', 'phone', 'email', 'name phone email'] as const).flatMap((change, nth) => {
    const has = (part: string) => change.includes(part);
    return WAYS[change].map((way, at) => {
      const number = `${nth}${at}`;
      const formerName = `Xenia ${'Bcdf'[nth]}o${'ghklmnpr'[at]}er`;
      const name = has('name') ? `Jane ${'Bcdf'[nth]}a${'ghklmnpr'[at]}ius` : formerName;
      const [formerPhone, phone] = [`55520104${number}`, `55520205${number}`];
      const [formerEmail, email] = [`xenia${number}@example.com`, `jane${number}@example.com`];
      const home = { address: `5${number} Fir St, Dayton, OH 45402` };
      const typed: TypedOwner = {
        ...(has('name') && { name }),
        ...(has('phone') && { phones: [{ number: phone, type: 'mobile', doNotCall: 'no' }] }),
        ...(has('email') && { emails: [email] }),
      };
      const person = personOf(
        {
          'name and address': { name, ...home },
          'name and ZIP': { name, zip: '45402' },
          'name and city': { name, city: 'Dayton', state: 'OH' },
          'former name and address': { name: formerName, ...home },
          'former phone': { phone: formerPhone },
          'former email': { email: formerEmail },
          'new phone': { phone },
          'new email': { email },
        }[way],
      );
      const names = formerName.replace(' ', ',');
      const row = `5${number} Fir St,Dayton,OH,45402,${names},,,,,${formerPhone},${formerEmail}`;
      return { what: `another ${change}, by ${way}`, row, home, typed, person };
    });
  });
  const rows = corrected.map(({ row }) => row);
  const correctAll = async () => {
    for (const { typed, home } of corrected) await correct(typed, home);
  };

  it('is gone in both views, whatever was corrected and by whatever the deletion names them', async () => {
    const { service } = server;
    await load(rows, { source: 'streets' });
    await correctAll();
    let left = corrected.length;
    for (const { what, home, person } of corrected) {
      const stored = await findPerson(service, person);
      expect(stored.owners, what).toHaveLength(1);
      await erasePerson(service, ASKED, stored);
      expect(await found(home), what).toBeNull();
      left -= 1;
      expect(await service.corrections.list(), what).toHaveLength(left);
    }
    await load([...rows].reverse(), { source: 'streets', replace: true });
    await command('people', 'delete', '--again');
    for (const { what, home } of corrected) expect(await found(home), what).toBeNull();
    expect(await found(OTHER)).toMatchObject({ fullName: 'Willa Kept' });
  });

  it('is found in the log of disclosures in both views, whatever was corrected', async () => {
    await load(rows, { source: 'streets' });
    const addresses = corrected.map(({ home }) => home);
    await server.call('skipTraceBulk', { json: { addresses } });
    await correctAll();
    await server.call('skipTraceBulk', { json: { addresses: [...addresses, OTHER] } });
    for (const { what, person } of corrected)
      expect(await whoReceived(server.service, person), what).toMatchObject([
        { operation: 'bulk', by: 'record' },
        { operation: 'bulk', by: 'record' },
      ]);
    expect(await whoReceived(server.service, personOf({ email: 'willa@example.com' }))).toHaveLength(1);
  });

  it('does not come back with a restore after the person was deleted', async () => {
    const { corrections, erasures, suppressions } = server.service;
    const request = { kind: 'person', name: 'Jane Roe', address: HOME } as const;
    await correct({ name: 'Jane Roe' });
    await suppressions.add([request], ASKED);
    await suppressions.markErased([request], { enteredBy: 'test', actor: 'command:test' });
    await erasures.again();
    expect(await corrections.list()).toEqual([]);
  });

  it.each([
    ['the source that wins', true],
    ['the source that was corrected', false],
  ])('holds where %s has no ZIP', async (_, isLater) => {
    const bare = ['14 Oak St,Dayton,OH,,Xenia,Lone,,,,,5552010177,'];
    const vendor = { source: 'vendor', priority: 10 };
    if (!isLater) await load(bare, vendor);
    await correct({ phones: [] });
    if (isLater) await load(bare, vendor);
    else await deleteSource(server.service.ownerStores, 'vendor');
    expect(await found()).toMatchObject({ fullName: 'Xenia Lone', phones: [] });
  });

  it('goes with its record, whatever erases it', async () => {
    const { recordId = 0 } = (await explained()) ?? {};
    await correct({ name: 'Jane Roe' });
    await server.service.erasures.erase([recordId]);
    expect(await server.service.corrections.list()).toEqual([]);
    expect(await found()).toBeNull();
  });

  it('is refused with details that an import would leave out', async () => {
    const operator = await server.signedInOperator();
    const { recordId = 0 } = (await explained()) ?? {};
    const ask = (json: object) =>
      operator.ask('/operator/api/owners/corrections', { json: { recordId, reason: 'wrong', ...json } });
    for (const json of [
      { name: 'N/A' },
      { phones: [{ number: '12345', type: 'mobile', doNotCall: 'no' }] },
      { emails: ['no email'] },
      { mailing: { address: '-' } },
    ])
      expect((await ask(json)).status, JSON.stringify(json)).toBe(400);
    expect((await ask({ recordId: 999_999 })).status).toBe(404);
    expect(await server.service.corrections.list()).toEqual([]);
  });
});

describe('owners correct', () => {
  it('corrects, shows and undoes', async () => {
    const { code, out, err } = await command(
      ...['owners', 'correct', HOME.address, '--name', 'Jane Roe', '--mobile', '555 202 0201'],
      ...['--landline', '5552020202', '--reason', 'returned mail'],
    );
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Corrected: Jane Roe, no mailing address, 2 phones, 0 emails.');
    expect(out).toContain("is not on file now, because it is another person's");
    expect(await found()).toMatchObject({ fullName: 'Jane Roe', phones: ['5552020201', '5552020202'] });
    const listed = await command('owners', 'corrections', 'list');
    expect(listed.out).toMatch(/alex.*14 Oak St, Dayton, OH, 45402.*Xenia Lone.*Jane Roe.*returned mail/);
    expect((await command('owners', 'explain', HOME.address)).out).toContain('corrected   by an operator');
    const id = /remove (\S+)/.exec(out)?.[1] ?? '';
    expect((await command('owners', 'corrections', 'remove', id)).out).toBe(`Undone: correction ${id}.\n`);
    expect((await command('owners', 'corrections', 'remove', id)).code).toBe(2);
    expect(await found()).toMatchObject({ fullName: 'Xenia Lone' });
  });

  it('refuses what it cannot take, and says why', async () => {
    for (const [argv, why] of [
      [['--no-phones', '--mobile', '5552020201'], 'Use only one of'],
      [['--mailing-city', 'Salem'], 'Add --mailing-address'],
      [[], 'Say what to replace'],
      [['--mobile', '12'], '"12" is no US phone number with ten digits. Nothing was changed.'],
    ] as const)
      expect(await command('owners', 'correct', HOME.address, ...argv, '--reason', 'wrong')).toMatchObject({
        code: 2,
        err: expect.stringContaining(why),
      });
  });

  it('says why there is nothing to correct', async () => {
    const { code, err } = await command(
      ...['owners', 'correct', '99 Nowhere Ln, Dayton, OH 45402', '--no-phones', '--reason', 'wrong'],
    );
    expect(code).toBe(1);
    expect(err).toContain('No owner is handed out for this address');
  });
});
