import { createCipheriv, hash, type Cipher } from 'node:crypto';
import { DIGEST_BYTES } from '../../platform/lib/short-digest.js';
import type { AuditStore } from './audit-store.js';
import { pointAfter, START, type LogEntry, type Point } from './entry.js';

/** Number of entries read at once. */
const AT_ONCE = 1_000;

/** The records and properties to look for. */
export interface Sought {
  recordIds: ReadonlySet<number>;
  /** The properties as an account's marks (`marksOf`). */
  propertiesOf(accountId: string): Promise<ReadonlySet<string>>;
}

/** One answer, or one job result, that contained one of the records. */
export interface Disclosure {
  accountId: string;
  /** Time of the answer, or of the job's result. Milliseconds since the epoch. */
  at: number;
  operation: 'lookup' | 'bulk' | 'job';
  /** The key or session that asked. */
  actor: string;
  /** The lookup's request id, or the job's id. */
  reference: string | null;
  /** Total cost of the lookup or of the job. */
  cents: number;
  /** `property`: another record of the property, perhaps of another owner or from another file. */
  by: FoundBy;
  /** Times when a job's result was downloaded. */
  downloadedAt: number[];
}

type Log = Pick<AuditStore, 'log' | 'readPart'>;

/** Searches the whole log for disclosures. */
export async function* disclosuresOf(log: Log, sought: Sought): AsyncGenerator<Disclosure> {
  const byAccount = new Map<string, SoughtRecords>();
  const soughtOf = async (accountId: string): Promise<SoughtRecords> => {
    const known = byAccount.get(accountId);
    if (known !== undefined) return known;
    const records = new SoughtRecords(sought.recordIds, await sought.propertiesOf(accountId));
    byAccount.set(accountId, records);
    return records;
  };
  const jobs = new Map<string | null, Disclosure>();
  const confirms = new Map<string | null, LogEntry>();
  for await (const entry of everyEntry(log, Number.MIN_SAFE_INTEGER)) {
    const { chain: accountId, at, kind, actor, reference, cents } = entry;
    if (kind === 'lookup' || kind === 'bulk') {
      const { records } = JSON.parse(entry.details) as { records: [number, string][] };
      const by = (await soughtOf(accountId)).among(records);
      if (by !== null)
        yield { accountId, at, operation: kind, actor, reference, cents, by, downloadedAt: [] };
    } else if (kind === 'job.confirm') confirms.set(reference, entry);
    else if (kind === 'job.result') {
      const by = await foundInResult(log, entry, await soughtOf(accountId));
      const asked = confirms.get(reference) ?? entry;
      confirms.delete(reference);
      if (by === null) continue;
      const job = { accountId, at, actor: asked.actor, reference, cents: asked.cents, by };
      jobs.set(reference, { ...job, operation: 'job', downloadedAt: [] });
    } else if (kind === 'job.download') jobs.get(reference)?.downloadedAt.push(at);
  }
  yield* jobs.values();
}

async function foundInResult(log: Log, entry: LogEntry, sought: SoughtRecords): Promise<FoundBy | null> {
  const { parts } = JSON.parse(entry.details) as unknown as ResultDetails;
  let by: FoundBy | null = null;
  for (const part of parts.keys()) {
    const content = await log.readPart({ chain: entry.chain, reference: entry.reference ?? '', part });
    // A missing part is reported by `verify`.
    const here = content === null ? null : sought.amongPacked(content);
    if (here === 'record') return here;
    by ??= here;
  }
  return by;
}

/** All entries after a number, in order. */
export async function* everyEntry(
  log: Pick<AuditStore, 'log'>,
  after: number,
): AsyncGenerator<LogEntry, undefined> {
  for (let last = after; ;) {
    const some = await log.log(last, AT_ONCE);
    yield* some;
    const end = some.at(-1);
    if (end === undefined || some.length < AT_ONCE) return undefined;
    last = end.number;
  }
}

/** All entries, each with the hash of the log up to it (`pointAfter`). */
export async function* hashedEntries(
  log: Pick<AuditStore, 'log' | 'seals'>,
): AsyncGenerator<LogEntry & Pick<Point, 'hash'>> {
  const [first] = await log.seals(Number.MIN_SAFE_INTEGER, 1);
  let point = first?.from ?? START;
  for await (const entry of everyEntry(log, point.number)) {
    point = pointAfter(point, entry);
    yield { ...entry, hash: point.hash };
  }
}

/** An owner record that was disclosed. */
export interface Disclosed {
  recordId: number;
  /** See `marksOf`. */
  property: string;
}

const ID_BYTES = 6;

const MARK_BYTES = 9;

const RECORD_BYTES = ID_BYTES + MARK_BYTES;

/**
 * Marks of properties: the start of each digest, encrypted with AES under the account's own secret. No one can test addresses against
 * them or compare accounts. @param digests see `propertyDigests`
 */
