import { MS_PER_SECOND } from '../../platform/clock.js';
import type { AuditStore, Seal, SealName } from './audit-store.js';
import { countPacked, digestOfPart, everyEntry, type ResultDetails } from './disclosures.js';
import { pointAfter, START, type LogEntry, type Point } from './entry.js';
import { hashOfSeal, isSigned, isSignedHead, type SignedHead } from './seal.js';

/** Number of entries or seals read at once. */
const AT_ONCE = 1_000;
/** Most faults that are listed one by one. */
const MOST_FAULTS = 100;
/** A running server seals every five seconds: an entry this old after the last seal means that no server runs, or seals were deleted. */
const SEALED_WITHIN_MS = 60 * MS_PER_SECOND;

export interface Verified {
  entries: number;
  seals: number;
  /** As sentences; empty if the log is consistent. */
  faults: string[];
  /** As sentences: an interrupted purge, and entries that no seal protects yet. No fault. */
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

type Log = Pick<AuditStore, 'log' | 'readPart' | 'partNames' | 'seals' | 'lastSeal'>;
type Tell = (fault: string) => void;

/**
 * Checks the whole log: every seal is signed and follows from the one before, its entries are the ones it was made of, the records of
 * jobs' results are the ones that their entries name, and nothing is missing except below a signed cut.
 */
export async function verify(log: Log, options: VerifyOptions): Promise<Verified> {
  for (;;) {
    const begins = await firstNumber(log);
    const verified = await verifyOnce(log, options);
    // A purge deletes the oldest seals with their entries, perhaps between the reading of the two.
    if ((await firstNumber(log)) === begins) return verified;
  }
}

/** Number of the first seal; null without one, or if it can't be read, which the check reports. */
const firstNumber = (log: Log): Promise<number | null> =>
  log.seals(Number.MIN_SAFE_INTEGER, 1).then(([seal]) => seal?.number ?? null, unlessDamaged);

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

/** Reports a damaged row as a fault. */
async function readingRows(tell: Tell, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!isOfDamage(error)) throw error;
    tell(`A row is not as it was written, and the check ended there: ${error.message}.`);
  }
}

async function verifyOnce(log: Log, options: VerifyOptions): Promise<Verified> {
  const faults: string[] = [];
  const tell: Tell = (fault) => {
    if (faults.length < MOST_FAULTS) faults.push(fault);
    else if (faults.length === MOST_FAULTS) faults.push('There are more faults, which are not listed.');
  };
  const counted = { entries: 0, seals: 0, notes: [] };
  await readingRows(tell, () => verifyAll(log, options, counted, tell));
  return { ...counted, faults };
}

async function verifyAll(
  log: Log,
  { keys, head, now }: VerifyOptions,
  counted: Omit<Verified, 'faults'>,
  tell: Tell,
): Promise<void> {
  const results = new Results(log, tell);
  const walked = await verifySeals(log, { first: null, results, tell });
  const { first, last, cut } = walked;
  counted.seals = walked.seals;
  counted.entries = walked.entries;
  verifyBeginning(first, cut, tell);
  const [lowest] = await log.log(Number.MIN_SAFE_INTEGER, 1);
  if (lowest !== undefined && lowest.number <= (first?.from.number ?? 0))
    tell(`Entry ${lowest.number} is below where the log begins.`);
  let oldest: number | null = null;
  for await (const entry of everyEntry(log, last?.to.number ?? 0)) {
    counted.entries += 1;
    oldest ??= entry.at;
    await results.verify(entry);
  }
  await results.requireNoOthers();
  if (oldest !== null && oldest < now - SEALED_WITHIN_MS) {
    if (last === null) tell(NO_SEALS);
    else counted.notes.push(NOT_SEALED);
  }
  if (first !== null && cut !== null && first.number <= cut.number) counted.notes.push(INTERRUPTED);
  for (const [key, numbers] of walked.keys) if (!keys.includes(key)) tell(anotherKey(sealsIn(numbers), key));
  if (head !== undefined) await verifyHead(log, head, { keys, first, last }, tell);
}

const NO_SEALS =
  'There are no seals, though entries are older than a minute: seals were deleted, or no server has run since.';
