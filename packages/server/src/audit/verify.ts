import { MS_PER_SECOND } from '../clock.js';
import { itemAt } from '../lib/item-at.js';
import type { AuditStore, Cuts, Seal } from './audit-store.js';
import { hashOfEntry, SERVICE_CHAIN, START, type Entry, type Head, type Point } from './entry.js';
import { countPacked, digestOfPart, type ResultDetails } from './disclosures.js';
import { hashOfSeal, isSigned, isSignedHead, NO_CUTS, pointOf, type SignedHead } from './seal.js';

/** Number of entries or seals read at once. */
const AT_ONCE = 1_000;
/** Most faults that are listed one by one. */
const MOST_FAULTS = 100;
/** A running server seals every five seconds: an entry this old without any seal means that no server runs, or seals were deleted. */
const SEALED_WITHIN_MS = 60 * MS_PER_SECOND;

export interface Verified {
  chains: number;
  entries: number;
  seals: number;
  /** As sentences; empty if the log is consistent. */
  faults: string[];
  /** Leftovers of an interrupted purge, as sentences: no fault. */
  notes: string[];
}

export interface VerifyOptions {
  /** Accepted public keys: the service's own, and earlier ones that the operator knows. */
  keys: readonly string[];
  /** A head that was kept elsewhere. */
  head?: SignedHead | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

type Log = Pick<
  AuditStore,
  | 'heads'
  | 'entries'
  | 'spans'
  | 'hashesAt'
  | 'readPart'
  | 'partNames'
  | 'seals'
  | 'sealed'
  | 'lastCut'
  | 'lastSeal'
>;

/**
 * Checks the whole log: every entry follows from the previous one, every chain ends at its head and not before a sealed entry,
 * every seal is signed and matches, entries count as sealed exactly as far as the seals say, the records of jobs' results are the
 * ones that their entries name, nothing is missing except below a signed cut, and every row belongs to a head, a seal or a cut.
 */
export async function verify(log: Log, options: VerifyOptions): Promise<Verified> {
  for (;;) {
    const cut = await numberOfCut(log);
    const verified = await verifyOnce(log, options);
    // A purge deletes entries below its cut: chains read after it lack entries that the cut read before does not explain.
    if ((await numberOfCut(log)) === cut) return verified;
  }
}

/** Seal of the last cut; null without one, or if it can't be read, which the check reports. */
const numberOfCut = (log: Log): Promise<number | null> =>
  log.lastCut().then((seal) => seal?.number ?? null, unlessDamaged);

/** Time of the last seal in milliseconds; null without one, or if it can't be read, which the check reports. */
export const lastSealAt = (log: Pick<Log, 'lastSeal'>): Promise<number | null> =>
  log.lastSeal().then((seal) => seal?.at ?? null, unlessDamaged);

function unlessDamaged(error: unknown): null {
  if (isOfDamage(error)) return null;
  throw error;
}

/** Errors of a column that holds JSON of another form, or no JSON. */
const isOfDamage = (error: unknown): error is Error =>
  error instanceof SyntaxError || error instanceof TypeError;

async function verifyOnce(log: Log, options: VerifyOptions): Promise<Verified> {
  const faults: string[] = [];
  const tell = (fault: string): void => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
    else if (faults.length === MOST_FAULTS) faults.push('There are more faults, which are not listed.');
  };
  const counted = { chains: 0, entries: 0, seals: 0, notes: [] };
  await readingRows(tell, () => verifyAll(log, options, counted, tell));
  return { ...counted, faults };
}

/** Reports a damaged row as a fault. */
async function readingRows(tell: Tell, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!isOfDamage(error)) throw error;
    tell(`A row is not as it was written, and the check ended there: ${error.message}.`);
  }
}

async function verifyAll(
  log: Log,
  { keys, head, now }: VerifyOptions,
  counted: Omit<Verified, 'faults'>,
  tell: Tell,
): Promise<void> {
  // Read before the entries: entries added during the check are not expected.
  const lastSeal = await log.lastSeal();
  const counting = await log.sealed();
  const cuts = await signedCuts(log, tell);
  const heads = await log.heads();
  counted.chains = heads.length;
  const results: Results = new Map();
  for (const at of heads) counted.entries += await verifyChain(log, at, cutOf(cuts, at.chain), tell, results);
  await requireNoOtherParts(log, results, tell);
  if (lastSeal === null) await requireNothingOld(log, heads, now, tell);
  const waiting = await verifySealsOfCut(log, cuts, keys, tell);
  const { seals, sealed, sealedThen, before } = await verifySeals(
    log,
    { cuts, start: cuts.seal, lastSeal, keys },
    tell,
  );
  counted.seals = seals;
  requireSameSealed(counting, { sealed, sealedThen }, tell);
  const unfinished = waiting && { before: waiting.before ?? before ?? NO_CUTS };
  const left = await verifyEnds(log, { cuts, sealed, unfinished }, tell);
  if (unfinished !== null) counted.notes.push(...notesOf(left));
  if (head !== undefined) await verifyHead(log, head, { cuts, keys }, tell);
}

