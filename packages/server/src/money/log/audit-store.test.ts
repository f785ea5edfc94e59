import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/index.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { engines } from '../../testing/engines.js';
import { temporaryBilling } from '../../testing/temporary.js';
import type { AuditStore } from './audit-store.js';
import { Audit } from './audit.js';
import { digestOfPart, disclosuresOf, marksOf, Packing, type Disclosed } from './disclosures.js';
import { pointAfter, SERVICE_CHAIN, START, type Fact } from './entry.js';
import { Sealing, SealKey } from './seal.js';
import { lastSealAt, newestFaults, verify } from './verify.js';

const KEY = new SealKey(Buffer.alloc(32, 7));
const DIGESTS = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const IDS = [2 ** 40 + 1, 7];
const MARKS = marksOf('secret', [DIGESTS.toString('base64url', 0, 16), DIGESTS.toString('base64url', 16)]);
const RECORDS: Disclosed[] = IDS.map((recordId, at) => ({ recordId, property: itemAt(MARKS, at) }));

describe.each(engines)('the log on $name', (engine) => {
  let parts: Awaited<ReturnType<typeof temporaryBilling>>;
  let store: AuditStore;
  let audit: Audit;
  let sealing: Sealing;
  beforeEach(async () => {
    parts = await temporaryBilling(0, engine);
    ({ auditStore: store, audit } = parts);
    sealing = new Sealing({ store, clock: parts.clock, key: KEY });
    // The log also has an entry for the creation of the account.
    await empty();
  });
  afterEach(() => parts.remove());

  const empty = () =>
    parts.database.write(async (tx) => {
      for (const table of ['entries', 'seals']) await tx.query(`DELETE FROM audit_${table}`);
    });
  const fact = (reference: string, chain = parts.accountId): Fact => ({
    chain,
    kind: 'lookup',
    actor: 'key:1',
    reference,
    cents: 4,
    details: { records: [[1, 'AAECAwQFBgc']] },
  });
  const inWork = (work: (tx: Tx) => Promise<void>) => parts.database.writeFor(parts.accountId, work);
  const note = (...references: string[]) =>
    inWork((tx) => audit.note(tx, ...references.map((reference) => fact(reference))));
  const entries = (chain = parts.accountId) => store.entries(chain, 0, 1_000);
  const check = () => verify(store, { keys: [KEY.publicKey], now: parts.clock.ms });
  const faults = async () => (await check()).faults;
  const noteResult = async (job: string) => {
    const packing = new Packing(5, 'secret', DIGESTS);
    for (const [at, { recordId }] of RECORDS.entries()) packing.add(recordId, at * 16);
    const content = packing.bytes;
    await audit.writePart({ chain: parts.accountId, reference: job, part: 0, content });
    const details = { records: RECORDS.length, parts: [digestOfPart(content)] };
    await inWork((tx) => audit.note(tx, { ...fact(job), kind: 'job.result', details }));
  };

  it('numbers entries in the order of their commits, and seals them with one hash over all', async () => {
    await note('a', 'b');
    await note('c');
    const written = await entries();
    expect(written.map(({ reference }) => reference)).toEqual(['a', 'b', 'c']);
    expect(written[0]).toMatchObject({ at: parts.clock.ms, kind: 'lookup', actor: 'key:1', cents: 4 });
    expect(written[0]?.details).toBe('{"records":[[1,"AAECAwQFBgc"]]}');
    expect(await store.count()).toBe(3);
    expect(await sealing.seal()).toBe(3);
    expect((await store.lastSeal())?.to).toEqual(written.reduce(pointAfter, START));
    expect(await store.count()).toBe(3);
    expect(await faults()).toEqual([]);
  });

  it('has no entry of a transaction that failed', async () => {
    await note('a');
    const failing = inWork(async (tx) => {
      await audit.note(tx, fact('lost'));
      throw new Error('on the way');
    });
    await expect(failing).rejects.toThrow('on the way');
    await note('b');
    expect((await entries()).map(({ reference }) => reference)).toEqual(['a', 'b']);
    expect(await sealing.seal()).toBe(2);
    expect(await faults()).toEqual([]);
  });

  it('seals each entry once and in order, though two processes write and two seal at once', async () => {
    const other = await engine.openStores(parts.folder);
    try {
      const second = new Audit({ database: other.database, store: other.auditStore, clock: parts.clock });
      const elsewhere = new Sealing({ store: other.auditStore, clock: parts.clock, key: KEY });
      const writers = [parts, { ...other, audit: second }];
      const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
      let isDone = false;
      const sealAll = async (one: Sealing) => {
        while (!isDone) await one.seal();
      };
      const sealers = [sealAll(sealing), sealAll(elsewhere)];
      await Promise.all(
        writers.flatMap(({ database, audit: log }, writer) =>
          ids.map(async (id) => {
            await database.writeFor(parts.accountId, (tx) => log.note(tx, fact(`${writer}${id}`)));
            if (id.endsWith('0')) await log.noteAlone({ ...fact(`${writer}${id}`), kind: 'command' });
          }),
        ),
      );
      isDone = true;
      await Promise.all(sealers);
      await sealing.seal();
      expect(new Set((await entries()).map(({ reference }) => reference)).size).toBe(80);
      expect(await entries(SERVICE_CHAIN)).toHaveLength(8);
      expect((await store.lastSeal())?.to.entries).toBe(88);
      expect(await faults()).toEqual([]);
    } finally {
      await other.database.close();
    }
  });

  it.runIf(engine.name === 'PostgreSQL')(
    'waits with a seal for an entry that got its number first and commits later',
    async () => {
      let commit: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (commit = resolve));
      let isWritten: () => void = () => undefined;
      const written = new Promise<void>((resolve) => (isWritten = resolve));
      const slow = inWork(async (tx) => {
        await audit.note(tx, fact('slow'));
        isWritten();
        await held;
      });
      await written;
      await audit.noteAlone({ ...fact('quick'), kind: 'command' });
      const sealed = sealing.seal();
      commit();
      await slow;
      expect(await sealed).toBe(2);
      expect(await faults()).toEqual([]);
    },
  );

  it.runIf(engine.name === 'PostgreSQL')('seals nothing while a transaction does not end', async () => {
    await note('a');
    await inWork(async (tx) => {
      await audit.note(tx, fact('hangs'));
      expect(await sealing.seal()).toBe(0);
    });
    expect(await sealing.seal()).toBe(2);
  });

  it('says for a record and for a property which results had it, and nothing of others that are nearly the same', async () => {
    await noteResult('job');
    const [first, second] = RECORDS;
    if (first === undefined || second === undefined) throw new Error('two records');
    const found = async (recordIds: number[], marks: string[] = []) => {
      const propertiesOf = () => Promise.resolve(new Set(marks));
      const by: string[] = [];
      for await (const one of disclosuresOf(store, { recordIds: new Set(recordIds), propertiesOf }))
        by.push(`${one.operation} ${one.reference} ${one.by}`);
      return by;
    };
    expect(await found([first.recordId])).toEqual(['job job record']);
    expect(await found([second.recordId, 8])).toEqual(['job job record']);
    expect(await found([], [second.property])).toEqual(['job job property']);
    expect(await found([second.recordId], [first.property])).toEqual(['job job record']);
    // The search compares two bytes first, and these are equal to two bytes of a record.
    const near = Buffer.from(second.property, 'base64url');
    near.writeUInt8(near.readUInt8(8) ^ 1, 8);
    expect(await found([second.recordId + 2 ** 16, 2 ** 16 + 1], [near.toString('base64url')])).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  const B = "WHERE reference = 'b'";
  it.each([
    [`UPDATE audit_entries SET cents = 3 ${B}`, 'were changed: seal 1 was made of 3, and 3 are there'],
    [`UPDATE audit_entries SET at = at + 1 ${B}`, 'were changed: seal 1'],
    [`UPDATE audit_entries SET actor = 'key:2' WHERE kind = 'job.result'`, 'was changed: seal 2'],
    [`DELETE FROM audit_entries ${B}`, 'were deleted: seal 1 was made of 3, and 2 are there'],
    [`DELETE FROM audit_entries WHERE kind = 'job.result'`, 'was deleted: seal 2'],
    [`UPDATE audit_entries SET number = number + 100 ${B}`, 'were deleted: seal 1'],
    [`UPDATE audit_entries SET number = 0 ${B}`, 'Entry 0 is below where the log begins'],
    ['UPDATE audit_records SET part = 1', 'part 0, are missing'],
    ['DELETE FROM audit_records', 'part 0, are missing'],
    ['DELETE FROM audit_seals WHERE number = 1', 'Seal 1 is missing'],
    [`UPDATE audit_seals SET content = replace(content, '"entries":3', '"entries":4')`, 'Seal 1 was changed'],
    ["UPDATE audit_seals SET content = '5' WHERE number = 1", 'A row is not as it was written'],
    ["UPDATE audit_seals SET signature = 'AAAA' WHERE number = 2", 'Seal 2 is not signed'],
    ['DELETE FROM audit_seals', 'There are no seals, though entries are older than a minute'],
  ])('finds %s', async (tampering, fault) => {
    await note('a', 'b', 'c');
    await sealing.seal();
    await noteResult('job');
    await sealing.seal();
    parts.clock.ms += 61_000;
    expect(await faults()).toEqual([]);
    await parts.database.write((tx) => tx.query(tampering));
    expect((await faults()).join('\n')).toContain(fault);
  });

  it('says which entries no seal protects yet', async () => {
    await note('a');
    await sealing.seal();
    await note('b');
    expect(await check()).toMatchObject({ entries: 2, seals: 1, faults: [], notes: [] });
    parts.clock.ms += 61_000;
    expect(await check()).toMatchObject({ faults: [], notes: [expect.stringContaining('are not sealed')] });
  });

  it('seals new entries once, though two processes seal', async () => {
    await note('a');
    await audit.noteAlone({ ...fact('b'), kind: 'command' });
    const both = await Promise.all([sealing.seal(), sealing.seal()]);
    expect(both.reduce((sum, sealed) => sum + sealed, 0)).toBe(2);
    await note('c');
    expect(await sealing.seal()).toBe(1);
    expect(await sealing.seal()).toBe(0);
    expect((await store.lastSeal())?.to.entries).toBe(3);
    expect(await faults()).toEqual([]);
  });

  it('matches a head kept elsewhere until an entry below it is changed', async () => {
    await note('a', 'b');
    const head = await sealing.head();
    await note('c');
    const against = async (kept = head) =>
      (await verify(store, { keys: [KEY.publicKey], now: parts.clock.ms, head: kept })).faults;
    expect(await against()).toEqual([]);
    expect(await against({ ...head, at: head.at + 1 })).toEqual([
      'The given head is not signed by the key that it names.',
    ]);
    // The log is written again from the first entry, with its own seals, and is consistent in itself.
    await empty();
    await note('a', 'x', 'c');
    await sealing.seal();
    expect(await faults()).toEqual([]);
    expect((await against()).join('\n')).toContain('Seal 1 is not the one that the given head names');
  });

  it('is cut only at a seal, and is consistent after the cut', async () => {
    await noteResult('old job');
    await note('old');
    await sealing.seal();
    parts.clock.ms += 20 * MS_PER_DAY;
    await note('young');
    await sealing.seal();
    await note('not sealed');
    expect(await sealing.purge(30)).toBe(0);
    parts.clock.ms += 15 * MS_PER_DAY;
    expect(await sealing.purge(30)).toBe(2);
    expect((await entries()).map(({ reference }) => reference)).toEqual(['young', 'not sealed']);
    expect(await store.readPart({ chain: parts.accountId, reference: 'old job', part: 0 })).toBeNull();
    expect((await store.seals(0, 10)).map(({ number, cut }) => [number, cut?.number ?? null])).toEqual([
      [2, null],
      [3, 1],
    ]);
    expect(await store.count()).toBe(2);
    expect(await faults()).toEqual([]);
    await sealing.seal();
    // The newest sealed entry stays, so that no number is given twice.
    expect(await sealing.purge(0)).toBe(1);
    expect((await entries()).map(({ reference }) => reference)).toEqual(['not sealed']);
    expect(await sealing.purge(0)).toBe(0);
    const kept = await entries();
    await note('new');
    const [, added] = await entries();
    expect(added?.number).toBeGreaterThan(kept[0]?.number ?? 0);
    expect(await faults()).toEqual([]);
    await parts.database.write((tx) => tx.query('DELETE FROM audit_entries'));
    expect((await faults()).join('\n')).toContain('was deleted: seal 4');
  });

  /** Purges, and is killed as soon as it has deleted this often. */
  const killedPurge = async (deletions: number) => {
    let left = deletions;
    const dies = new Sealing({
      store: Object.assign(Object.create(store) as AuditStore, {
        deleteThrough: async (...given: Parameters<AuditStore['deleteThrough']>) => {
          if (left-- === 0) throw new Error('killed');
          await store.deleteThrough(...given);
        },
      }),
      clock: parts.clock,
      key: KEY,
    });
    await expect(dies.purge(0)).rejects.toThrow('killed');
  };

  it('tells a purge that was interrupted from a forgery, and finishes it', async () => {
    for (let at = 0; at < 8; at++) {
      await note(`${at}`);
      await sealing.seal();
    }
    await killedPurge(0);
    expect(await check()).toMatchObject({
      faults: [],
      notes: [expect.stringContaining('A purge was interrupted')],
    });
    // Five seals are deleted at once.
    await killedPurge(1);
    expect(await check()).toMatchObject({ entries: 3, faults: [], notes: [expect.any(String)] });
    await parts.database.write((tx) => tx.query("UPDATE audit_entries SET cents = 5 WHERE reference = '6'"));
    expect((await faults()).join('\n')).toContain('was changed: seal 7');
    expect(await sealing.purge(0)).toBe(2);
    expect((await entries()).map(({ reference }) => reference)).toEqual(['7']);
    expect(await store.count()).toBe(1);
    expect(await check()).toMatchObject({ faults: [], notes: [] });
    const head = await sealing.head();
    expect((await verify(store, { keys: [KEY.publicKey], now: parts.clock.ms, head })).faults).toEqual([]);
    // The cut excuses nothing that is put in the place of what it deleted.
    await parts.database.write((tx) =>
      tx.query(
        `INSERT INTO audit_entries (number, chain, at, actor, kind, cents, details)
         VALUES (0, $1, 1, 'key:1', 'lookup', 0, '{}')`,
        [parts.accountId],
      ),
    );
    expect((await faults()).join('\n')).toContain('Entry 0 is below where the log begins');
  });

  it('is not called broken for a purge that runs during the check', async () => {
    await note('old');
    await sealing.seal();
    await note('new');
    await sealing.seal();
    let isPurged = false;
    const purgedMeanwhile: typeof store = Object.create(store, {
      log: {
        value: async (...given: Parameters<AuditStore['log']>) => {
          if (!isPurged) expect(await sealing.purge(0)).toBe(1);
          isPurged = true;
          return store.log(...given);
        },
      },
    });
    const options = { keys: [KEY.publicKey], now: parts.clock.ms };
    expect((await verify(purgedMeanwhile, options)).faults).toEqual([]);
    expect(isPurged).toBe(true);
  });

  it('reports a newest seal that is no JSON as a finding, not as an error', async () => {
    await note('a');
    await sealing.seal();
    await parts.database.write((tx) => tx.query(`UPDATE audit_seals SET content = '{'`));
    expect((await newestFaults(store)).join('\n')).toContain('A row is not as it was written');
    expect(await lastSealAt(store)).toBeNull();
  });
});