const NOT_SEALED =
  'Entries older than a minute are not sealed, because no server has run since. Nothing shows yet whether they were changed.';
const INTERRUPTED =
  'A purge was interrupted: entries that are kept long enough are not all deleted. "purge --now" finishes it.';

/** Requires that nothing is missing at the beginning but what the last cut deleted. */
function verifyBeginning(first: Seal | null, cut: SealName | null, tell: Tell): void {
  if (first === null) return;
  const begins = (cut?.number ?? 0) + 1;
  if (first.number > begins) tell(`${nameOf([begins, first.number - 1])} missing.`);
  const before = first.number === 1 ? { number: 0, hash: '' } : cut;
  if (first.number === (before?.number ?? NaN) + 1 && first.previous !== before?.hash)
    tell(`Seal ${first.number} does not follow the one that was deleted before it.`);
  if (first.number === 1 && !isSame(first.from, START)) tell('Seal 1 does not begin where the log begins.');
}

/** Number of seals checked, with their entries, when a check of the whole log would take too long. */
const NEWEST_SEALS = 20;
/** Most faults listed for the newest seals; "audit verify" lists all. */
const MOST_NEWEST_FAULTS = 5;

/** Checks the newest seals in the same way, except for the key that signed them. @returns sentences */
export async function newestFaults(log: Log): Promise<string[]> {
  const faults: string[] = [];
  const tell = (fault: string): void => void faults.push(`The log of disclosures is not whole. ${fault}`);
  await readingRows(tell, async () => {
    const last = await log.lastSeal();
    const first = last === null ? null : last.number - NEWEST_SEALS + 1;
    await verifySeals(log, { first, results: new Results(log, tell), tell });
  });
  return faults.slice(0, MOST_NEWEST_FAULTS);
}

interface Walked {
  first: Seal | null;
  last: Seal | null;
  /** The last cut. */
  cut: SealName | null;
  seals: number;
  entries: number;
  /** First and last number of the seals by the key that signed them. */
  keys: Map<string, [first: number, last: number]>;
}

/** Checks each seal, that it follows from the one before, and the entries it names. @param first number to begin at */
async function verifySeals(
  log: Log,
  { first, results, tell }: { first: number | null; results: Results; tell: Tell },
): Promise<Walked> {
  // Seals added during the check are left to the next one: their entries may be read too early.
  const end = (await log.lastSeal())?.number ?? 0;
  const walked: Walked = { first: null, last: null, cut: null, seals: 0, entries: 0, keys: new Map() };
  let entries: ReturnType<typeof everyEntry> | null = null;
  let next: LogEntry | undefined;
  for await (const seal of everySeal(log, first ?? Number.MIN_SAFE_INTEGER)) {
    if (seal.number > end) break;
    verifySeal(seal, walked.last, tell);
    if (entries === null) {
      entries = everyEntry(log, seal.from.number);
      next = (await entries.next()).value;
    }
    let point = seal.from;
    while (next !== undefined && next.number <= seal.to.number) {
      point = pointAfter(point, next);
      walked.entries += 1;
      await results.verify(next);
      next = (await entries.next()).value;
    }
    if (!isSame(point, seal.to)) tell(differ(seal, point.entries - seal.from.entries));
    walked.first ??= seal;
    walked.last = seal;
    walked.cut = seal.cut ?? walked.cut;
    walked.seals += 1;
    walked.keys.set(seal.key, [walked.keys.get(seal.key)?.[0] ?? seal.number, seal.number]);
  }
  return walked;
}

function verifySeal(seal: Seal, before: Seal | null, tell: Tell): void {
  const { number, previous, from, cut } = seal;
  if (hashOfSeal(seal) !== seal.hash) tell(`Seal ${number} was changed.`);
  if (before !== null && number !== before.number + 1)
    tell(`${nameOf([before.number + 1, number - 1])} missing.`);
  else if (before !== null && (previous !== before.hash || !isSame(from, before.to)))
    tell(`Seal ${number} does not follow the one before it.`);
  if (!isSigned(seal)) tell(`Seal ${number} is not signed by the key that it names.`);
  if (cut !== null && cut.number >= number) tell(`The cut in seal ${number} deletes the seal itself.`);
}