export function marksOf(secret: string, digests: readonly string[]): string[] {
  if (digests.length === 0) return [];
  const bytes = Buffer.alloc(digests.length * DIGEST_BYTES);
  for (const [at, digest] of digests.entries())
    if (bytes.write(digest, at * DIGEST_BYTES, DIGEST_BYTES, 'base64url') !== DIGEST_BYTES)
      throw new Error('the digest of a property is too short');
  const marks = marked(secret, bytes);
  return digests.map((_, at) =>
    marks.toString('base64url', at * DIGEST_BYTES, at * DIGEST_BYTES + MARK_BYTES),
  );
}

/** Accounts with a cipher in memory: it takes ten times as long to make as to use. */
const CIPHERS = 1_000;

const ciphers = new Map<string, Cipher>();

/**
 * Encrypts digests independently of each other, in one call, which is ten times as fast as a call or a hash for each. Whole blocks
 * without padding: nothing stays in the cipher between calls.
 */
function marked(secret: string, digests: Uint8Array): Buffer {
  const cipher = ciphers.get(secret) ?? createCipheriv('aes-256-ecb', keyOf(secret), null);
  if (!ciphers.has(secret)) {
    const [oldest] = ciphers.size < CIPHERS ? [] : ciphers.keys();
    if (oldest !== undefined) ciphers.delete(oldest);
    ciphers.set(secret, cipher.setAutoPadding(false));
  }
  return cipher.update(digests);
}

const keyOf = (secret: string): Buffer => hash('sha256', `audit property\n${secret}`, 'buffer');

/** Records of a job's result as bytes: id (6 bytes) and mark of the property (9 bytes) each. */
export class Packing {
  readonly #bytes: Buffer;
  readonly #marks: Buffer;
  #length = 0;

  /**
   * @param most highest possible number of records
   * @param secret the account's @param digests of all properties, back to back
   */
  constructor(most: number, secret: string, digests: Uint8Array) {
    this.#bytes = Buffer.alloc(most * RECORD_BYTES);
    this.#marks = marked(secret, digests);
  }

  /** @param at where its property's digest begins; behind the digests for a property that wasn't recorded, which gets no mark */
  add(recordId: number, at: number): void {
    this.#bytes.writeUIntBE(recordId, this.#length, ID_BYTES);
    if (at < this.#marks.length) this.#marks.copy(this.#bytes, this.#length + ID_BYTES, at, at + MARK_BYTES);
    this.#length += RECORD_BYTES;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** Number of records in packed bytes. */
export const countPacked = (bytes: Uint8Array): number => bytes.length / RECORD_BYTES;

/** Whether something that was sought is there: the record itself, or only its property under another number. */
type FoundBy = 'record' | 'property';

/** Records and properties to look for among those that an account was given. */
export class SoughtRecords {
  /** Whether an id ends, or a mark begins, with these two bytes: of nearly every record that alone says it isn't sought. */
  readonly #ends = new Uint8Array(PAIRS);
  readonly #starts = new Uint8Array(PAIRS);

  /** @param marks of the properties, as the account has them (`marksOf`) */
  constructor(
    private readonly ids: ReadonlySet<number>,
    private readonly marks: ReadonlySet<string>,
  ) {
    for (const id of ids) this.#ends[id % PAIRS] = 1;
    for (const mark of marks) this.#starts[Buffer.from(mark, 'base64url').readUInt16BE()] = 1;
  }

  among(records: Iterable<readonly [recordId: number, property: string]>): FoundBy | null {
    let by: FoundBy | null = null;
    for (const [recordId, property] of records) {
      if (this.ids.has(recordId)) return 'record';
      if (this.marks.has(property)) by = 'property';
    }
    return by;
  }

  /** Among packed records, some nanoseconds each: a search reads all jobs of all accounts. */
  amongPacked(bytes: Buffer): FoundBy | null {
    let by: FoundBy | null = null;
    for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
      const mark = at + ID_BYTES;
      if (this.#ends[bytes.readUInt16BE(mark - 2)] === 1 && this.ids.has(bytes.readUIntBE(at, ID_BYTES)))
        return 'record';
      if (
        this.#starts[bytes.readUInt16BE(mark)] === 1 &&
        this.marks.has(bytes.toString('base64url', mark, at + RECORD_BYTES))
      )
        by = 'property';
    }
    return by;
  }
}

/** Pairs of bytes. */
const PAIRS = 2 ** 16;

/** The digest by which an entry names packed bytes. */
export const digestOfPart = (content: Uint8Array): string => hash('sha256', content, 'hex');

/** Details of a job's `job.result` entry. */
export interface ResultDetails {
  records: number;
  /** Digests of its parts, in their order. */
  parts: readonly string[];
}
