import { itemAt } from '../item-at.js';
import type { AuditStore, PartName } from './audit-store.js';
import { hashOfEntry, START, type Entry, type Head, type Point } from './entry.js';
import { countPacked, digestOfPart, type ResultDetails } from './records.js';
import {
  hashOfSeal,
  isSigned,
  isSignedHead,
  NO_CUTS,
  pointOf,
  type Cuts,
  type Seal,
  type SignedHead,
} from './seal.js';

/** Number of entries or seals read at once. */
const AT_ONCE = 1_000;
/** Most faults that are listed one by one. */
const MOST_FAULTS = 100;

export interface Verified {
  chains: number;
  entries: number;
  seals: number;
  /** As sentences; empty if the log is consistent. */
  faults: string[];
}

export interface VerifyOptions {
  /** Accepted public keys: the service's own, and earlier ones that the operator knows. */
  keys: readonly string[];
  /** A head that was kept elsewhere. */
  head?: SignedHead | undefined;
}

type Log = Pick<
  AuditStore,
  'heads' | 'entries' | 'hashesAt' | 'readPart' | 'partNames' | 'seals' | 'lastCut' | 'lastSeal'
>;

/**
 * Checks the whole log: every entry follows from the previous one, every chain ends at its head, every seal is signed and
 * matches, the records of jobs' results are the ones their entries name, and nothing is missing outside of a signed cut.
 */
export async function verify(log: Log, { keys, head }: VerifyOptions): Promise<Verified> {
  const faults: string[] = [];
  const tell = (fault: string): void => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
    else if (faults.length === MOST_FAULTS) faults.push('There are more faults, which are not told.');
  };
  // Read before the entries: entries added during the check are not expected.
  const lastSeal = await log.lastSeal();
  const cuts = (await log.lastCut())?.cuts ?? NO_CUTS;
  const heads = await log.heads();
  const counted = { chains: heads.length, entries: 0, seals: 0 };
  const named = new Set<string>();
  for (const at of heads) counted.entries += await verifyChain(log, at, cutOf(cuts, at.chain), tell, named);
  const known = new Set(heads.map(({ chain }) => chain));
  for (const [chain] of cuts.chains) if (!known.has(chain)) tell(`The chain ${chain} is missing.`);
  await requireNoOtherParts(log, named, tell);
  counted.seals = await verifySeals(log, { cuts, start: cuts.seal, lastSeal, keys }, tell);
  if (head !== undefined) await verifyHead(log, head, { cuts, keys }, tell);
  return { ...counted, faults };
}

/** Number of seals checked, with the entries they name, when a check of the whole log would take too long. */
const NEWEST_SEALS = 20;
/** Number of entries checked before each sealed entry. */
const NEWEST_ENTRIES = 50;

/** Checks the newest seals in the same way, except for the key that signed them. @returns sentences */
export async function newestFaults(log: Log): Promise<string[]> {
  const faults: string[] = [];
  const tell = (fault: string): void => void faults.push(`The log of disclosures is not whole. ${fault}`);
  const lastSeal = await log.lastSeal();
  if (lastSeal === null) return [];
  const cuts = (await log.lastCut())?.cuts ?? NO_CUTS;
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
    await verifyChain(log, { chain, seq, hash }, at ?? cut, tell, new Set());
  }
  return faults.slice(0, MOST_NEWEST_FAULTS);
}

/** Most faults listed for the newest seals; "audit verify" lists all. */
const MOST_NEWEST_FAULTS = 5;

type Tell = (fault: string) => void;

const cutOf = ({ chains }: Cuts, chain: string): Head => {
  const cut = chains.find(([cutChain]) => cutChain === chain);
  return cut === undefined ? START : pointOf(cut);
};

/** @returns how many entries it has */
async function verifyChain(
  log: Log,
  head: Point,
  cut: Head,
  tell: Tell,
  named: Set<string>,
): Promise<number> {
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
      if (entry.kind === 'job.result') await verifyParts(log, entry, tell, named);
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

const slotOfPart = ({ chain, reference, part }: PartName): string =>
  JSON.stringify([chain, reference, Number(part)]);

async function verifyParts(log: Log, entry: Entry, tell: Tell, named: Set<string>): Promise<void> {
  const { chain, reference } = entry;
  const details = JSON.parse(entry.details) as Partial<ResultDetails>;
  let records = 0;
  for (const [part, digest] of (details.parts ?? []).entries()) {
    const name = { chain, reference: reference ?? '', part };
    named.add(slotOfPart(name));
    const content = await log.readPart(name);
    if (content === null)
      tell(`${nameOf(chain)}: the records of job ${reference}, part ${part}, are missing.`);
    else if (digestOfPart(content) !== digest)
      tell(`${nameOf(chain)}: the records of job ${reference}, part ${part}, were changed.`);
    records += content === null ? 0 : countPacked(content);
  }
  if (records !== details.records)
    tell(`${nameOf(chain)}: job ${reference} has ${records} records, its entry says ${details.records}.`);
}

/**
 * A part without an entry belongs to a job with a result not yet written; once a job has an entry, no other parts of it may
 * exist.
 */
async function requireNoOtherParts(log: Log, named: ReadonlySet<string>, tell: Tell): Promise<void> {
  for await (const names of log.partNames())
    for (const name of names) {
      const isOfResult = named.has(slotOfPart({ ...name, part: 0 }));
      if (isOfResult && !named.has(slotOfPart(name)))
        tell(
          `${nameOf(name.chain)}: job ${name.reference} has records, part ${name.part}, that no entry names.`,
        );
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
): Promise<number> {
  let { number, hash } = start;
  let seals = 0;
  const unknown = new Map<string, number>();
  for (;;) {
    const some = await log.seals(number, AT_ONCE);
    for (const seal of some) {
      if (seal.number !== number + 1) {
        tell(`Seals ${number + 1} to ${seal.number - 1} are missing.`);
        hash = seal.hash;
      } else if (hashOfSeal(hash, seal) !== seal.hash)
        tell(`Seal ${seal.number} was changed, or the one before it.`);
      if (!isSigned(seal)) tell(`Seal ${seal.number} is not signed by the key that it names.`);
      if (!keys.includes(seal.key)) unknown.set(seal.key, seal.number);
      ({ number, hash } = seal);
      seals += 1;
    }
    await verifyPoints(log, some.flatMap(pointsOf(cuts)), tell);
    if (some.length < AT_ONCE) break;
  }
  for (const [key, last] of unknown)
    tell(
      `Seals up to number ${last} are signed with another key (${key}). If SIGNING_SECRET was changed, give it with --accept-key.`,
    );
  if (number < (lastSeal?.number ?? 0)) tell(`Seals ${number + 1} to ${lastSeal?.number} are missing.`);
  return seals;
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
  if (!keys.includes(head.key)) tell(`The given head is signed with another key (${head.key}).`);
  await verifyPoints(log, pointsOf(cuts)({ number: null, heads: head.heads }), tell);
  const { number, hash } = head.seal;
  // A later seal, which follows from this one, signed the cut below it.
  if (number <= cuts.seal.number) return;
  const [seal] = await log.seals(number - 1, 1);
  if (seal?.number !== number || seal.hash !== hash)
    tell(`Seal ${number} is not the one that the given head names.`);
}
