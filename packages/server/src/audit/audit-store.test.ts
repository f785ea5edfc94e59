import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../clock.js';
import type { Tx } from '../database/index.js';
import { itemAt } from '../lib/item-at.js';
import { engines } from '../testing/engines.js';
import { temporaryBilling } from '../testing/temporary.js';
import { Audit } from './audit.js';
import type { AuditStore } from './audit-store.js';
import { hashOfEntry, SERVICE_CHAIN, type Fact } from './entry.js';
import { digestOfPart, disclosuresOf, marksOf, Packing, type Disclosed } from './disclosures.js';
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
      for (const table of ['entries', 'heads', 'seals', 'sealed'])
        await tx.query(`DELETE FROM audit_${table}`);
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

  it('numbers the entries of an account and chains them, within a transaction and after it', async () => {
    await note('a', 'b');
    await note('c');
    const [a, b, c] = await entries();
    expect([a, b, c].map((entry) => [entry?.seq, entry?.reference])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(a?.hash).toBe(a && hashOfEntry('', a));
    expect(c?.hash).toBe(c && hashOfEntry(b?.hash ?? '', c));
    expect(a).toMatchObject({ at: parts.clock.ms, kind: 'lookup', actor: 'key:1', cents: 4 });
    expect(a?.details).toBe('{"records":[[1,"AAECAwQFBgc"]]}');
    expect(await store.heads()).toEqual([{ chain: parts.accountId, seq: 3, hash: c?.hash }]);
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
    expect((await entries()).map(({ seq, reference }) => [seq, reference])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(await faults()).toEqual([]);
  });

  it('neither forks nor skips a number when two processes write to all chains at once', async () => {
    const other = await engine.openStores(parts.folder);
    try {
      const second = new Audit({ database: other.database, store: other.auditStore, clock: parts.clock });
      const writers = [parts, { ...other, audit: second }];
      const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
      await Promise.all(
        writers.flatMap(({ database, audit: log }, writer) =>
          ids.map(async (id) => {
            await database.writeFor(parts.accountId, (tx) => log.note(tx, fact(`${writer}${id}`)));
            if (id.endsWith('0')) await log.noteAlone({ ...fact(`${writer}${id}`), kind: 'command' });
          }),
        ),
      );
      const written = await entries();
      expect(written.map(({ seq }) => seq)).toEqual(written.map((_, index) => index + 1));
      expect(new Set(written.map(({ reference }) => reference)).size).toBe(80);
      expect(await entries(SERVICE_CHAIN)).toHaveLength(8);
      expect(await faults()).toEqual([]);
    } finally {
      await other.database.close();
    }
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

  it.each([
    ['UPDATE audit_entries SET cents = 3 WHERE seq = 2', 'entry 2 (lookup) was changed'],
    ['UPDATE audit_entries SET at = at + 1 WHERE seq = 1', 'entry 1 (lookup) was changed'],
    ["UPDATE audit_entries SET actor = 'key:2' WHERE seq = 4", 'entry 4 (job.result) was changed'],
    ['DELETE FROM audit_entries WHERE seq = 2', 'entry 2 is missing'],
    ['DELETE FROM audit_entries WHERE seq > 2', 'entries 3 to 4 are missing'],
    ['UPDATE audit_records SET part = 1', 'part 0, are missing'],
    ['DELETE FROM audit_records', 'part 0, are missing'],
    ["UPDATE audit_heads SET hash = 'other'", 'does not end as it says'],
    ['DELETE FROM audit_seals WHERE number = 1', 'Seals 1 to 1 are missing'],
    ["UPDATE audit_seals SET heads = '[]' WHERE number = 1", 'Seal 1 was changed'],
    ["UPDATE audit_seals SET signature = 'AAAA' WHERE number = 2", 'Seal 2 is not signed'],
  ])('finds %s', async (tampering, fault) => {
    await note('a', 'b', 'c');
    await sealing.seal();
    await noteResult('job');
    await sealing.seal();
    expect(await faults()).toEqual([]);
    await parts.database.write((tx) => tx.query(tampering));
    expect((await faults()).join('\n')).toContain(fault);
  });

  it.each([
    [
      `UPDATE audit_seals SET heads = '[]', cuts = '{"chains":[],"seal":{"number":1000000000,"hash":""}}' WHERE number = 2`,
      'The cut in seal 2 is not as it was signed',
    ],
    ["UPDATE audit_seals SET heads = '5' WHERE number = 1", 'A row is not as it was written'],
    ['UPDATE audit_sealed SET seq = 1000', 'counts as sealed up to entry 1000, and its seals end at entry 4'],
    ['DELETE FROM audit_sealed', 'counts as sealed up to entry 0'],
    ["UPDATE audit_heads SET seq = 0, hash = ''", 'ends at entry 0, and a seal names entry 4'],
    ['DELETE FROM audit_heads', 'has no head'],
    ["UPDATE audit_entries SET chain = 'ghost'", 'Chain ghost has no head'],
    ['DELETE FROM audit_seals', 'There are no seals, though entries are older than a minute'],
    ['UPDATE audit_entries SET seq = 0 WHERE seq = 1', 'entry 0 is below where the chain begins'],
    ['UPDATE audit_entries SET seq = 9 WHERE seq = 4', 'entry 9 is behind its head, which is entry 4'],
  ])('finds, though no secret is needed for it, %s', async (tampering, fault) => {
    await note('a', 'b', 'c');
    await sealing.seal();
    await noteResult('job');
    await sealing.seal();
    parts.clock.ms += 61_000;
    expect(await faults()).toEqual([]);
    await parts.database.write((tx) => tx.query(tampering));
    expect((await faults()).join('\n')).toContain(fault);
  });

  it('seals new entries once, though two processes seal', async () => {
    await note('a');
    await audit.noteAlone({ ...fact('b'), kind: 'command' });
    const both = await Promise.all([sealing.seal(), sealing.seal()]);
    expect(Math.max(...both)).toBe(2);
    await note('c');
    expect(await sealing.seal()).toBe(1);
    expect(await sealing.seal()).toBe(0);
    const seals = await store.seals(0, 10);
    expect(seals.at(-1)?.heads).toEqual(
      (await store.heads()).slice(0, 1).map((at) => [at.chain, at.seq, at.hash]),
    );
    expect(await faults()).toEqual([]);
  });

  it('matches a head kept elsewhere until an entry below it is changed', async () => {
    await note('a', 'b');
    const head = await sealing.head();
    await note('c');
    const against = async () =>
      (await verify(store, { keys: [KEY.publicKey], now: parts.clock.ms, head })).faults;
    expect(await against()).toEqual([]);
    const forged = { ...head, at: head.at + 1 };
    expect(
      (await verify(store, { keys: [KEY.publicKey], now: parts.clock.ms, head: forged })).faults,
    ).toEqual(['The given head is not signed by the key that it names.']);
    // The log is written again from the first entry, with its own seals, and is consistent in itself.
    await empty();
    await note('a', 'x', 'c');
    await sealing.seal();
    expect(await faults()).toEqual([]);
    expect((await against()).join('\n')).toContain('entry 2 is not the one that the given head names');
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
    expect((await store.seals(0, 10)).map(({ number, cuts }) => [number, cuts !== null])).toEqual([
      [2, false],
      [3, true],
    ]);
    expect(await store.count()).toBe(2);
    expect(await faults()).toEqual([]);
    // There is no second cut within a week.
    expect(await sealing.purge(0)).toBe(0);
    parts.clock.ms += 8 * MS_PER_DAY;
    expect(await sealing.purge(0)).toBe(2);
    await note('new');
    expect((await entries()).map(({ seq }) => seq)).toEqual([5]);
    expect(await faults()).toEqual([]);
    await parts.database.write((tx) => tx.query('DELETE FROM audit_entries'));
    expect((await faults()).join('\n')).toContain('entry 5 is missing');
  });

  /** Purges, and is killed as soon as it would delete. */
  const killedPurge = async () => {
    const dies = new Sealing({
      store: Object.assign(Object.create(store) as AuditStore, {
        deleteBelow: () => Promise.reject(new Error('killed')),
      }),
      clock: parts.clock,
      key: KEY,
    });
    await expect(dies.purge(0)).rejects.toThrow('killed');
  };
  const deleteEntries = (where: string) =>
    parts.database.write((tx) => tx.query(`DELETE FROM audit_entries WHERE ${where}`));

  it('tells a purge that was interrupted from a forgery, and finishes it', async () => {
    await note('old', 'old, too', 'old, as well');
    await sealing.seal();
    await killedPurge();
    expect(await check()).toMatchObject({
      faults: [],
      notes: [expect.stringContaining('A purge was interrupted')],
    });
    // Killed after the first commit of its deletions.
    await deleteEntries('seq = 1');
    const { faults: found, notes } = await check();
    expect(found).toEqual([]);
    expect(notes.join('\n')).toContain('entries 2 to 3 are left of those to delete');
    await parts.database.write((tx) => tx.query('UPDATE audit_entries SET cents = 5 WHERE seq = 3'));
    expect((await faults()).join('\n')).toContain('entry 3 (lookup) was changed');
    expect(await sealing.purge(0)).toBe(2);
    expect(await entries()).toEqual([]);
    expect(await check()).toMatchObject({ faults: [], notes: [] });
  });

  it('is not called broken for a purge that runs during the check', async () => {
    await note('old');
    await audit.noteAlone({ ...fact('command'), kind: 'command' });
    await sealing.seal();
    let isPurged = false;
    const purgedMeanwhile: typeof store = Object.create(store, {
      heads: {
        value: async () => {
          const heads = await store.heads();
          if (!isPurged) expect(await sealing.purge(0)).toBeGreaterThan(0);
          isPurged = true;
          return heads;
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
    await parts.database.write((tx) => tx.query(`UPDATE audit_seals SET heads = '{'`));
    expect((await newestFaults(store)).join('\n')).toContain('A row is not as it was written');
    expect(await lastSealAt(store)).toBeNull();
  });

  it('is consistent after several cuts, and while one of them is interrupted', async () => {
    for (const cut of [1, 2, 3]) {
      await note(`${cut}a`, `${cut}b`, `${cut}c`);
      await audit.noteAlone({ ...fact(`${cut}`), kind: 'command' });
      await sealing.seal();
      parts.clock.ms += 8 * MS_PER_DAY;
      await killedPurge();
      expect(await check()).toMatchObject({ faults: [], notes: [expect.any(String)] });
      await deleteEntries(`seq = ${3 * cut - 2} AND chain = '${parts.accountId}'`);
      expect(await faults()).toEqual([]);
      expect(await sealing.purge(0)).toBe(3);
      expect(await check()).toMatchObject({ faults: [], notes: [] });
      expect(await store.count()).toBe(0);
    }
    await note('after');
    const head = await sealing.head();
    expect((await verify(store, { keys: [KEY.publicKey], now: parts.clock.ms, head })).faults).toEqual([]);
    // The next cut excuses nothing that an earlier one deleted.
    await parts.database.write((tx) =>
      tx.query(
        `INSERT INTO audit_entries (chain, seq, at, actor, kind, cents, details, hash)
         VALUES ($1, 2, 1, 'key:1', 'lookup', 0, '{}', '')`,
        [parts.accountId],
      ),
    );
    expect((await faults()).join('\n')).toContain('entry 2 is below where the chain begins');
  });
});