const isSame = (one: Point, other: Point): boolean =>
  one.number === other.number && one.entries === other.entries && one.hash === other.hash;

function differ({ number, from, to }: Seal, found: number): string {
  const sealed = to.entries - from.entries;
  const named = sealed === 1 ? `Entry ${to.number} was` : `Entries ${from.number + 1} to ${to.number} were`;
  const how = found === sealed ? 'changed' : found < sealed ? 'deleted' : 'added to';
  return `${named} ${how}: seal ${number} was made of ${sealed}, and ${found} are there.`;
}

async function* everySeal(log: Log, from: number): AsyncGenerator<Seal> {
  for (let after = from - 1; ;) {
    const some = await log.seals(after, AT_ONCE);
    yield* some;
    const end = some.at(-1);
    if (end === undefined || some.length < AT_ONCE) return;
    after = end.number;
  }
}

/** The records of jobs' results, as their entries name them. */
class Results {
  /** Number of parts of each job with a result. */
  readonly #parts = new Map<string, number>();

  constructor(
    private readonly log: Log,
    private readonly tell: Tell,
  ) {}

  async verify({ kind, chain, reference, details }: LogEntry): Promise<void> {
    if (kind !== 'job.result') return;
    const { records: named, parts = [] } = JSON.parse(details) as Partial<ResultDetails>;
    this.#parts.set(jobOf(chain, reference ?? ''), parts.length);
    let records = 0;
    for (const [part, digest] of parts.entries()) {
      const content = await this.log.readPart({ chain, reference: reference ?? '', part });
      if (content === null) this.tell(`The records of job ${reference}, part ${part}, are missing.`);
      else if (digestOfPart(content) !== digest)
        this.tell(`The records of job ${reference}, part ${part}, were changed.`);
      records += content === null ? 0 : countPacked(content);
    }
    if (records !== named) this.tell(`Job ${reference} has ${records} records, and its entry says ${named}.`);
  }

  /**
   * Finds parts that someone added to a job. A job that is being written has parts before it has an entry in the log; once it
   * has the entry, the entry names all of its parts.
   */
  async requireNoOthers(): Promise<void> {
    for await (const names of this.log.partNames())
      for (const { chain, reference, part } of names)
        if (part < 0 || part >= (this.#parts.get(jobOf(chain, reference)) ?? Infinity))
          this.tell(`Job ${reference} has records, part ${part}, that no entry names.`);
  }
}

const jobOf = (chain: string, reference: string): string => JSON.stringify([chain, reference]);

const nameOf = ([first, last]: readonly [first: number, last: number]): string =>
  first === last ? `Seal ${first} is` : `Seals ${first} to ${last} are`;

const sealsIn = ([first, last]: readonly [first: number, last: number]): string =>
  first === last ? `Seal ${first} was` : `Seals from ${first} to ${last} were`;

const OTHER_KEY = 'SIGNING_SECRET';

/** Whether a fault says no more than that signatures are of another key, as in a shell without the server's secret. */
export const isOfOtherKey = (fault: string): boolean =>
  fault.includes(` another key than this shell's ${OTHER_KEY}: `);

const anotherKey = (what: string, key: string): string =>
  `${what} signed with another key than this shell's ${OTHER_KEY}: ${key}. If you changed SIGNING_SECRET since, and a head that you kept from before has the same "key", repeat this with --accept-key ${key}. Otherwise another program signed.`;

async function verifyHead(
  log: Log,
  { at, seal, key, signature }: SignedHead,
  { keys, first, last }: { keys: readonly string[]; first: Seal | null; last: Seal | null },
  tell: Tell,
): Promise<void> {
  if (!isSignedHead({ at, seal, key, signature })) {
    tell('The given head is not signed by the key that it names.');
    return;
  }
  if (!keys.includes(key)) tell(anotherKey('The given head was', key));
  // The seal was deleted with its entries, when they were old enough; a later seal, which has its hash, was signed for that.
  if (seal.number < (first?.number ?? 1)) return;
  const [found] = await log.seals(seal.number - 1, 1);
  if (found?.number === seal.number && found.hash === seal.hash) return;
  const ends = last === null ? 'there is none' : `the last one is ${last.number}`;
  tell(`Seal ${seal.number} is not the one that the given head names (${ends}).`);
}
