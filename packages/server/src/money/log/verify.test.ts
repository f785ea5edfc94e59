import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartName, Seal } from './audit-store.js';
import { digestOfPart, Packing } from './disclosures.js';
import { KINDS, pointAfter, START, type LogEntry, type Point } from './entry.js';
import { hashOfSeal, SealKey } from './seal.js';
import { verify } from './verify.js';

/** A whole log as rows. */
interface Rows {
  entries: LogEntry[];
  seals: Seal[];
  parts: (PartName & { content: Buffer })[];
}

const KEY = new SealKey(Buffer.alloc(32, 1));
/** The key of somebody who has the database and not the signing secret. */
const THEIRS = new SealKey(Buffer.alloc(32, 2));
/** Long after the last entry. */
const NOW = 1_000_000;

/** Entries of two accounts, one with a job's result, sealed four at a time. */
function rows(): Rows {
  const made: Rows = { entries: [], seals: [], parts: [] };
  const packing = new Packing(1, 'secret', Buffer.alloc(16));
  packing.add(5, 0);
  const content = packing.bytes;
  let to = START;
  for (let at = 0; at < 12; at++) {
    const chain = at % 3 === 0 ? 'one' : 'two';
    const isResult = at === 4;
    const details = isResult
      ? { records: 1, parts: [digestOfPart(content)] }
      : { records: [[at, 'AAECAwQFBgc']] };
    const reference = `reference ${at}`;
    const entry: LogEntry = {
      number: at + 1,
      ...{ chain, at, actor: 'key:1', kind: isResult ? 'job.result' : 'lookup', reference, cents: at },
      details: JSON.stringify(details),
    };
    made.entries.push(entry);
    if (isResult) made.parts.push({ chain, reference, part: 0, content });
    to = pointAfter(to, entry);
    if (at % 4 === 3) made.seals.push(KEY.seal(made.seals.at(-1) ?? null, { at, to, cut: null }));
  }
  return made;
}

/** The same log after a purge up to its first seal. */
function cutRows(): Rows {
  const made = rows();
  const [first, last] = [at(made.seals, 0), at(made.seals, made.seals.length - 1)];
  const cut = { number: first.number, hash: first.hash };
  made.seals = [...made.seals.slice(1), KEY.seal(last, { at: 12, to: last.to, cut })];
  made.entries = made.entries.filter(({ number }) => number > first.to.number);
  return made;
}

