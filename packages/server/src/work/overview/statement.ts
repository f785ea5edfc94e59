import type { AppSchemas } from '@skiptrace/contract/app';
import {
  everyRecord,
  findRecords,
  RESERVATION_LIFETIME_MS,
  type LedgerRecord,
  type RecordFilter,
} from '../../money/billing/index.js';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../platform/clock.js';
import type { Database, Tx } from '../../platform/database/index.js';
import { In } from '../../platform/database/typeorm.js';
import type { Page } from '../../platform/lib/cursor.js';
import { JobEntity } from '../jobs/index.js';
import type { SavedLookups } from '../saved/index.js';

interface StatementNeeds {
  database: Database;
  saved: Pick<SavedLookups, 'addresses'>;
}

/** Subjects of ledger records by reference, stored outside the ledger, which holds nothing personal. */
interface Subjects {
  /** File names by job id. */
  fileNames: Record<string, string>;
  /** Addresses by request id. */
  addresses: Record<string, string>;
}

export interface StatementPage extends Page<LedgerRecord>, Subjects {}

const WITH_FILES: ReadonlySet<AppSchemas['TransactionType']> = new Set([
  'job_charge',
  'job_refund',
  'refund',
]);
const WITH_ADDRESSES: ReadonlySet<AppSchemas['TransactionType']> = new Set([
  'lookup_charge',
  'lookup_refund',
  'refund',
]);

/** Page of a customer's ledger, newest first, with the subjects of its records. @throws InvalidCursorError */
export async function statement(
  needs: StatementNeeds,
  accountId: string,
  query: RecordFilter & { cursor?: string | undefined; limit: number },
): Promise<StatementPage> {
  const page = await findRecords(needs.database, accountId, query);
  return { ...page, ...(await subjectsOf(needs, accountId, page.rows)) };
}

/** Pages of all records, oldest first. */
export async function* everyPurchase(
  needs: StatementNeeds,
  accountId: string,
  filter: RecordFilter,
): AsyncGenerator<Subjects & { records: LedgerRecord[] }> {
  // Page size: as many values as one statement may have.
  for await (const records of everyRecord(needs.database, accountId, filter, 500))
    yield { records, ...(await subjectsOf(needs, accountId, records)) };
}

async function subjectsOf(
  { database, saved }: StatementNeeds,
  accountId: string,
  records: readonly LedgerRecord[],
): Promise<Subjects> {
  const referencesOf = (types: ReadonlySet<string>) =>
    records.flatMap(({ type, reference }) => (types.has(type) && reference !== null ? [reference] : []));
  const jobs = await database.read.find(JobEntity, {
    select: { id: true, filename: true },
    where: { accountId, id: In(referencesOf(WITH_FILES)) },
  });
  return {
    fileNames: Object.fromEntries(jobs.map(({ id, filename }) => [id, filename])),
    addresses: await saved.addresses(accountId, referencesOf(WITH_ADDRESSES)),
  };
}

/** Description of a charged lookup for operators, so that "you charged me twice" has an answer. */
interface Purchase {
  /** Actor in the log of disclosures. */
  by: string;
  /** Number of properties that were handed out. */
  properties: number;
  /** Stands for the property, where there is one: the same property has the same mark in this account, and in no other. */
  mark: string | null;
  /** Earlier charges for one of the properties, newest first. */
  before: { reference: string; at: number; properties: number }[];
  /** Idempotency-Key of the request; null without one and after it has expired. */
  idempotencyKey: string | null;
}

interface Purchases {
  /** By the reference of the charge. */
  purchases: Map<string, Purchase>;
  /** Earlier charges were looked for from here on. Null if there was nothing to look for. */
  searchedSince: number | null;
}

/** How long before the oldest charge of a page an earlier one is looked for. */
const LOOK_BACK_MS = 30 * MS_PER_DAY;

/** Most entries of the log read for a page: a second's work. */
const MOST_ENTRIES = 50_000;

const AT_ONCE = 1_000;

/** Most earlier charges named for one. */
const MOST_BEFORE = 5;

/** Characters of a mark that a person compares. */
const MARK_SHOWN = 6;

const OF_LOOKUPS: ReadonlySet<string> = new Set(['lookup_charge', 'bulk_reservation']);

interface LookupEntry {
  number: number;
  at: number;
  kind: string;
  actor: string;
  reference: string | null;
  cents: number;
  details: string;
}