/** The last cut, if its seal is as it was signed; the walk over the seals (`verifySeals`) checks the key. */
async function signedCuts(log: Log, tell: Tell): Promise<Cuts> {
  const seal = await log.lastCut();
  const cuts = seal?.cuts ?? null;
  if (seal === null || cuts === null) return NO_CUTS;
  const { number } = seal;
  const [before] = number - 1 > cuts.seal.number ? await log.seals(number - 2, 1) : [cuts.seal];
  const isSealed = before?.number === number - 1 && hashOfSeal(before.hash, seal) === seal.hash;
  if (cuts.seal.number < number && isSealed && isSigned(seal)) return cuts;
  tell(`The cut in seal ${number} is not as it was signed: no entry and no seal counts as deleted by it.`);
  return NO_CUTS;
}

async function requireNothingOld(log: Log, heads: readonly Point[], now: number, tell: Tell): Promise<void> {
  for (const { chain } of heads) {
    const [first] = await log.entries(chain, 0, 1);
    if (first === undefined || first.at >= now - SEALED_WITHIN_MS) continue;
    tell(
      'There are no seals, though entries are older than a minute: seals were deleted, or no server has run since.',
    );
    return;
  }
}

/** Requires that the table by which a running server knows what is sealed agrees with the seals. */
function requireSameSealed(
  counting: ReadonlyMap<string, number>,
  { sealed, sealedThen }: { sealed: ReadonlyMap<string, number>; sealedThen: ReadonlyMap<string, number> },
  tell: Tell,
): void {
  for (const chain of new Set([...counting.keys(), ...sealedThen.keys()])) {
    const counts = counting.get(chain) ?? 0;
    const [least, most] = [sealedThen.get(chain) ?? 0, sealed.get(chain) ?? 0];
    // Seals may have been added between the two readings.
    if (counts >= least && counts <= most) continue;
    tell(`${nameOf(chain)} counts as sealed up to entry ${counts}, and its seals end at entry ${most}.`);
  }
}

/**
 * Seals at or below a cut are there only while its purge is not finished: all of them, up to the one that the cut names.
 * @returns null if they are gone; otherwise with the last cut among them
 */
async function verifySealsOfCut(
  log: Log,
  cuts: Cuts,
  keys: readonly string[],
  tell: Tell,
): Promise<{ before: Cuts | null } | null> {
  let last: { number: number; hash: string } | null = null;
  let cutBefore: Cuts | null = null;
  for (;;) {
    const some = await log.seals(last?.number ?? Number.MIN_SAFE_INTEGER, AT_ONCE);
    for (const seal of some) {
      if (seal.number > cuts.seal.number) break;
      // The seal before the first one that is left may be gone.
      const before: Pick<Seal, 'number' | 'hash'> | null = seal.number === 1 ? NO_CUTS.seal : last;
      const follows =
        before === null || (seal.number === before.number + 1 && hashOfSeal(before.hash, seal) === seal.hash);
      if (seal.number < 1 || !follows || !isSigned(seal) || !keys.includes(seal.key))
        tell(`Seal ${seal.number} is below the cut, and not as it was signed.`);
      cutBefore = seal.cuts ?? cutBefore;
      last = { number: seal.number, hash: seal.hash };
    }
    if (some.length < AT_ONCE || itemAt(some, some.length - 1).number > cuts.seal.number) break;
  }
  if (last === null) return null;
  const isWhole = last.number === cuts.seal.number && last.hash === cuts.seal.hash;
  if (!isWhole) tell(`Seal ${last.number} is below the cut, which does not end there.`);
  return isWhole ? { before: cutBefore } : null;
}

/** A purge that was interrupted, with the cut before its own. */
type Unfinished = { before: Cuts } | null;

/** The entries that an interrupted purge left in a chain. */
interface Left {
  chain: string;
  first: number;
  last: number;
  /** Whether entries before the first one were deleted: its own fields can't be checked then, only its hash. */
  isBegun: boolean;
}

