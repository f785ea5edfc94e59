import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartName } from './audit-store.js';
import { entryAfter, KINDS, START, type Entry, type Point } from './entry.js';
import { digestOfPart, Packing } from './records.js';
import { sealedPoint, SealKey, type Seal } from './seal.js';
import { verify } from './verify.js';

/** A whole log as rows. */
interface Rows {
  entries: Entry[];
  heads: Point[];
  seals: Seal[];
  parts: (PartName & { content: Buffer })[];
}

const KEY = new SealKey(Buffer.alloc(32, 1));

/** Two chains, one with a job's result, sealed in between and at the end. */
function rows(): Rows {
  const made: Rows = { entries: [], heads: [], seals: [], parts: [] };
  const ends = new Map<string, Entry>();
  const seal = () => {
    made.heads = [...ends.values()].map(({ chain, seq, hash }) => ({ chain, seq, hash }));
    const last = made.seals.at(-1) ?? { number: 0, hash: '' };
    made.seals.push(
      KEY.seal(last, { at: made.seals.length, heads: made.heads.map(sealedPoint), cuts: null }),
    );
  };
  const packing = new Packing(1);
  packing.add({ recordId: 5, property: 'AAECAwQFBgcI' });
  const content = packing.bytes;
  for (let at = 0; at < 12; at++) {
    const chain = at % 3 === 0 ? 'one' : 'two';
    const kind = at === 4 ? 'job.result' : 'lookup';
    const details =
      at === 4 ? { records: 1, parts: [digestOfPart(content)] } : { records: [[at, 'AAECAwQFBgc']] };
    const reference = `reference ${at}`;
    const entry = entryAfter(
      ends.get(chain) ?? START,
      { chain, kind, actor: 'key:1', reference, cents: at, details },
      at,
    );
    ends.set(chain, entry);
    made.entries.push(entry);
    if (at === 4) made.parts.push({ chain, reference, part: 0, content });
    if (at % 4 === 3) seal();
  }
  return made;
}

/** A log that reads these rows. */
function logOf({ entries, heads, seals, parts }: Rows): Parameters<typeof verify>[0] {
  const bySeq = [...entries].sort((one, other) => one.seq - other.seq);
  const isPart = (name: PartName) => (part: PartName) =>
    part.chain === name.chain && part.reference === name.reference && part.part === name.part;
  return {
    heads: () => Promise.resolve(heads),
    entries: (chain, after, limit) =>
      Promise.resolve(bySeq.filter((entry) => entry.chain === chain && entry.seq > after).slice(0, limit)),
    hashesAt: (points) =>
      Promise.resolve(
        points.map(({ chain, seq }) => {
          const found = entries.find((entry) => entry.chain === chain && entry.seq === seq);
          return found?.hash ?? null;
        }),
      ),
    readPart: (name) => Promise.resolve(parts.find(isPart(name))?.content ?? null),
    async *partNames() {
      yield await Promise.resolve(parts);
    },
    seals: (after, limit) => Promise.resolve(seals.filter(({ number }) => number > after).slice(0, limit)),
    lastSeal: () => Promise.resolve(seals.at(-1) ?? null),
    lastCut: () => Promise.resolve(null),
  };
}

const faultsOf = async (tampered: Rows) => (await verify(logOf(tampered), { keys: [KEY.publicKey] })).faults;
const place = fc.nat();
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** A different value of the same type. */
function other(value: unknown, seed: number): unknown {
  if (typeof value === 'number') return value + 1 + (seed % 7);
  if (typeof value !== 'string' || value === '') return 'x';
  const index = seed % value.length;
  const changed = value[index] === 'x' ? 'y' : 'x';
  return value.slice(0, index) + changed + value.slice(index + 1);
}

const changed = fc.tuple(fc.constantFrom('entries', 'seals', 'heads', 'parts'), place, place, place);

describe('the check of a log', () => {
  it('accepts a log as it was written', async () => {
    expect(await faultsOf(rows())).toEqual([]);
  });

  it('detects a change of any character in any column', async () => {
    await fc.assert(
      fc.asyncProperty(changed, async ([table, row, column, seed]) => {
        const log = rows();
        const found = at<object>(log[table], row) as Record<string, unknown>;
        const names = Object.keys(found).filter((name) => found[name] !== null);
        const name = at(names, column);
        const value = found[name];
        if (Buffer.isBuffer(value))
          value.writeUInt8(value.readUInt8(seed % value.length) ^ 1, seed % value.length);
        else if (Array.isArray(value)) found[name] = value.slice(1);
        else found[name] = other(value, seed);
        expect(await faultsOf(log)).not.toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('detects a deleted entry, seal or part', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('entries', 'seals', 'parts'), place, async (table, row) => {
        const log = rows();
        // A seal missing at the end goes unnoticed without a head kept elsewhere: the one before it counts as the last.
        const last = table === 'seals' ? 1 : 0;
        log[table].splice(row % (log[table].length - last), 1);
        expect(await faultsOf(log)).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('detects two entries with exchanged places or numbers', async () => {
    await fc.assert(
      fc.asyncProperty(place, place, fc.boolean(), async (one, two, withNumbers) => {
        const log = rows();
        const [a, b] = [at(log.entries, one), at(log.entries, two)];
        fc.pre(a.chain === b.chain && a.seq !== b.seq);
        if (withNumbers) [a.seq, b.seq] = [b.seq, a.seq];
        else {
          const [x, y] = [{ ...a }, { ...b }];
          Object.assign(a, { ...y, seq: x.seq });
          Object.assign(b, { ...x, seq: y.seq });
        }
        expect(await faultsOf(log)).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('detects an inserted entry with a matching hash, though later entries are renumbered', async () => {
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom(...KINDS), async (where, kind) => {
        const log = rows();
        const before = at(log.entries, where);
        fc.pre(log.heads.some(({ chain, seq }) => chain === before.chain && seq > before.seq));
        for (const entry of log.entries)
          if (entry.chain === before.chain && entry.seq > before.seq) entry.seq += 1;
        const forged = { chain: before.chain, kind, actor: 'key:1', reference: null, cents: 0, details: {} };
        log.entries.push(entryAfter(before, forged, before.at));
        expect(await faultsOf(log)).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('detects a deleted end, and says where the log ends', async () => {
    const log = rows();
    const last = log.entries.filter(({ chain }) => chain === 'two').at(-1);
    log.entries = log.entries.filter((entry) => entry !== last);
    const before = log.entries.filter(({ chain }) => chain === 'two').at(-1);
    log.heads = log.heads.map((head) => (head.chain === 'two' && before ? { ...before } : head));
    expect((await faultsOf(log)).join()).toContain('is missing, which seal 3 names');
  });
});
