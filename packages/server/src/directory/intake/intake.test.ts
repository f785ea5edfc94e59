// Engines: SQLite, PostgreSQL

import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MS_PER_DAY, MS_PER_HOUR } from '../../platform/clock.js';
import { randomIds } from '../../platform/ids.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { silentLogger } from '../../platform/logger.js';
import { LocalFileStore } from '../../platform/storage/index.js';
import { engineOfTests } from '../../testing/engines.js';
import { ownerEnginesOfTests, temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { directoryStats } from '../directory.js';
import { OwnerImportError } from '../errors.js';
import { OwnerRunEntity, OwnerUploadEntity, type IntakeOptions } from './entities.js';
import { OwnerIntake } from './intake.js';
import { fileOf } from './uploads.js';

const FILE = [
  'Situs Address,Situs City,Situs State,Situs Zip,Owner Name,SSN,Cell',
  '1 Elm St,Austin,TX,78701,Jane Roe,123-45-6789,5125550142',
  '2 Elm St,Austin,TX,78701,John Roe,123-45-6780,',
  'Elm St,Austin,TX,78701,No Number,,',
  '',
].join('\r\n');
const TRY: IntakeOptions = {
  dryRun: true,
  source: 'county',
  replace: false,
  dncDefault: true,
  allowNameless: false,
};
const IMPORT: IntakeOptions = { ...TRY, dryRun: false };

describe.each([engineOfTests])('files of owners from a browser on $name', (engine) => {
  let world: TemporaryOwners;
  let stores: Awaited<ReturnType<typeof engine.openStores>>;
  let store: LocalFileStore;
  let intake: OwnerIntake;
  const server = (database = stores.database) =>
    new OwnerIntake({
      database,
      stores: world.stores,
      store,
      clock: world.clock,
      ids: randomIds,
      logger: silentLogger,
      diskReserveBytes: 0,
    });
  beforeEach(async () => {
    world = await temporaryOwners(itemAt(ownerEnginesOfTests, 0));
    stores = await engine.openStores(world.folder);
    store = await LocalFileStore.open(path.join(world.folder, 'files'), randomIds, 0);
    intake = server();
  });
  afterEach(async () => {
    await intake.stop();
    await stores.database.close();
    await world.remove();
  });

  const send = (content: string | Buffer, name = 'county.csv') =>
    intake.uploads.receive(name, {
      declaredBytes: null,
      receive: (keep) =>
        keep(
          (async function* () {
            yield await Promise.resolve(Buffer.from(content));
          })(),
        ),
    });
  const ended = async (runId: string, of = intake) => {
    await expect.poll(async () => (await of.get(runId)).state, { timeout: 30_000 }).not.toBe('running');
    return of.get(runId);
  };
  const run = async (uploadId: string, options: IntakeOptions) =>
    ended((await intake.start(uploadId, options, 'operator:Alex')).id);
  const sources = async () =>
    (await directoryStats(world.stores.store)).sources.map(({ source, records }) => [source, records]);
  const kept = async () => ({
    uploads: await stores.database.read.count(OwnerUploadEntity),
    runs: await stores.database.read.count(OwnerRunEntity),
    folders: (await store.folders()).length,
  });
  const text = async (bytes: AsyncIterable<Uint8Array>) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of bytes) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };

  it('are shown by their first rows, with what each column seems to mean', async () => {
    const { headers, firstRows, suggested, bytes, name } = await send(FILE);
    expect([name, bytes]).toEqual(['county.csv', FILE.length]);
    expect(headers).toEqual(FILE.split('\r\n')[0]?.split(','));
    expect(firstRows).toHaveLength(3);
    expect(firstRows[0]).toEqual([
      ...['1 Elm St', 'Austin', 'TX', '78701', 'Jane Roe', '(never read)', '5125550142'],
    ]);
    expect(suggested).toMatchObject({
      address: ['Situs Address'],
      fullName: ['Owner Name'],
      phone: ['Cell'],
    });
  });

  it('are refused with a column name that is longer than a name, before it is compared with anything', async () => {
    const header = `Last${'-'.repeat(60_000)}`;
    await expect(send(FILE.replace('Owner Name', header))).rejects.toThrow(
      'The name of column 5 has more than 1,000 characters',
    );
    expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
  });

  it('do not use ambiguous columns until one is chosen', async () => {
    const { id, suggested, unclear } = await send(
      'Address,City,St,Zip,Owner\n1 Elm St,Austin,TX,,Jane Roe\n2 Elm St,Austin,yes,,Jane Roe\n',
    );
    expect([suggested['state'], unclear]).toEqual([undefined, { state: ['St'] }]);
    const asked = await run(id, TRY);
    expect(asked.error).toBe(
      'The column "St" could be the state or something else. Choose the columns, then try again.',
    );
    const { summary } = await run(id, { ...TRY, overrides: { state: ['St'] } });
    expect(summary?.owners).toBe(1);
  });

  it('may have a title above the header, or no header at all', async () => {
    const rows = '1 Elm St,Austin,TX,78701,Jane Roe\n2 Elm St,Austin,TX,78701,John Roe\n';
    const titled = await send(`County roll,,,,\nSITE_ADDR,CITY,PROP_ST,ZIP5,OWNER\n${rows}`);
    expect(titled).toMatchObject({
      headers: ['SITE_ADDR', 'CITY', 'PROP_ST', 'ZIP5', 'OWNER'],
      headerRow: 2,
      titleRows: [{ row: 1, cells: ['County roll', '', '', '', ''] }],
      firstRowNumbers: [3, 4],
      suggested: { address: ['SITE_ADDR'], state: ['PROP_ST'] },
    });
    expect((await run(titled.id, TRY)).summary?.owners).toBe(2);
    const other = await intake.uploads.open(titled.id, { headerRow: 1 });
    expect([other.headers[0], other.firstRowNumbers]).toEqual(['County roll', [2, 3, 4]]);

    const bare = await send(rows);
    expect(bare).toMatchObject({ headers: ['1', '2', '3', '4', '5'], headerRow: 0 });
    expect(bare.suggested).toMatchObject({ address: ['1'], state: ['3'], zip: ['4'] });
    const { summary } = await run(bare.id, { ...TRY, headerRow: 0, overrides: { fullName: ['5'] } });
    expect(summary?.owners).toBe(2);
  });

  it('show what their first rows become, with the chosen columns and settings, and store nothing', async () => {
    const { id, firstRowNumbers } = await send(
      [
        'Roll of 2026,,,,,,,,',
        'No,Dir,Road,Kind,Town,ST,Zip,Who,Mail,Cell,Cell DNC,Home',
        '12,North,Oak,Street,Austin,TX,78701,ROE JANE & JOHN,"PO Box 1, Reno NV 89501",5125550142,N,555',
        ',,Oak,Street,Austin,TX,78701,No Number,,,,',
      ].join('\n'),
    );
    const overrides = {
      houseNumber: ['No'],
      preDirection: ['Dir'],
      streetName: ['Road'],
      streetSuffix: ['Kind'],
      city: ['Town'],
      state: ['ST'],
      zip: ['Zip'],
      fullName: ['Who'],
      mailingFull: ['Mail'],
      phone: ['Cell', 'Home'],
      phoneDnc: ['Cell DNC'],
    };
    const preview = (options: Partial<IntakeOptions>) =>
      intake.uploads.preview(id, { dncDefault: true, allowNameless: false, overrides, ...options });
    const { rows, problem } = await preview({ nameOrder: 'last-first' });
    expect([problem, rows.map(({ line }) => line)]).toEqual([null, firstRowNumbers]);
    const [couple, numberless] = rows;
    expect(couple?.owners.map(({ name, property }) => [name, property])).toEqual([
      ['JANE ROE', '12 N OAK ST, AUSTIN TX 78701'],
      ['JOHN ROE', '12 N OAK ST, AUSTIN TX 78701'],
    ]);
    expect(couple?.owners[0]?.contact).toMatchObject({
      phones: [{ number: '5125550142', type: 'mobile', dnc: false }],
      mailingCity: 'Reno',
    });
    expect(couple).toMatchObject({ refused: null, phonesLeftOut: 1 });
    expect(numberless).toMatchObject({ refused: 'it has no house number', owners: [] });

    const unread = await preview({
      unused: ['Cell', 'Cell DNC'],
      overrides: { ...overrides, phone: ['Home'], phoneDnc: [] },
    });
    expect(unread.rows[0]?.owners[0]?.contact.phones).toEqual([]);
    const unusable = await preview({ overrides: { ...overrides, city: [], state: [], zip: [] } });
    expect(unusable).toEqual({ rows: [], problem: expect.stringContaining('Choose the columns') as string });
    expect(await sources()).toEqual([]);
    const copies = await readdir(`${world.stores.pathForFiles}-intake`);
    expect([copies, (await kept()).runs]).toEqual([[], 0]);
    await intake.uploads.remove(id);
    await expect(preview({})).rejects.toThrow('no longer here');
  });

  it('never show a sensitive column, whichever row is chosen as the header', async () => {
    const { id } = await send(
      'Address,Zip,Owner,SSN\n1 Elm St,78701,Jane Roe,123-45-6789\n2 Elm St,78701,Ann Roe,987-65-4321\n',
    );
    for (const headerRow of [1, 2, 0])
      expect(JSON.stringify((await intake.uploads.open(id, { headerRow })).firstRows)).not.toMatch(
        /\d{3}-\d{2}/,
      );
  });

  it.each([
    ['is empty', '', /empty/],
    ['is a PDF', '%PDF-1.7\nxxxxxxxx', /PDF/],
  ])('are refused in a sentence when one %s, and leave nothing', async (_, content, message) => {
    const error = await send(content).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'owner_upload', message: expect.stringMatching(message) as unknown });
    expect(String(error)).not.toMatch(/--|\/tmp/);
    expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
  });

  it('are refused before a byte is read if their Content-Length is too large', async () => {
    const refused = intake.uploads.receive('a.csv', {
      declaredBytes: 5 * 1024 ** 3,
      receive: () => Promise.reject(new Error('was read')),
    });
    await expect(refused).rejects.toMatchObject({
      code: 'owner_upload',
      message: expect.stringMatching(/4 GB/) as unknown,
    });
    expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
  });

  it('are not copied to a disk that they would fill, and copies of a killed server are removed', async () => {
    const full = new OwnerIntake({
      database: stores.database,
      stores: world.stores,
      store,
      clock: world.clock,
      ids: randomIds,
      logger: silentLogger,
      diskReserveBytes: Number.MAX_SAFE_INTEGER,
    });
    const { id } = await send(FILE);
    await expect(full.uploads.open(id, { headerRow: 1 })).rejects.toMatchObject({ code: 'storage_full' });
    const root = `${world.stores.pathForFiles}-intake`;
    await mkdir(path.join(root, 'left'), { recursive: true });
    await utimes(path.join(root, 'left'), 0, 0);
    await mkdir(path.join(root, 'new'));
    await intake.uploads.sweep();
    expect(await readdir(root)).toEqual(['new']);
    await full.stop();
  });

  it('are imported or discarded, and never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await send(FILE);
      const [begun, removed] = await Promise.allSettled([
        intake.start(id, { ...IMPORT, source: `s${round}` }, 'operator:Alex'),
        intake.uploads.remove(id),
      ]);
      expect([begun.status, removed.status].sort()).toEqual(['fulfilled', 'rejected']);
      if (begun.status === 'fulfilled') expect((await ended(begun.value.id)).state).toBe('done');
      else expect(await sources()).not.toContainEqual([`s${round}`, 2]);
    }
  });

  it('that are workbooks are unpacked only in their own folder, which is deleted with them', async () => {
    vi.stubEnv('TMPDIR', path.join(world.folder, 'nowhere'));
    const book = await readFile(new URL('../../testing/fixtures/owners.xlsx', import.meta.url));
    const { id } = await send(book, 'owners.xlsx');
    expect((await run(id, IMPORT)).state).toBe('done');
    expect(await readdir(`${world.stores.pathForFiles}-intake`)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('are accepted up to a maximum number, and again after one was discarded', async () => {
    const first = await send(FILE);
    for (let nth = 1; nth < 20; nth += 1) await send(FILE);
    await expect(send(FILE)).rejects.toMatchObject({
      message: expect.stringMatching(/20 files arrive or wait/) as unknown,
    });
    await intake.uploads.remove(first.id);
    await send(FILE);
  });

  it('count from the beginning of their upload until they are imported', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const arriving = Array.from({ length: 20 }, () =>
      intake.uploads.receive('slow.csv', {
        declaredBytes: null,
        receive: (keep) =>
          arrived.then(() =>
            keep(
              (async function* () {
                yield await Promise.resolve(Buffer.from(FILE));
              })(),
            ),
          ),
      }),
    );
    await expect.poll(async () => (await kept()).uploads).toBe(20);
    await expect(send(FILE)).rejects.toMatchObject({ code: 'owner_upload' });
    arrive();
    const [first] = await Promise.all(arriving);
    await run(first?.id ?? '', IMPORT);
    await send(FILE);
  });

  it('are aborted if they arrive too slowly, and leave nothing', async () => {
    const slow = intake.uploads.receive('slow.csv', {
      declaredBytes: null,
      receive: (keep) =>
        keep(
          (async function* () {
            for (;;) {
              yield await Promise.resolve(Buffer.alloc(8 * 1024));
              world.clock.ms += 3_000;
            }
          })(),
        ),
    });
    await expect(slow).rejects.toMatchObject({
      code: 'owner_upload',
      message: expect.stringMatching(/within 4 hours/) as unknown,
    });
    expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
  });

  it('that trickle to occupy a slot are aborted after a minute', async () => {
    let sent = 0;
    const trickle = intake.uploads.receive('trickle.csv', {
      declaredBytes: null,
      receive: (keep) =>
        keep(
          (async function* () {
            for (;;) {
              yield await Promise.resolve(Buffer.from('a'));
              sent += 1;
              world.clock.ms += 3_000;
            }
          })(),
        ),
    });
    await expect(trickle).rejects.toMatchObject({
      code: 'owner_upload',
      message: expect.stringMatching(/less than 64 KB a minute/) as unknown,
    });
    expect(sent).toBe(20);
    expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
  });

  it('that a killed server was receiving leave neither an occupied slot nor bytes', async () => {
    const now = world.clock.now();
    for (let nth = 0; nth < 20; nth += 1) {
      const id = randomIds.uuid();
      await store.write(
        fileOf(id),
        (async function* () {
          yield await Promise.resolve(Buffer.from(FILE));
        })(),
        { maxBytes: 1_000 },
      );
      const row = { id, name: 'cut.csv', bytes: null, createdAt: now, aliveAt: now, heads: null };
      await stores.database.write((tx) => tx.insert(OwnerUploadEntity, row));
    }
    // They count while a server may still be receiving them.
    await expect(send(FILE)).rejects.toMatchObject({ code: 'owner_upload' });
    world.clock.ms += 30_000;
    await send(FILE);
    expect(await kept()).toMatchObject({ uploads: 1, folders: 1 });
  });

  describe('with a late heartbeat of their server', () => {
    /** An upload that is assumed to be cut off, and ends when the test says so. */
    const slow = async () => {
      let end: () => void = () => undefined;
      const told = new Promise<void>((resolve) => (end = resolve));
      const sent = intake.uploads.receive('slow.csv', {
        declaredBytes: null,
        receive: async (keep) => {
          const stored = await keep(Readable.from([Buffer.from(FILE)]));
          await told;
          return stored;
        },
      });
      const outcome = sent.then(
        () => 'kept',
        (error: unknown) => String(error),
      );
      await expect.poll(async () => (await store.folders()).length).toBe(1);
      world.clock.ms += 30_000;
      return () => {
        end();
        return outcome;
      };
    };

    it('are kept if they arrive before their removal is recorded', async () => {
      const finish = await slow();
      const { read } = stores.database;
      const found = vi.spyOn(read, 'findBy').mockImplementationOnce(async () => {
        const cutOff = await read.findBy(OwnerUploadEntity, {});
        expect(await finish()).toBe('kept');
        return cutOff;
      });
      await intake.uploads.sweep();
      expect(found).toHaveBeenCalled();
      found.mockRestore();
      expect(await kept()).toMatchObject({ uploads: 1, folders: 1 });
    });

    it('are refused, not reported as kept, while their bytes are being deleted', async () => {
      const finish = await slow();
      const remove = store.removeFolder.bind(store);
      let outcome: unknown;
      vi.spyOn(store, 'removeFolder').mockImplementationOnce(async (folder) => {
        outcome = await finish();
        await remove(folder);
      });
      await intake.uploads.sweep();
      expect(outcome).toMatch(/its place went to another/);
      expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
    });
  });

  it('are unpacked once, however often they are viewed', async () => {
    const book = await readFile(new URL('../../testing/fixtures/owners.xlsx', import.meta.url));
    const sent = await send(book, 'owners.xlsx');
    const reads = vi.spyOn(store, 'read');
    const { headers } = await intake.uploads.open(sent.id);
    const other = server();
    const opened = await Promise.all([1, 2, 3].map(() => other.uploads.open(sent.id)));
    expect(opened.map((one) => one.headers)).toEqual([headers, headers, headers]);
    expect(opened[0]).not.toHaveProperty('heads');
    expect(reads).not.toHaveBeenCalled();
    // Other reading options are unpacked once as well: first the beginning, then the whole file.
    await Promise.all([1, 2, 3, 4, 5].map(() => intake.uploads.open(sent.id, { headerRow: 1 })));
    expect(reads).toHaveBeenCalledTimes(2);
    reads.mockRestore();
    await other.stop();
  });

  it('have only the rejected rows of the last dry run', async () => {
    const { id } = await send(FILE);
    const first = await run(id, TRY);
    expect(await text(await intake.rejects(first.id))).toContain('Elm St');
    const second = await run(id, TRY);
    expect(await text(await intake.rejects(second.id))).toContain('Elm St');
    await expect(intake.rejects(first.id)).rejects.toMatchObject({ code: 'file_gone' });
  });

  it('are listed with their last run, and opened again unchanged', async () => {
    const sent = await send(FILE);
    expect(await intake.uploads.list()).toMatchObject([{ upload: { id: sent.id }, lastRun: null }]);
    const { id } = await intake.start(sent.id, TRY, 'operator:Alex');
    await ended(id);
    const other = server();
    expect(await other.uploads.list()).toMatchObject([
      { upload: { id: sent.id, name: 'county.csv' }, lastRun: { id, state: 'done', request: TRY } },
    ]);
    expect(await other.uploads.open(sent.id)).toEqual(sent);
    await ended((await other.start(sent.id, IMPORT, 'operator:Alex')).id, other);
    expect(await intake.uploads.list()).toEqual([]);
    await expect(intake.uploads.open(sent.id)).rejects.toMatchObject({ code: 'owner_upload_gone' });
  });

  it('leave nothing after a dropped connection', async () => {
    const dropped = intake.uploads.receive('a.csv', {
      declaredBytes: null,
      receive: (keep) =>
        keep(
          (async function* () {
            yield await Promise.resolve(Buffer.from(FILE));
            throw new Error('dropped');
          })(),
        ),
    });
    await expect(dropped).rejects.toThrow('dropped');
    expect(await kept()).toEqual({ uploads: 0, runs: 0, folders: 0 });
  });

  it('may have any number of dry runs, which store nothing and list the refused rows', async () => {
    const { id } = await send(FILE);
    for (let time = 0; time < 2; time += 1) {
      const { state, summary, rowsRead, bytesRead, id: runId } = await run(id, TRY);
      expect([state, rowsRead, bytesRead]).toEqual(['done', 3, FILE.length]);
      expect(summary).toMatchObject({
        status: 'dry_run',
        rows: { read: 3, stored: 2, refused: 1 },
        owners: 2,
      });
      expect(await text(await intake.rejects(runId))).toMatch(/^Line,Reason,.*\r\n4,.*Elm St/);
    }
    expect(await sources()).toEqual([]);
  });

  it('are imported, and then kept no longer than their rejected rows', async () => {
    const { id } = await send(FILE);
    const { state, summary, id: runId } = await run(id, { ...IMPORT, priority: 7 });
    expect([state, summary?.status]).toEqual(['done', 'imported']);
    expect(await sources()).toEqual([['county', 2]]);
    await expect(intake.start(id, IMPORT, 'operator:Alex')).rejects.toMatchObject({
      code: 'owner_upload_gone',
    });
    expect(await text(await intake.rejects(runId))).toContain('Elm St');
    expect(await readdir(`${world.stores.pathForFiles}-intake`)).toEqual([]);
  });

  describe('with rejected rows', () => {
    const ROLL = [
      'PARCEL,OWN,NO,ROAD,TOWN,ST,ZIP,TAXPAYER SSN,CELL',
      'A1,ROE JANE,1,ELM ST,AUSTIN,TX,78701,123-45-6789,5125550142',
      'A2,ROE JOHN,,"ELM ST, REAR",AUSTIN,TX,78701,123-45-6780,5125550143',
      'A3,DOE JIM,,OAK ST,AUSTIN,TX,78701,,',
      'A4,=SUM PAT,,OAK ST,AUSTIN,TX,78701,,',
    ].join('\n');
    const ROADS: IntakeOptions = {
      ...IMPORT,
      replace: true,
      priority: 3,
      nameOrder: 'last-first',
      overrides: { houseNumber: ['NO'], streetName: ['ROAD'], city: ['TOWN'], fullName: ['OWN'] },
    };
    const imported = async () => run((await send(ROLL, 'roll.csv')).id, ROADS);
    const corrected = async (runId: string, rows: Parameters<OwnerIntake['correctRows']>[1], of = intake) =>
      ended((await of.correctRows(runId, rows, 'operator:Alex')).id, of);
    const ownerAt = async (address: string) => {
      const [found] = await world.directory.match([{ address, city: 'Austin', state: 'TX', zip: '78701' }]);
      if (found?.matched !== true) return null;
      return (await world.directory.read([found.ownerRecordId])).get(found.ownerRecordId)?.fullName;
    };

    it('show them, and take what was corrected as a further part, on any server and after a kill', async () => {
      const { id } = await imported();
      const rejected = await intake.rejectedRows(id);
      expect(rejected).toMatchObject({ corrected: 0, more: 0 });
      expect(rejected.headers).toEqual(['PARCEL', 'OWN', 'NO', 'ROAD', 'TOWN', 'ST', 'ZIP', 'CELL']);
      expect(rejected.rows[0]).toEqual({
        line: 3,
        reason: 'it has no house number',
        cells: ['A2', 'ROE JOHN', '', 'ELM ST, REAR', 'AUSTIN', 'TX', '78701', '5125550143'],
      });
      expect(rejected.rows[2]?.cells[1]).toBe('=SUM PAT');
      // The server that did the import is gone.
      await intake.stop();
      const other = server();
      const part = await corrected(
        id,
        [
          { line: 3, cells: { 2: '2', 3: 'ELM ST' } },
          { line: 4, cells: {} },
        ],
        other,
      );
      expect(part).toMatchObject({
        state: 'done',
        dryRun: false,
        fileName: 'Corrected rows of roll.csv',
        summary: { status: 'imported', source: 'county', rows: { read: 2, stored: 1, refused: 1 } },
      });
      // The source keeps what it had.
      expect([await ownerAt('1 Elm St'), await ownerAt('2 Elm St')]).toEqual(['JANE ROE', 'JOHN ROE']);
      expect(await sources()).toEqual([['county', 2]]);
      expect(await other.rejectedRows(id)).toMatchObject({ corrected: 2, more: 0, rows: [{ line: 5 }] });
      // The row that was rejected again waits in its own part.
      const again = (await other.rejectedRows(part.id)).rows;
      expect(again).toMatchObject([
        {
          reason: 'it has no house number',
          cells: ['A3', 'DOE JIM'].concat('', 'OAK ST', 'AUSTIN', 'TX', '78701', ''),
        },
      ]);
      await corrected(part.id, [{ line: again[0]?.line ?? 0, cells: { 2: '7' } }], other);
      expect([await ownerAt('7 Oak St'), await sources()]).toEqual(['JIM DOE', [['county', 3]]]);
      await other.stop();
    });

    it('take a row once, and again if the import of its correction failed', async () => {
      const { id } = await imported();
      // No row of it can be imported.
      expect(await corrected(id, [{ line: 3, cells: { 3: 'ELM' } }])).toMatchObject({ state: 'failed' });
      expect(await intake.rejectedRows(id)).toMatchObject({ corrected: 0 });
      await corrected(id, [{ line: 3, cells: { 2: '2', 3: 'ELM ST' } }]);
      await expect(intake.correctRows(id, [{ line: 3, cells: { 2: '4' } }], 'operator:Alex')).rejects.toThrow(
        'was corrected already',
      );
      await expect(intake.correctRows(id, [{ line: 2, cells: {} }], 'operator:Alex')).rejects.toMatchObject({
        code: 'owner_correction',
      });
      expect(await sources()).toEqual([['county', 2]]);
    });

    it('take a row once, also if the server was killed before it noted that it was imported', async () => {
      const { id } = await imported();
      const part = await corrected(id, [{ line: 3, cells: { 2: '2', 3: 'ELM ST' } }]);
      const killed = { state: 'running', summary: null, aliveAt: world.clock.ms } as const;
      await stores.database.write((tx) => tx.update(OwnerRunEntity, { id: part.id }, killed));
      world.clock.ms += 60_000;
      expect(await intake.rejectedRows(id)).toMatchObject({
        corrected: 1,
        more: 0,
        rows: [{ line: 4 }, { line: 5 }],
      });
      expect((await intake.get(part.id)).state).toBe('failed');
      await expect(intake.correctRows(id, [{ line: 3, cells: { 2: '4' } }], 'operator:Alex')).rejects.toThrow(
        'was corrected already',
      );
      expect(await sources()).toEqual([['county', 2]]);
    });

    it('take a row once, also from two servers at the same time', async () => {
      const { id } = await imported();
      const other = server();
      const row = (number: string) => [{ line: 3, cells: { 2: number, 3: 'ELM ST' } }];
      const both = await Promise.allSettled([corrected(id, row('2')), corrected(id, row('4'), other)]);
      await other.stop();
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'owner_correction' },
      });
      expect([await sources(), await intake.uploads.list()]).toEqual([[['county', 2]], []]);
      const twice = intake.correctRows(id, [...row('2'), ...row('4')], 'operator:Alex');
      await expect(twice).rejects.toMatchObject({ code: 'owner_correction' });
    });

    it.each([
      ['before', false],
      ['after', true],
    ])('leave no file in the list if the server was killed %s its import began', async (_, hasBegun) => {
      const { id } = await imported();
      const other = server();
      const row = [{ line: 3, cells: { 2: '2', 3: 'ELM ST' } }];
      const killed = new Promise<void>((resolve) => {
        vi.spyOn(other, 'start').mockImplementationOnce(async (uploadId, request, startedBy) => {
          const progress = { rowsRead: 0, bytesRead: 0, bytes: 9, summary: null, error: null };
          const begun = {
            id: randomIds.uuid(),
            uploadId,
            fileName: null,
            startedBy,
            dryRun: false,
            request,
            state: 'running' as const,
            startedAt: world.clock.ms,
            aliveAt: world.clock.ms + 10_000,
          };
          if (hasBegun)
            await stores.database.write((tx) => tx.insert(OwnerRunEntity, { ...begun, ...progress }));
          resolve();
          return new Promise(() => undefined);
        });
      });
      void other.correctRows(id, row, 'operator:Alex');
      await killed;
      expect(await intake.uploads.list()).toEqual([]);
      expect(await kept()).toMatchObject({ uploads: 2, folders: 2 });
      // A file is kept while its import is running.
      world.clock.ms += 31_000;
      await intake.uploads.sweep();
      expect(await kept()).toMatchObject(hasBegun ? { uploads: 2 } : { uploads: 1, folders: 1 });
      world.clock.ms += 10_000;
      await intake.uploads.sweep();
      expect([await kept(), await intake.uploads.list()]).toEqual([
        expect.objectContaining({ uploads: 1, folders: 1 }),
        [],
      ]);
      expect(await corrected(id, row)).toMatchObject({ state: 'done' });
      expect([await sources(), await intake.uploads.list()]).toEqual([[['county', 2]], []]);
    });

    it('keep the rows that were rejected again, though their file could not be deleted at once', async () => {
      const { id } = await imported();
      vi.spyOn(intake.uploads, 'discard').mockRejectedValueOnce(new Error('the store is away'));
      const part = await corrected(id, [
        { line: 3, cells: { 2: '2', 3: 'ELM ST' } },
        { line: 4, cells: {} },
      ]);
      expect([part.state, await intake.uploads.list()]).toEqual(['done', []]);
      world.clock.ms += 60_000;
      await intake.uploads.sweep();
      expect((await intake.rejectedRows(part.id)).rows).toHaveLength(1);
      await expect(intake.uploads.get(part.uploadId)).rejects.toMatchObject({ code: 'owner_upload_gone' });
    });

    it('take none for a source that has the file no more, nor for a dry run', async () => {
      const { id } = await imported();
      const next = await send(ROLL.replace('1,ELM', '9,ELM'), 'next.csv');
      await run(next.id, ROADS);
      const row = [{ line: 3, cells: { 2: '2' } }];
      await expect(intake.correctRows(id, row, 'operator:Alex')).rejects.toThrow('replaced or deleted');
      expect(await sources()).toEqual([['county', 1]]);
      const tried = await run((await send(`${ROLL}\n`)).id, { ...ROADS, dryRun: true });
      await expect(intake.correctRows(tried.id, row, 'operator:Alex')).rejects.toThrow('after an import');
    });

    it('show a hundred, and say how many more there are', async () => {
      const rows = Array.from({ length: 130 }, (_, at) => `A${at},ROE JANE,,ELM ST,AUSTIN,TX,78701,,`);
      const { id } = await run((await send([ROLL, ...rows].join('\n'))).id, ROADS);
      const shown = await intake.rejectedRows(id);
      expect([shown.rows.length, shown.more]).toEqual([100, 33]);
    });

    it('are deleted with what says how to read them, after a day', async () => {
      const { id } = await imported();
      world.clock.ms += MS_PER_DAY + 1;
      await intake.uploads.sweep();
      await expect(intake.rejectedRows(id)).rejects.toMatchObject({ code: 'file_gone' });
      expect((await kept()).folders).toBe(0);
    });
  });

  it('are read with the columns that the operator chose', async () => {
    const { id } = await send('Where,Also,City,State,Zip,Who\n1 Elm St,2 Elm St,Austin,TX,78701,Jane Roe\n');
    const refused = await run(id, TRY);
    expect(refused.state).toBe('failed');
    expect(refused.error).toMatch(/Choose the columns/);
    expect(refused.error).not.toMatch(/--|\/tmp/);
    const { summary } = await run(id, { ...TRY, overrides: { address: ['Where'], fullName: ['Who'] } });
    expect(summary?.owners).toBe(1);
  });

  it('are imported one at a time by a server', async () => {
    const { id } = await send(FILE);
    const [first, second] = await Promise.allSettled([
      intake.start(id, TRY, 'operator:Alex'),
      intake.start(id, TRY, 'operator:Alex'),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ reason: { code: 'owners_busy' } });
    if (first.status === 'fulfilled') await ended(first.value.id);
    expect((await run(id, TRY)).state).toBe('done');
  });

  it('are visible on every server', async () => {
    const other = server();
    const { id } = await send(FILE);
    const { id: runId } = await intake.start(id, IMPORT, 'operator:Alex');
    expect(await ended(runId, other)).toMatchObject({ state: 'done', summary: { owners: 2 } });
    expect(await text(await other.rejects(runId))).toContain('Elm St');
  });

  it('are shown as failed if their server died, and can be imported again', async () => {
    const { id } = await send(FILE);
    const { id: runId } = await intake.start(id, TRY, 'operator:Alex');
    await ended(runId);
    const killed = { state: 'running', summary: null, aliveAt: world.clock.ms } as const;
    await stores.database.write((tx) => tx.update(OwnerRunEntity, { id: runId }, killed));
    expect((await intake.get(runId)).state).toBe('running');
    await expect(intake.uploads.remove(id)).rejects.toMatchObject({ code: 'owners_busy' });
    world.clock.ms += 60_000;
    const { state, error } = await intake.get(runId);
    expect([state, error]).toEqual(['failed', expect.stringContaining('Nothing was stored: start it again')]);
    expect((await run(id, IMPORT)).state).toBe('done');
  });

  it('are reported as done by a server that was assumed dead', async () => {
    const { id } = await send(FILE);
    const { id: runId } = await intake.start(id, IMPORT, 'operator:Alex');
    world.clock.ms += 60_000;
    await server().get(runId);
    await expect.poll(async () => (await intake.get(runId)).state).toBe('done');
  });

  it('are reported as done after a database outage at the very end', async () => {
    const { id } = await send(FILE);
    let refusals = 0;
    const faulty = Object.create(stores.database, {
      write: {
        value: async (work: Parameters<typeof stores.database.write>[0]) => {
          if (refusals > 0 && refusals-- > 0) throw new Error('the database is away');
          return stores.database.write(work);
        },
      },
    }) as typeof stores.database;
    intake = server(faulty);
    const { id: runId } = await intake.start(id, IMPORT, 'operator:Alex');
    // The next three writes fail: deleting the file, and the first two attempts to store how the run ended.
    refusals = 3;
    const { state, summary } = await ended(runId);
    expect([state, summary?.owners, refusals]).toEqual(['done', 2, 0]);
    expect(await text(await intake.rejects(runId))).toContain('Elm St');
    expect(await sources()).toEqual([['county', 2]]);
  });

  it('are imported even if their rejected rows cannot be stored, which is reported', async () => {
    const { id } = await send(FILE);
    vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('the disk is full'));
    const { state, summary, id: runId } = await run(id, IMPORT);
    expect([state, summary?.owners, summary?.rejectsPath]).toEqual(['done', 2, null]);
    expect(summary?.warnings).toContainEqual({
      text: expect.stringContaining("rejected rows couldn't be kept") as unknown,
    });
    await expect(intake.rejects(runId)).rejects.toMatchObject({ code: 'file_gone' });
  });

  it('are aborted when the server stops, and nothing of them is stored', async () => {
    // Longer than what one part of a file has.
    const name = 'Jane '.repeat(40);
    const rows = Array.from({ length: 2_000 }, (_, at) => `${at + 1} Elm St,Austin,TX,78701,${name}Roe${at}`);
    const { id } = await send(`Address,City,State,Zip,Owner Name\n${rows.join('\n')}\n`);
    const { id: runId } = await intake.start(id, IMPORT, 'operator:Alex');
    await intake.stop();
    const { state } = await intake.get(runId);
    expect([state, await sources()]).toEqual(['failed', []]);
    await expect(intake.start(id, IMPORT, 'operator:Alex')).rejects.toMatchObject({ code: 'owners_busy' });
    intake = server();
    expect((await run(id, IMPORT)).summary?.owners).toBe(2_000);
  });

  it('are aborted even while they are being copied', async () => {
    const { id } = await send(FILE);
    const stuck = new Readable({ read: () => undefined });
    const reading = vi.spyOn(store, 'read').mockResolvedValueOnce(stuck);
    const { id: runId } = await intake.start(id, IMPORT, 'operator:Alex');
    await expect.poll(() => reading.mock.calls.length).toBe(1);
    await intake.stop();
    expect([(await intake.get(runId)).state, stuck.destroyed]).toEqual(['failed', true]);
  });

  it('can be discarded twice', async () => {
    const { id } = await send(FILE);
    await run(id, TRY);
    await intake.uploads.remove(id);
    await intake.uploads.remove(id);
    expect(await kept()).toEqual({ uploads: 0, runs: 1, folders: 0 });
  });

  it('are not removed during their import, however old they are', async () => {
    const { id } = await send(FILE);
    const { id: runId } = await run(id, TRY);
    world.clock.ms += 2 * MS_PER_DAY;
    const goesOn = { state: 'running', aliveAt: world.clock.ms } as const;
    await stores.database.write((tx) => tx.update(OwnerRunEntity, { id: runId }, goesOn));
    expect(await intake.uploads.sweep()).toBe(0);
    expect((await intake.uploads.get(id)).id).toBe(id);
    world.clock.ms += 60_000;
    expect(await intake.uploads.sweep()).toBe(1);
  });

  it('accept no import from the moment they are found expired', async () => {
    const { id } = await send(FILE);
    world.clock.ms += 2 * MS_PER_DAY;
    const remove = store.removeFolder.bind(store);
    let begun: unknown;
    vi.spyOn(store, 'removeFolder').mockImplementationOnce(async (folder) => {
      begun = await intake.start(id, IMPORT, 'operator:Alex').catch((error: unknown) => error);
      await remove(folder);
    });
    expect(await intake.uploads.sweep()).toBe(1);
    expect(begun).toMatchObject({ code: 'owner_upload_gone' });
  });

  it('are removed after a day if the database has no row for them', async () => {
    const { id } = await send(FILE);
    await stores.database.write((tx) => tx.delete(OwnerUploadEntity, { id }));
    // The files have real timestamps.
    world.clock.ms = Date.now() + MS_PER_DAY - 60_000;
    expect(await intake.uploads.sweep()).toBe(0);
    world.clock.ms += 2 * MS_PER_HOUR;
    expect(await intake.uploads.sweep()).toBe(1);
    expect((await kept()).folders).toBe(0);
  });

  it('are removed after a day, with what the records of their imports quote, and the records after 30', async () => {
    const { id } = await send(FILE);
    const { id: runId, summary } = await run(id, TRY);
    expect(JSON.stringify(summary)).toContain('Jane');
    world.clock.ms += MS_PER_DAY - 1;
    expect(await intake.uploads.sweep()).toBe(0);
    world.clock.ms += 1;
    expect(await intake.uploads.sweep()).toBe(1);
    expect(await kept()).toEqual({ uploads: 0, runs: 1, folders: 0 });
    const later = await intake.get(runId);
    expect(later).toMatchObject({ fileName: 'county.csv', startedBy: 'operator:Alex', state: 'done' });
    expect(later.summary).toMatchObject({ rows: summary?.rows, refusals: summary?.refusals });
    expect(JSON.stringify(later)).not.toMatch(/Jane|Elm|5125550142/);
    await expect(intake.rejects(runId)).rejects.toMatchObject({ code: 'file_gone' });
    await expect(intake.start(id, IMPORT, 'operator:Alex')).rejects.toMatchObject({
      code: 'owner_upload_gone',
    });
    world.clock.ms += 29 * MS_PER_DAY;
    expect(await intake.uploads.sweep()).toBe(1);
    await expect(intake.get(runId)).rejects.toMatchObject({ code: 'owner_run_gone' });
  });

  it('have their imports listed, newest first, by how they went', async () => {
    const good = await run((await send(FILE)).id, TRY);
    world.clock.ms += 1_000;
    const bad = await run((await send('Name,Phone\nJane Roe,5125550142\n')).id, IMPORT);
    world.clock.ms += 1_000;
    const { id } = await send(FILE);
    const dead = await run(id, TRY);
    const dying = { state: 'running', aliveAt: world.clock.ms } as const;
    await stores.database.write((tx) => tx.update(OwnerRunEntity, { id: dead.id }, dying));
    const ids = async (state: 'all' | 'running' | 'done' | 'failed', cursor?: string, limit = 10) => {
      const { rows, nextCursor } = await intake.list({ state, cursor, limit });
      return { ids: rows.map((row) => row.id), nextCursor };
    };
    expect((await ids('running')).ids).toEqual([dead.id]);
    world.clock.ms += 30_000;
    expect((await ids('running')).ids).toEqual([]);
    expect((await ids('failed')).ids).toEqual([dead.id, bad.id]);
    expect((await ids('done')).ids).toEqual([good.id]);
    const first = await ids('all', undefined, 2);
    expect(first.ids).toEqual([dead.id, bad.id]);
    expect(await ids('all', first.nextCursor ?? '', 2)).toEqual({ ids: [good.id], nextCursor: null });
  });

  it('may be on the machine of the command line, which notes how it went and quotes no rows', async () => {
    const about = { fileName: 'roll.csv', file: '/data/roll.csv', bytes: 100, startedBy: 'command:alex' };
    const summary = (await run((await send(FILE)).id, TRY)).summary;
    if (summary === null) throw new Error('the dry run has no summary');
    const done = await intake.follow({ ...about, options: IMPORT }, (onProgress) => {
      onProgress(2, 0.5);
      return Promise.resolve(summary);
    });
    expect(done).toBe(summary);
    const failure = new OwnerImportError('unreadable_file', '/data/roll.csv is empty.');
    const failed = intake.follow({ ...about, options: IMPORT }, () => Promise.reject(failure));
    await expect(failed).rejects.toBe(failure);
    const runs = (await intake.list({ state: 'all', limit: 10 })).rows;
    const [told] = runs.filter(({ startedBy, state }) => startedBy === 'command:alex' && state === 'done');
    expect(told).toMatchObject({ fileName: 'roll.csv', rowsRead: 3, bytesRead: 100, uploadId: '' });
    expect(JSON.stringify(told)).not.toMatch(/Jane|Elm|5125550142/);
    expect((await intake.list({ state: 'failed', limit: 10 })).rows).toMatchObject([
      { startedBy: 'command:alex', error: 'roll.csv is empty. Send a CSV or Excel file.' },
    ]);
  });
});