/** Compares the charged lookups of a page of the ledger with those before, by the keyed hashes in the log of disclosures. */
export async function purchasesOf(
  { database }: { database: Database },
  accountId: string,
  records: readonly LedgerRecord[],
): Promise<Purchases> {
  const charges = records.filter(({ type, reference }) => OF_LOOKUPS.has(type) && reference !== null);
  const wanted = new Set(charges.map(({ reference }) => reference));
  const times = charges.map(({ createdAt }) => createdAt);
  if (times.length === 0) return { purchases: new Map(), searchedSince: null };
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const { entries, searchedSince } = await lookupsBetween(database.read, accountId, {
    from: oldest - LOOK_BACK_MS,
    // A bulk is charged for before it is answered.
    to: newest + RESERVATION_LIFETIME_MS,
  });
  const keys = await keysBetween(database.read, accountId, oldest, newest + RESERVATION_LIFETIME_MS);
  const purchases = new Map<string, Purchase>();
  /** Charges so far for each property, newest first. */
  const paid = new Map<string, { reference: string; at: number }[]>();
  for (const { at, actor, reference, cents, details } of entries.toReversed()) {
    if (reference === null) continue;
    const marks = [...new Set(marksIn(details))];
    const counts = new Map<string, { reference: string; at: number; properties: number }>();
    for (const mark of marks)
      for (const before of paid.get(mark) ?? [])
        counts.set(before.reference, {
          ...before,
          properties: (counts.get(before.reference)?.properties ?? 0) + 1,
        });
    if (wanted.has(reference))
      purchases.set(reference, {
        by: actor,
        properties: marks.length,
        mark: marks.length === 1 ? (marks[0]?.slice(0, MARK_SHOWN) ?? null) : null,
        before: [...counts.values()].sort((a, b) => b.at - a.at).slice(0, MOST_BEFORE),
        idempotencyKey: keys.get(reference) ?? null,
      });
    // A free repeat was charged nothing.
    if (cents > 0)
      for (const mark of marks)
        paid.set(mark, [{ reference, at }, ...(paid.get(mark) ?? [])].slice(0, MOST_BEFORE));
  }
  return { purchases, searchedSince };
}

const marksIn = (details: string): string[] =>
  (JSON.parse(details) as { records: [recordId: number, mark: string][] }).records.map(([, mark]) => mark);

/** Lookups of an account in the log, newest first. */
async function lookupsBetween(
  read: Tx,
  chain: string,
  { from, to }: { from: number; to: number },
): Promise<{ entries: LookupEntry[]; searchedSince: number }> {
  const entries: LookupEntry[] = [];
  let searchedSince = from;
  let after = (await lastUntil(read, chain, to)) + 1;
  for (let scanned = 0; ;) {
    const some = await read.query<LookupEntry[]>(
      `SELECT number, at, kind, actor, reference, cents, details FROM audit_entries
        WHERE chain = $1 AND number < $2 ORDER BY number DESC LIMIT ${AT_ONCE}`,
      [chain, after],
    );
    scanned += some.length;
    for (const entry of some)
      if ((entry.kind === 'lookup' || entry.kind === 'bulk') && entry.at >= from) entries.push(entry);
    const last = some.at(-1);
    if (last === undefined || some.length < AT_ONCE || last.at < from) break;
    if (scanned >= MOST_ENTRIES) {
      searchedSince = last.at;
      break;
    }
    after = last.number;
  }
  return { entries, searchedSince };
}

/** The number of the last entry at this time or earlier. Numbers and times rise together, but for clocks that differ a little. */
async function lastUntil(read: Tx, chain: string, ms: number): Promise<number> {
  const [span] = await read.query<{ first: number | null; last: number | null }[]>(
    'SELECT MIN(number) AS first, MAX(number) AS last FROM audit_entries WHERE chain = $1',
    [chain],
  );
  let [low, high] = [(span?.first ?? 1) - 1, span?.last ?? 0];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [entry] = await read.query<{ at: number }[]>(
      'SELECT at FROM audit_entries WHERE chain = $1 AND number <= $2 ORDER BY number DESC LIMIT 1',
      [chain, middle],
    );
    if (entry !== undefined && entry.at <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Idempotency-Keys by the reference of their charge, while they are in force. */
async function keysBetween(
  read: Tx,
  accountId: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await read.query<{ key: string; outcome: string }[]>(
    `SELECT idempotency_key AS key, outcome FROM replays
      WHERE account_id = $1 AND operation NOT LIKE 'test:%' AND created_at >= $2 AND created_at <= $3
      ORDER BY created_at DESC LIMIT ${AT_ONCE}`,
    // Within one commit, each part reads the clock for itself.
    [accountId, from - MS_PER_MINUTE, to],
  );
  return new Map(
    rows.flatMap(({ key, outcome }) => {
      const { reference } = JSON.parse(outcome) as { reference?: unknown };
      return typeof reference === 'string' ? [[reference, key] as const] : [];
    }),
  );
}
