// Engines: SQLite, PostgreSQL at a release

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { ownersOfPerson } from '../person/index.js';
import { personOf } from '../search/index.js';
import type { Request } from './suppression.js';

const OWNERS = [
  'Address,City,State,Zip,First Name,Last Name,Mobile-1',
  '14 N Maple Ave,Dayton,OH,45402,Bob,Smith,5552010101',
  '21 Cedar St,Dayton,OH,45402,Cora,Lane,5552010102',
  '33 Birch Rd N,Dayton,OH,45402,Dan,Moss,5552010103',
  '48 Willow Ln,Dayton,OH,45402,Eve,North,5552010104',
  '607-609 Aspen Ct,Dayton,OH,45402,Finn,Otto,5552010105',
  '700-708 Aspen Ct,Dayton,OH,45402,Gus,Page,5552010108',
  '804 Aspen Ct,Dayton,OH,45402,Hal,Quinn,5552010109',
  '1740-4 Poplar St,Dayton,OH,45402,Ida,Rowe,5552010110',
  '1742 Poplar St Apt 5,Dayton,OH,45402,Jon,Sams,5552010111',
  '16 N Maple Ave,Dayton,OH,45402,Bob,Smith,5552010106',
  '14 N Maple Ave,Reno,NV,89501,Bob,Smith,5552010107',
].join('\n');
/** Each entry's spelling, and the record's own. */
const SPELLINGS = [
  { what: 'a missing directional', name: 'Bob Smith', asked: '14 Maple Ave', onFile: '14 N Maple Ave' },
  { what: 'one directional more', name: 'Cora Lane', asked: '21 N Cedar St', onFile: '21 Cedar St' },
  { what: 'a moved directional', name: 'Dan Moss', asked: '33 N Birch Rd', onFile: '33 Birch Rd N' },
  { what: 'a typo', name: 'Eve North', asked: '48 Wilow Ln', onFile: '48 Willow Ln' },
  { what: 'one house of a range', name: 'Finn Otto', asked: '607 Aspen Ct', onFile: '607-609 Aspen Ct' },
] as const;
const WHY = { reason: 'asked by mail', source: 'opt-out', enteredBy: 'test', actor: 'command:test' };

const inDayton = (address: string) => `${address}, Dayton, OH 45402`;