/** Compares the head of each chain with its seals and entries. @returns what an interrupted purge left */
async function verifyEnds(
  log: Log,
  { cuts, sealed, unfinished }: { cuts: Cuts; sealed: ReadonlyMap<string, number>; unfinished: Unfinished },
  tell: Tell,
): Promise<Left[]> {
  const spans = await log.spans();
  // Read after seals and entries: a head may be ahead of them, never behind.
  const heads = new Map((await log.heads()).map((head) => [head.chain, head]));
  const known = new Set([...sealed.keys(), ...spans.map(({ chain }) => chain)]);
  for (const chain of known) if (!heads.has(chain)) tell(`${nameOf(chain)} has no head.`);
  for (const { chain, seq } of heads.values()) {
    const least = sealed.get(chain) ?? 0;
    if (seq < least) tell(`${nameOf(chain)} ends at entry ${seq}, and a seal names entry ${least}.`);
    // On PostgreSQL the service's own chain has a head before its first entry.
    if (seq < 1 && chain !== SERVICE_CHAIN) tell(`${nameOf(chain)} has a head and no entry.`);
  }
  const left: Left[] = [];
  for (const { chain, first, last } of spans) {
    const head = heads.get(chain);
    if (head !== undefined && last > head.seq)
      tell(`${nameOf(chain)}: entry ${last} is behind its head, which is entry ${head.seq}.`);
    const cut = cutOf(cuts, chain);
    if (first <= cut.seq)
      left.push(...(await verifyBelowCut(log, { ...cut, chain }, { first, unfinished }, tell)));
  }
  return left;
}

/** Entries at or below a cut are there only while its purge is not finished, and lead up to the entry that the cut names. */
async function verifyBelowCut(
  log: Log,
  cut: Point,
  { first, unfinished }: { first: number; unfinished: Unfinished },
  tell: Tell,
): Promise<Left[]> {
  const { chain } = cut;
  const start = unfinished === null ? null : cutOf(unfinished.before, chain);
  if (start === null || first <= start.seq) {
    tell(`${nameOf(chain)}: entry ${first} is below where the chain begins.`);
    return [];
  }
  const isBegun = first > start.seq + 1;
  // The entry before the first is deleted: only the hash of the first can be checked, by those that follow.
  const [anchor] = isBegun ? await log.entries(chain, first - 1, 1) : [start];
  await verifyChain(log, cut, anchor ?? start, tell, new Map());
  return [{ chain, first, last: cut.seq, isBegun }];
}

const notesOf = (left: readonly Left[]): string[] => [
  'A purge was interrupted: entries that are kept long enough are not all deleted. "purge --now" finishes it.',
  ...left
    .filter(({ isBegun }) => isBegun)
    .map(
      ({ chain, first, last }) =>
        `${nameOf(chain)}: entries ${first} to ${last} are left of those to delete. They lead up to the signed cut, except that the content of entry ${first} cannot be checked: the one before it is deleted already.`,
    ),
];

/** Number of seals checked, with the entries they name, when a check of the whole log would take too long. */
const NEWEST_SEALS = 20;
/** Number of entries checked before each sealed entry. */
const NEWEST_ENTRIES = 50;

/** Checks the newest seals in the same way, except for the key that signed them. @returns sentences */
export async function newestFaults(log: Log): Promise<string[]> {
  const faults: string[] = [];
  const tell = (fault: string): void => void faults.push(`The log of disclosures is not whole. ${fault}`);
  await readingRows(tell, () => verifyNewest(log, tell));
  return faults.slice(0, MOST_NEWEST_FAULTS);
}

async function verifyNewest(log: Log, tell: Tell): Promise<void> {
  const lastSeal = await log.lastSeal();
  if (lastSeal === null) return;
  const cuts = await signedCuts(log, tell);
  const first = Math.max(cuts.seal.number, lastSeal.number - NEWEST_SEALS);
  const [before] = first > cuts.seal.number ? await log.seals(first - 1, 1) : [cuts.seal];
  const start = before ?? { number: first, hash: '' };
  const seals = await log.seals(start.number, NEWEST_SEALS);
  const keys = seals.map(({ key }) => key);
  await verifySeals(log, { cuts, start, lastSeal, keys }, tell);
  for (const [chain, seq, hash] of lastSeal.heads) {
    const cut = cutOf(cuts, chain);
    const from = Math.max(cut.seq, seq - NEWEST_ENTRIES);
    const [at] = from > cut.seq ? await log.entries(chain, from - 1, 1) : [cut];
    await verifyChain(log, { chain, seq, hash }, at ?? cut, tell, new Map());
  }
}

/** Most faults listed for the newest seals; "audit verify" lists all. */
const MOST_NEWEST_FAULTS = 5;

type Tell = (fault: string) => void;

