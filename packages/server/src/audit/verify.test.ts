import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartName, Seal } from './audit-store.js';
import { entryAfter, KINDS, START, type Entry, type Point } from './entry.js';
import { digestOfPart, Packing } from './disclosures.js';
import { hashOfSeal, sealedPoint, SealKey } from './seal.js';
import { verify } from './verify.js';

/** A whole log as rows. */
interface Rows {
  entries: Entry[];
  heads: Point[];
  seals: Seal[];
  parts: (PartName & { content: Buffer })[];
  /** The last sealed entry of each chain, as a running server reads it. */
  sealed: { chain: string; seq: number }[];
}

const KEY = new SealKey(Buffer.alloc(32, 1));
/** The key of somebody who has the database and not the signing secret. */
const THEIRS = new SealKey(Buffer.alloc(32, 2));
/** Long after the last entry. */
const NOW = 1_000_000;

/** Two chains, one with a job's result, sealed in between and at the end. */
function rows(): Rows {
  const made: Rows = { entries: [], heads: [], seals: [], parts: [], sealed: [] };
  const ends = new Map<string, Entry>();
  const seal = () => {
    made.heads = [...ends.values()].map(({ chain, seq, hash }) => ({ chain, seq, hash }));
    const last = made.seals.at(-1) ?? { number: 0, hash: '' };
    made.seals.push(
      KEY.seal(last, { at: made.seals.length, heads: made.heads.map(sealedPoint), cuts: null }),
    );
  };
  const packing = new Packing(1, 'secret', Buffer.alloc(16));
  packing.add(5, 0);
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
  made.sealed = made.heads.map(({ chain, seq }) => ({ chain, seq }));
  return made;
}

/** The same log after a purge up to its first seal. */
function cutRows(): Rows {
  const made = rows();
  const [first, last] = [at(made.seals, 0), at(made.seals, made.seals.length - 1)];
  const cuts = { chains: first.heads, seal: { number: first.number, hash: first.hash } };
  made.seals = [...made.seals.slice(1), KEY.seal(last, { at: made.seals.length, heads: [], cuts })];
  made.entries = made.entries.filter(({ chain, seq }) =>
    first.heads.every(([cutChain, cutSeq]) => chain !== cutChain || seq > cutSeq),
  );
  return made;
}

/** A log that reads these rows. */
function logOf({ entries, heads, seals, parts, sealed }: Rows): Parameters<typeof verify>[0] {
  const byNumber = [...seals].sort((one, other) => one.number - other.number);
  const bySeq = [...entries].sort((one, other) => one.seq - other.seq);
  const isPart = (name: PartName) => (part: PartName) =>
    part.chain === name.chain && part.reference === name.reference && part.part === name.part;
  return {
    heads: () => Promise.resolve(heads),
    entries: (chain, after, limit) =>
      Promise.resolve(bySeq.filter((entry) => entry.chain === chain && entry.seq > after).slice(0, limit)),
    spans: () =>
      Promise.resolve(
        [...new Set(entries.map(({ chain }) => chain))].map((chain) => {
          const seqs = entries.filter((entry) => entry.chain === chain).map(({ seq }) => seq);
          return { chain, first: Math.min(...seqs), last: Math.max(...seqs) };
        }),
      ),
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
    seals: (after, limit) => Promise.resolve(byNumber.filter(({ number }) => number > after).slice(0, limit)),
    lastSeal: () => Promise.resolve(byNumber.at(-1) ?? null),
    sealed: () => Promise.resolve(new Map(sealed.map(({ chain, seq }) => [chain, seq]))),
    lastCut: () => Promise.resolve(byNumber.findLast(({ cuts }) => cuts !== null) ?? null),
  };
}

const faultsOf = async (tampered: Rows) =>
  (await verify(logOf(tampered), { keys: [KEY.publicKey], now: NOW })).faults;
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

const changed = fc.tuple(
  fc.constantFrom('entries', 'seals', 'heads', 'parts', 'sealed'),
  place,
  place,
  place,
);

const hashOf = (log: Rows, seal: Seal): string =>
  hashOfSeal(log.seals.find(({ number }) => number === seal.number - 1)?.hash ?? '', seal);