describe('an entry that spells the address in another way than the record', () => {
  let server: TemporaryServer;
  beforeAll(async () => {
    server = await temporaryServer({ balanceCents: 10_000, sandbox: false });
    await load(OWNERS);
    await server.service.startWorker();
  });
  beforeEach(() => server.anew());
  afterAll(() => server.close());

  const load = (content: string) => server.importOwners(content, { replace: true });

  const found = async (address: string, key?: string) => {
    const headers = key === undefined ? {} : { headers: { 'idempotency-key': key } };
    return (await server.call('skipTraceSingle', { json: { address }, ...headers })).json['found'];
  };
  /** How many rows of a job match, by its preview. */
  const matchesOfJob = async (addresses: readonly string[]) => {
    const rows = addresses.map((address) => `${address},Dayton,OH,45402\n`);
    const jobId = await server.upload(['Address,City,State,Zip\n', ...rows].join(''));
    return (await server.until(jobId, 'preview'))['matchedRows'];
  };
  const lift = async (ids: readonly string[]) => {
    for (const id of ids)
      await server.service.suppressions.lift(id, { reason: 'test', by: 'test', actor: 'command:test' });
  };

  it.each(SPELLINGS)(
    'hides the person with $what, and the whole property',
    async ({ name, asked, onFile }) => {
      const address = { address: inDayton(asked) };
      const requests: Request[] = [
        { kind: 'person', name, address },
        { kind: 'property', address },
      ];
      const lastName = name.slice(name.indexOf(' ') + 1);
      const customer = await server.signedIn();
      const saved = async () => (await customer.ask('/app/api/saved-lookups.csv')).text;
      for (const request of requests) {
        // The matcher takes the entry's address for the record's.
        expect(await found(inDayton(asked))).toBe(true);
        const key = `${request.kind}-${name.replace(' ', '-')}`;
        expect(await found(inDayton(onFile), key)).toBe(true);
        expect(await saved()).toContain(lastName);
        const { ids } = await server.service.suppressions.add([request], WHY);
        expect(ids).toHaveLength(1);
        for (const spelling of [onFile, asked]) expect(await found(inDayton(spelling)), spelling).toBe(false);
        expect(await found(inDayton(onFile), key), 'a repeat').toBe(false);
        expect(await saved()).not.toContain(lastName);
        await lift(ids);
        expect(await found(inDayton(onFile))).toBe(true);
      }
      expect(await server.service.ledgerFindings()).toEqual([]);
    },
  );

  it.each([
    {
      what: 'a house within a range on file',
      name: 'Gus Page',
      asked: '704 Aspen Ct',
      onFile: '700-708 Aspen Ct',
    },
    {
      what: 'a range with the house on file',
      name: 'Hal Quinn',
      asked: '800-808 Aspen Ct',
      onFile: '804 Aspen Ct',
    },
  ])('hides the person with $what, and the whole property', async ({ name, asked, onFile }) => {
    const at = (address: string): Request[] => [
      { kind: 'person', name, address: { address: inDayton(address) } },
      { kind: 'property', address: { address: inDayton(address) } },
    ];
    for (const request of at(asked)) {
      expect(await found(inDayton(onFile))).toBe(true);
      const { ids } = await server.service.suppressions.add([request], WHY);
      // A lookup of a range's end finds the record, too.
      for (const spelling of [onFile, onFile.replace(/-\d+/, '')])
        expect(await found(inDayton(spelling)), spelling).toBe(false);
      await lift(ids);
    }
    const { owners } = await ownersOfPerson(server.service, personOf({ name, address: inDayton(asked) }));
    expect(owners.map(({ owner }) => owner.propertyAddress)).toEqual([onFile]);
    // Across the street, and beyond the end.
    for (const other of ['703 Aspen Ct', '710 Aspen Ct', '801-809 Aspen Ct', '806-810 Aspen Ct']) {
      const { ids } = await server.service.suppressions.add(at(other), WHY);
      expect(await found(inDayton(onFile)), other).toBe(true);
      await lift(ids);
    }
    expect(await server.service.ledgerFindings()).toEqual([]);
  });

  it('hides no namesake next door or in another city, and no one else at the property', async () => {
    const { ids } = await server.service.suppressions.add(
      [
        { kind: 'person', name: 'Bob Smith', address: { address: inDayton('14 Maple Ave') } },
        { kind: 'person', name: 'Another Person', address: { address: inDayton('21 N Cedar St') } },
      ],
      WHY,
    );
    expect(await found(inDayton('14 N Maple Ave'))).toBe(false);
    expect(await found(inDayton('16 N Maple Ave'))).toBe(true);
    expect(await found('14 N Maple Ave, Reno, NV 89501')).toBe(true);
    expect(await found(inDayton('21 Cedar St'))).toBe(true);
    await lift(ids);
  });

  it('is the same entry when it is asked for again', async () => {
    const request: Request = {
      kind: 'person',
      name: 'Eve North',
      address: { address: inDayton('48 Wilow Ln') },
    };
    const { ids } = await server.service.suppressions.add([request], WHY);
    expect(await server.service.suppressions.add([request], WHY)).toEqual({ added: 0, known: 1, ids: [] });
    await lift(ids);
  });

  it.each(SPELLINGS)('has the record found for a request with $what', async ({ name, asked, onFile }) => {
    for (const person of [{ name, address: inDayton(asked) }, { address: inDayton(asked) }]) {
      const { owners } = await ownersOfPerson(server.service, personOf(person));
      expect(owners.map(({ owner }) => owner.propertyAddress)).toEqual([onFile]);
    }
  });

  describe('of a record that is imported after it', () => {
    const entered = async (requests: readonly Request[], content: string) => {
      await load('Address,City,State,Zip,First Name,Last Name\n1 Other St,Reno,NV,89501,Una,Other');
      const { ids } = await server.service.suppressions.add(requests, WHY);
      await load(content);
      return ids;
    };

    it('hides the person, also from jobs, and the whole property', async () => {
      const onFile = SPELLINGS.map((one) => one.onFile);
      for (const kind of ['person', 'property'] as const) {
        const requests = SPELLINGS.map(({ name, asked }): Request => {
          const address = { address: inDayton(asked) };
          return kind === 'person' ? { kind, name, address } : { kind, address };
        });
        const ids = await entered(requests, OWNERS);
        for (const one of SPELLINGS)
          for (const spelling of [one.onFile, one.asked])
            expect(await found(inDayton(spelling)), `${kind} ${one.what}`).toBe(false);
        expect(await matchesOfJob(onFile)).toBe(0);
        await lift(ids);
        for (const one of onFile) expect(await found(inDayton(one))).toBe(true);
        expect(await matchesOfJob(onFile)).toBe(onFile.length);
      }
      expect(await server.service.ledgerFindings()).toEqual([]);
    });

    it.each([
      { name: 'Ida Rowe', asked: '1740 Poplar St Apt 4', onFile: '1740-4 Poplar St' },
      { name: 'Jon Sams', asked: '1742-5 Poplar St', onFile: '1742 Poplar St Apt 5' },
    ])('hides the person alone at $onFile for $asked, like one from before', async (one) => {
      const { name, asked, onFile } = one;
      const isHidden = async (request: Request, isLater: boolean) => {
        const add = async () => (await server.service.suppressions.add([request], WHY)).ids;
        const ids = isLater ? await entered([request], OWNERS) : await add();
        const isFound = await found(inDayton(onFile));
        await lift(ids);
        return isFound === false;
      };
      const address = { address: inDayton(asked) };
      const next = { address: inDayton(asked.replace(/[45](?=$| Poplar)/, '6')) };
      for (const isLater of [true, false]) {
        expect(await isHidden({ kind: 'person', name, address }, isLater)).toBe(true);
        expect(await isHidden({ kind: 'person', name, address: next }, isLater)).toBe(false);
        // A number with a hyphen is a house of its own in Queens, with other people.
        expect(await isHidden({ kind: 'person', name: 'Una Other', address }, isLater)).toBe(false);
        expect(await isHidden({ kind: 'property', address }, isLater)).toBe(false);
      }
    });

    it('hides the person where mail goes to another spelling of the address', async () => {
      const address = { address: inDayton('70 Poplar Ave') };
      const mailed =
        'Address,City,State,Zip,Owner Name,Mailing Address,Mailing City,Mailing State,Mailing Zip\n' +
        '9 Fern St,Reno,NV,89501,PARK GIA,70 N Poplar Ave,Dayton,OH,45402\n' +
        '8 Fern St,Reno,NV,89501,PARK HAL,70 N Poplar Ave,Dayton,OH,45402';
      const ids = await entered([{ kind: 'person', name: 'Gia Park', address }], mailed);
      expect(await found('9 Fern St, Reno, NV 89501')).toBe(false);
      expect(await found('8 Fern St, Reno, NV 89501')).toBe(true);
      await lift(ids);
    });

    it('hides no one next door, of another name, on another street or in another unit', async () => {
      const ids = await entered(
        [
          { kind: 'person', name: 'Bob Smith', address: { address: inDayton('14 Maple Ave') } },
          { kind: 'person', name: 'Another Person', address: { address: inDayton('21 N Cedar St') } },
          { kind: 'person', name: 'Eve North', address: { address: inDayton('48 Walnut Ln') } },
          { kind: 'property', address: { address: inDayton('33 Beech Rd N') } },
        ],
        `${OWNERS}\n14 N Maple Ave Apt 9,Dayton,OH,45402,Bob,Smith,5552010109`,
      );
      expect(await found(inDayton('14 N Maple Ave'))).toBe(false);
      for (const other of [
        '16 N Maple Ave',
        '14 N Maple Ave Apt 9',
        '21 Cedar St',
        '48 Willow Ln',
        '33 Birch Rd N',
      ])
        expect(await found(inDayton(other)), other).toBe(true);
      await lift(ids);
    });

    it('hides no property beside the one that has exactly the address of the entry, but the same people there', async () => {
      const both = `${OWNERS}\n14 Maple Ave,Dayton,OH,45402,Gus,Penn,5552010110`;
      const ids = await entered([{ kind: 'property', address: { address: inDayton('14 Maple Ave') } }], both);
      expect(await found(inDayton('14 Maple Ave'))).toBe(false);
      expect(await found(inDayton('14 N Maple Ave'))).toBe(true);
      // The same house in another file's spelling.
      await load(`${both}\n14 S Maple Ave,Dayton,OH,45402,Gus,Penn,5552010110`);
      expect(await found(inDayton('14 S Maple Ave'))).toBe(false);
      await lift(ids);
    });

    it('hides each property that the address of the entry may mean', async () => {
      const both = `${OWNERS}\n14 S Maple Ave,Dayton,OH,45402,Gus,Penn,5552010110`;
      const ids = await entered([{ kind: 'property', address: { address: inDayton('14 Maple Ave') } }], both);
      for (const one of ['14 N Maple Ave', '14 S Maple Ave'])
        expect(await found(inDayton(one)), one).toBe(false);
      await lift(ids);
    });
  });

  it('gets the keys that it lacks when it is added again', async () => {
    const request: Request = {
      kind: 'person',
      name: 'Eve North',
      address: { address: inDayton('48 Wilow Ln') },
    };
    const { ids } = await server.service.suppressions.add([request], WHY);
    // As an earlier version of this program left it.
    const { database } = server.service;
    const everything = () =>
      database.read.query('SELECT key, mark FROM suppression_keys WHERE suppression_id = $1 ORDER BY key', [
        ids[0],
      ]);
    const whole = await everything();
    await database.write(async (tx) => {
      await tx.query('UPDATE suppressions SET address = NULL');
      await tx.query(
        'DELETE FROM suppression_keys WHERE key <> (SELECT identity FROM suppressions WHERE id = $1)',
        ids,
      );
      await tx.query('UPDATE suppression_list SET key_count = 1, version = version + 1');
    });
    await server.service.screening.catchUp();
    expect(await found(inDayton('48 Willow Ln'))).toBe(true);
    expect(await server.service.suppressions.add([request], WHY)).toEqual({ added: 0, known: 1, ids: [] });
    expect(await everything()).toEqual(whole);
    expect(await found(inDayton('48 Willow Ln'))).toBe(false);
    await lift(ids);
    expect(await server.service.engine.suppressions.state()).toMatchObject({ keys: 0 });
  });
});