const cutOf = ({ chains }: Cuts, chain: string): Head => {
  const cut = chains.find(([cutChain]) => cutChain === chain);
  return cut === undefined ? START : pointOf(cut);
};

/** @returns how many entries it has */
async function verifyChain(log: Log, head: Point, cut: Head, tell: Tell, results: Results): Promise<number> {
  const { chain } = head;
  let { seq, hash } = cut;
  let entries = 0;
  while (seq < head.seq) {
    const some = await log.entries(chain, seq, AT_ONCE);
    // Entries added since the head was read are left to the next check.
    const expected = some.filter((entry) => entry.seq <= head.seq);
    for (const entry of expected) {
      if (entry.seq !== seq + 1) {
        tell(`${nameOf(chain)}: ${missing(seq + 1, entry.seq - 1)}.`);
        // The entries that follow can still be checked against each other.
        hash = entry.hash;
      } else if (hashOfEntry(hash, entry) !== entry.hash) {
        tell(`${nameOf(chain)}: entry ${entry.seq} (${entry.kind}) was changed, or the one before it.`);
      }
      ({ seq, hash } = entry);
      entries += 1;
      if (entry.kind === 'job.result') await verifyParts(log, entry, tell, results);
    }
    if (expected.length === 0) {
      tell(`${nameOf(chain)}: ${missing(seq + 1, head.seq)}.`);
      return entries;
    }
  }
  if (hash !== head.hash) tell(`${nameOf(chain)} does not end as it says: entry ${head.seq} is another one.`);
  return entries;
}

const nameOf = (chain: string): string => `Chain ${chain}`;
const missing = (from: number, to: number): string =>
  from === to ? `entry ${from} is missing` : `entries ${from} to ${to} are missing`;

/** Number of parts of each job with a result, by `jobOf`. */
type Results = Map<string, number>;

const jobOf = (chain: string, reference: string): string => JSON.stringify([chain, reference]);

async function verifyParts(log: Log, entry: Entry, tell: Tell, results: Results): Promise<void> {
  const { chain, reference } = entry;
  const { records: named, parts = [] } = JSON.parse(entry.details) as Partial<ResultDetails>;
  results.set(jobOf(chain, reference ?? ''), parts.length);
  let records = 0;
  for (const [part, digest] of parts.entries()) {
    const content = await log.readPart({ chain, reference: reference ?? '', part });
    if (content === null)
      tell(`${nameOf(chain)}: the records of job ${reference}, part ${part}, are missing.`);
    else if (digestOfPart(content) !== digest)
      tell(`${nameOf(chain)}: the records of job ${reference}, part ${part}, were changed.`);
    records += content === null ? 0 : countPacked(content);
  }
  if (records !== named)
    tell(`${nameOf(chain)}: job ${reference} has ${records} records, its entry says ${named}.`);
}

/**
 * A part without an entry belongs to a job with a result not yet written; once a job has an entry, no other parts of it may
 * exist.
 */
async function requireNoOtherParts(log: Log, results: Results, tell: Tell): Promise<void> {
  for await (const names of log.partNames())
    for (const { chain, reference, part } of names) {
      const parts = results.get(jobOf(chain, reference)) ?? Infinity;
      if (part < 0 || part >= parts)
        tell(`${nameOf(chain)}: job ${reference} has records, part ${part}, that no entry names.`);
    }
}

async function verifySeals(
  log: Log,
  {
    cuts,
    start,
    lastSeal,
    keys,
  }: { cuts: Cuts; start: Cuts['seal']; lastSeal: Seal | null; keys: readonly string[] },
  tell: Tell,
): Promise<WalkedSeals> {
  let { number, hash } = start;
  let seals = 0;
  let before: Cuts | null = null;
  // The last entry that a cut or a seal names, in each chain.
  const sealed = new Map(cuts.chains.map(([chain, seq]) => [chain, seq]));
  let sealedThen = new Map(sealed);
  const unknown = new Map<string, [first: number, last: number]>();
  for (;;) {
    const some = await log.seals(number, AT_ONCE);
    for (const seal of some) {
      if (seal.number !== number + 1) {
        tell(`Seals ${number + 1} to ${seal.number - 1} are missing.`);
        hash = seal.hash;
      } else if (hashOfSeal(hash, seal) !== seal.hash)
        tell(`Seal ${seal.number} was changed, or the one before it.`);
      if (!isSigned(seal)) tell(`Seal ${seal.number} is not signed by the key that it names.`);
      if (!keys.includes(seal.key))
        unknown.set(seal.key, [unknown.get(seal.key)?.[0] ?? seal.number, seal.number]);
      requireNoStepBack(seal, { cuts, sealed }, tell);
      for (const [chain, seq] of seal.heads) sealed.set(chain, Math.max(seq, sealed.get(chain) ?? 0));
      if (seal.number === lastSeal?.number) sealedThen = new Map(sealed);
      if (seal.cuts !== null && seal.cuts.seal.number < cuts.seal.number) before = seal.cuts;
      ({ number, hash } = seal);
      seals += 1;
    }
    await verifyPoints(log, some.flatMap(pointsOf(cuts)), tell);
    if (some.length < AT_ONCE) break;
  }
  for (const [key, [first, last]] of unknown)
    tell(
      anotherKey(
        first === last ? `Seal ${first} was` : `${last - first + 1} seals (${first} to ${last}) were`,
        key,
      ),
    );
  if (number < (lastSeal?.number ?? 0)) tell(`Seals ${number + 1} to ${lastSeal?.number} are missing.`);
  return { seals, sealed, sealedThen, before };
}