/** A log that reads these rows. */
function logOf({ entries, seals, parts }: Rows): Parameters<typeof verify>[0] {
  const sealed = [...seals].sort((one, other) => one.number - other.number);
  const appended = [...entries].sort((one, other) => one.number - other.number);
  const isPart = (name: PartName) => (part: PartName) =>
    part.chain === name.chain && part.reference === name.reference && part.part === name.part;
  return {
    log: (after, limit) => Promise.resolve(appended.filter(({ number }) => number > after).slice(0, limit)),
    readPart: (name) => Promise.resolve(parts.find(isPart(name))?.content ?? null),
    async *partNames() {
      yield await Promise.resolve(parts);
    },
    seals: (after, limit) => Promise.resolve(sealed.filter(({ number }) => number > after).slice(0, limit)),
    lastSeal: () => Promise.resolve(sealed.at(-1) ?? null),
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

const changed = fc.tuple(fc.constantFrom('entries', 'seals', 'parts'), place, place, place);

/** Changes by a person with write access to the database and without the signing secret. */
const TAMPERINGS: Readonly<Record<string, (log: Rows, one: number, two: number) => void>> = {
  'a cut of everything, forged into a seal': (log, one, two) => {
    const seal = at(log.seals, one);
    seal.cut = { number: at([1e9, seal.number, seal.number - 1], two), hash: '' };
    if (two % 5 < 2) seal.hash = hashOfSeal(seal);
    if (two % 5 === 1) Object.assign(seal, THEIRS.seal(log.seals[one - 1] ?? null, seal));
  },
  'a new seal, signed with another key, that cuts everything': (log, one) => {
    const last = at(log.seals, log.seals.length - 1);
    const before = { number: last.number + (one % 3), hash: last.hash, to: last.to };
    log.seals.push(THEIRS.seal(before, { at: last.at, to: last.to, cut: last }));
    log.entries = [];
  },
  'a cut that was taken away': (log, one) => {
    const seal = log.seals.find(({ cut }) => cut !== null);
    fc.pre(seal !== undefined);
    seal.cut = one % 2 === 0 ? null : { number: 0, hash: '' };
  },
  'entries changed, with their seals made anew': (log, one) => {
    at(log.entries, one).cents += 1;
    let before: Seal | null = null;
    for (const [index, seal] of log.seals.entries()) {
      const from: Point = before?.to ?? seal.from;
      const to = log.entries
        .filter(({ number }) => number > from.number && number <= seal.to.number)
        .reduce(pointAfter, from);
      before = THEIRS.seal(before ?? (seal.number === 1 ? null : beforeThe(seal)), { ...seal, to });
      log.seals[index] = before;
    }
  },
  'an entry before the first': (log, one) => {
    const first = Math.min(...log.entries.map(({ number }) => number));
    log.entries.push({ ...FORGED, number: first - 1 - (one % 3) });
  },
  'an entry between two others': (log, one) => {
    log.entries.push({ ...FORGED, number: at(log.entries, one).number - 0.5 });
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
const beforeThe = ({ number, previous, from }: Seal) => ({ number: number - 1, hash: previous, to: from });
const FORGED: LogEntry = {
  number: 0,
  ...{ chain: 'one', at: 1, actor: 'key:1', kind: 'lookup', reference: null, cents: 0, details: '{}' },
};

describe('the check of a log', () => {
  it('accepts a log as it was written, and one that was cut', async () => {
    expect(await faultsOf(rows())).toEqual([]);
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

  it('detects that the newest entries are gone with their seals, by a head kept elsewhere', async () => {
    const log = rows();
    const last = at(log.seals, log.seals.length - 1);
    const head = KEY.head(1, last);
    const check = async () => (await verify(logOf(log), { keys: [KEY.publicKey], head, now: NOW })).faults;
    expect(await check()).toEqual([]);
    log.seals.pop();
    log.entries = log.entries.filter(({ number }) => number <= last.from.number);
    expect(await faultsOf(log)).toEqual([]);
    expect(await check()).toEqual(['Seal 3 is not the one that the given head names (the last one is 2).']);
  });

  it('detects a change of any character in any column', async () => {
    await fc.assert(
      fc.asyncProperty(changed, async ([table, row, column, seed]) => {
        const log = rows();
        const found = at<object>(log[table], row) as Record<string, unknown>;
        change(found, column, seed);
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

  it('detects two entries with exchanged places, and an inserted one, though later ones are renumbered', async () => {
    await fc.assert(
      fc.asyncProperty(place, place, fc.constantFrom(...KINDS), async (one, two, kind) => {
        const log = rows();
        const [a, b] = [at(log.entries, one), at(log.entries, two)];
        fc.pre(a.number !== b.number);
        [a.number, b.number] = [b.number, a.number];
        expect(await faultsOf(log)).not.toEqual([]);
        const inserted = rows();
        const { number } = at(inserted.entries, one);
        for (const entry of inserted.entries) if (entry.number >= number) entry.number += 1;
        inserted.entries.push({ ...FORGED, kind, number });
        expect(await faultsOf(inserted)).not.toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** Changes one value of a row, or of an object in it. */
function change(row: Record<string, unknown>, column: number, seed: number): void {
  const names = Object.keys(row).filter((name) => row[name] !== null);
  const name = at(names, column);
  const value = row[name];
  if (Buffer.isBuffer(value)) value.writeUInt8(value.readUInt8(seed % value.length) ^ 1, seed % value.length);
  else if (typeof value === 'object') {
    const copy = { ...value } as Record<string, unknown>;
    row[name] = copy;
    change(copy, seed, column);
  } else row[name] = other(value, seed);
}