/** Changes by a person with write access to the database and without the signing secret. */
const TAMPERINGS: Readonly<Record<string, (log: Rows, one: number, two: number) => void>> = {
  'a cut of everything, forged into a seal': (log, one, two) => {
    const seal = at(log.seals, one);
    const number = at([1e9, seal.number, seal.number - 1], two);
    seal.cuts = { chains: log.heads.map(sealedPoint), seal: { number, hash: '' } };
    if (two % 2 === 0) seal.heads = [];
    if (two % 5 < 2) seal.hash = hashOf(log, seal);
    if (two % 5 === 1) Object.assign(seal, THEIRS.seal({ number: seal.number - 1, hash: '' }, seal));
  },
  'a new seal, signed with another key, that cuts everything': (log, one) => {
    const last = at(log.seals, log.seals.length - 1);
    const before = { number: last.number + (one % 3), hash: last.hash };
    const cuts = { chains: log.heads.map(sealedPoint), seal: { number: last.number, hash: last.hash } };
    log.seals.push(THEIRS.seal(before, { at: last.at, heads: [], cuts }));
    log.entries = [];
  },
  'a cut that was taken away': (log, one) => {
    const seal = log.seals.find(({ cuts }) => cuts !== null);
    fc.pre(seal !== undefined);
    seal.cuts = one % 2 === 0 ? null : { chains: [], seal: { number: 0, hash: '' } };
  },
  'a lowered head, with the entries behind it as they are, changed or deleted': (log, one, two) => {
    const head = at(log.heads, one);
    const lowered = two % head.seq;
    const to = log.entries.find(({ chain, seq }) => chain === head.chain && seq === lowered);
    Object.assign(head, { seq: lowered, hash: to?.hash ?? '' });
    const isBehind = ({ chain, seq }: Entry) => chain === head.chain && seq > lowered;
    if (two % 3 === 0) log.entries = log.entries.filter((entry) => !isBehind(entry));
    if (two % 3 === 1) for (const entry of log.entries.filter(isBehind)) entry.details = '{}';
  },
  'a chain that counts as sealed further than it is, so that nothing new would be sealed': (
    log,
    one,
    two,
  ) => {
    at(log.sealed, one).seq += 1 + two;
  },
  'a chain that counts as not sealed': (log, one) => {
    log.sealed.splice(one % log.sealed.length, 1);
  },
  'a raised head': (log, one, two) => {
    at(log.heads, one).seq += 1 + (two % 5);
  },
  'a deleted head, with or without the entries of its chain': (log, one, two) => {
    const [head] = log.heads.splice(one % log.heads.length, 1);
    if (two % 2 === 0) log.entries = log.entries.filter(({ chain }) => chain !== head?.chain);
  },
  'changed content under the hash that a seal names': (log, one) => {
    at(log.entries, one).cents += 1;
  },
  'an entry behind a head, chained to it': (log, one, two) => {
    const head = at(log.heads, one);
    const { hash, ...forged } = FORGED;
    const entry = entryAfter(head, { ...forged, chain: head.chain, details: {} }, 1);
    log.entries.push({ ...entry, seq: entry.seq + (two % 3), hash: entry.hash + hash });
  },
  'an entry before the first of a chain': (log, one, two) => {
    const { chain } = at(log.heads, one);
    const first = Math.min(...log.entries.filter((entry) => entry.chain === chain).map(({ seq }) => seq));
    log.entries.push({ ...FORGED, chain, seq: first - 1 - (two % 3) });
  },
  'an entry of a chain without a head': (log, one) => {
    log.entries.push({ ...FORGED, chain: 'ghost', seq: one % 3 });
  },
  'a head of a chain without an entry': (log, one) => {
    log.heads.push({ chain: 'ghost', seq: one % 3, hash: '' });
  },
  'a copy of a seal under another number': (log, one, two) => {
    const number = at([-1, 0, 1, 7, 1e9], two);
    fc.pre(log.seals.every((seal) => seal.number !== number));
    log.seals.push({ ...at(log.seals, one), number });
  },
  'every seal deleted': (log) => {
    log.seals = [];
  },
  'another part of a result': (log, one) => {
    const part = at(log.parts, 0);
    log.parts.push({ ...part, part: at([-1, 1, 7], one) });
  },
};
const FORGED: Entry = {
  chain: '',
  seq: 0,
  at: 1,
  actor: 'key:1',
  kind: 'lookup',
  reference: null,
  cents: 0,
  details: '{}',
  hash: '',
};

describe('the check of a log', () => {
  it('accepts a log that was cut, as it was written', async () => {
    expect(await faultsOf(cutRows())).toEqual([]);
  });

  it.each(Object.entries(TAMPERINGS))(
    'detects %s, in a log with a cut and in one without',
    async (_, tamper) => {
      await fc.assert(
        fc.asyncProperty(place, place, fc.constantFrom(rows, cutRows), async (one, two, made) => {
          const log = made();
          tamper(log, one, two);
          expect(await faultsOf(log)).not.toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  it('does not excuse a head kept elsewhere by a forged cut', async () => {
    const log = rows();
    const last = at(log.seals, log.seals.length - 1);
    const head = KEY.head({ at: 1, seal: last, heads: log.heads.map(sealedPoint) });
    at(log.entries, 3).cents += 1;
    last.cuts = { chains: log.heads.map(sealedPoint), seal: { number: 1e9, hash: '' } };
    last.heads = [];
    log.entries = [];
    const { faults } = await verify(logOf(log), { keys: [KEY.publicKey], head, now: NOW });
    expect(faults.join('\n')).toContain('The cut in seal 3 is not as it was signed');
    expect(faults.join('\n')).toContain('is missing, which the given head names');
  });

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