interface WalkedSeals {
  seals: number;
  /** The last entry that a cut or a seal names, in each chain. */
  sealed: ReadonlyMap<string, number>;
  /** The same up to the seal that was the last one when the check began. */
  sealedThen: ReadonlyMap<string, number>;
  /** The cut before the last one, if its seal is among these. */
  before: Cuts | null;
}

const OTHER_KEY = 'SIGNING_SECRET';

/** Whether a fault says no more than that signatures are of another key, as in a shell without the server's secret. */
export const isOfOtherKey = (fault: string): boolean =>
  fault.includes(` another key than this shell's ${OTHER_KEY}: `);

const anotherKey = (what: string, key: string): string =>
  `${what} signed with another key than this shell's ${OTHER_KEY}: ${key}. If you changed SIGNING_SECRET since, and a head that you kept from before has the same "key", repeat this with --accept-key ${key}. Otherwise another program signed.`;

/** Requires that a seal names later entries than the cut and earlier seals do, and that no other cut ends after the last cut. */
function requireNoStepBack(
  seal: Seal,
  { cuts, sealed }: { cuts: Cuts; sealed: ReadonlyMap<string, number> },
  tell: Tell,
): void {
  for (const [chain, seq] of seal.heads)
    if (seq <= (sealed.get(chain) ?? 0))
      tell(
        `${nameOf(chain)}: seal ${seal.number} names entry ${seq}, and an earlier seal or a cut a later one.`,
      );
  if (seal.cuts === null) return;
  const isLater = seal.cuts.chains.some(([chain, seq]) => seq > cutOf(cuts, chain).seq);
  if (isLater || seal.cuts.seal.number > cuts.seal.number)
    tell(`The cut in seal ${seal.number} ends behind the last cut.`);
}

/** Reads the sealed hashes of entries that still exist. */
const pointsOf =
  (cuts: Cuts) =>
  ({ number, heads }: Pick<Seal, 'heads'> & { number: number | null }): (Point & { by: string })[] =>
    heads
      .map(pointOf)
      .filter(({ chain, seq }) => seq > cutOf(cuts, chain).seq)
      .map((point) => ({ ...point, by: number === null ? 'the given head' : `seal ${number}` }));

async function verifyPoints(
  log: Log,
  points: readonly (Point & { by: string })[],
  tell: Tell,
): Promise<void> {
  for (let from = 0; from < points.length; from += AT_ONCE) {
    const some = points.slice(from, from + AT_ONCE);
    const hashes = await log.hashesAt(some);
    for (const [index, { chain, seq, hash, by }] of some.entries()) {
      const found = itemAt(hashes, index);
      if (found === null) tell(`${nameOf(chain)}: entry ${seq} is missing, which ${by} names.`);
      else if (found !== hash) tell(`${nameOf(chain)}: entry ${seq} is not the one that ${by} names.`);
    }
  }
}

async function verifyHead(
  log: Log,
  head: SignedHead,
  { cuts, keys }: { cuts: Cuts; keys: readonly string[] },
  tell: Tell,
): Promise<void> {
  if (!isSignedHead(head)) {
    tell('The given head is not signed by the key that it names.');
    return;
  }
  if (!keys.includes(head.key)) tell(anotherKey('The given head was', head.key));
  await verifyPoints(log, pointsOf(cuts)({ number: null, heads: head.heads }), tell);
  const { number, hash } = head.seal;
  // A later seal, which follows from this one, signed the cut below it.
  if (number <= cuts.seal.number) return;
  const [seal] = await log.seals(number - 1, 1);
  if (seal?.number !== number || seal.hash !== hash)
    tell(`Seal ${number} is not the one that the given head names.`);
}
