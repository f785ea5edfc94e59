import { rewritten } from '@skiptrace/csv/leads';
import type { Billing } from '../../money/billing/index.js';
import { JoinedProperties, type PropertyHashes, type Repeats } from '../../money/receipts/index.js';
import type { Tx } from '../../platform/database/index.js';
import { FileGoneError, type FileStore } from '../../platform/storage/index.js';
import type { Job } from './entities.js';
import { resultName, unpaidName } from './files.js';
import { DamagedFileError, readChecked, writeChecked } from './pipeline/checked-files.js';
import { propertiesIn } from './pipeline/part-files.js';
import type { Withheld } from './pipeline/part-work.js';
import { NotedMatches } from './row-records.js';

/** A job's operations on money. */
export interface JobCharges {
  /** Refuses early, before any work. The charge itself checks again. @throws InsufficientBalanceError */
  requireBalance(cents: number): Promise<void>;
  /** @throws InsufficientBalanceError */
  charge(tx: Tx, cents: number): Promise<void>;
  /** @returns cents refunded: less if an operator refunded some before */
  refund(tx: Tx, cents: number): Promise<number>;
}

/** The ledger for a live job; no operation at all for a test job. */
export const chargesOf = (
  { id, accountId, mode }: Pick<Job, 'id' | 'accountId' | 'mode'>,
  billing: Billing,
): JobCharges => (mode === 'test' ? NO_CHARGES : ledgerCharges(billing, accountId, id));

/** The refund that a job owes. */
export interface Lacking extends Pick<Withheld, 'rows'> {
  /** No hash appears in two of them. Empty if the job was charged per row. */
  properties: readonly PropertyHashes[];
}

/**
 * Finds the properties that the job was charged for among those withheld. A row knows one or two spellings of its property, and
 * two rows of one property may be spelled differently, so all spellings come from the list that the job was charged by. The charge
 * stays while the result has another row of the property: co-owners are charged once.
 */
export async function lackingOf(
  { repeats, store }: { repeats: Repeats; store: FileStore },
  job: Job,
  { rows, properties }: Withheld,
): Promise<Lacking> {
  const { accountId, repeatRows, freeRepeatDays, unpaidVersion } = job;
  if (repeatRows === null || properties.length === 0) return { rows, properties: [] };
  const told = await repeats.hashed(accountId, properties);
  const withoutThese = async (lacking: readonly PropertyHashes[]): Promise<Lacking> => ({
    rows,
    properties: await withoutDelivered({ repeats, store }, job, lacking),
  });
  if (unpaidVersion === null) return withoutThese(told);
  const listed = await readUnpaid(store, job, unpaidVersion).catch(unlessLost);
  const charged = freeRepeatDays === null ? await repeats.hashed(accountId, listed) : listed;
  const hashes = new Set(told.flat());
  const lacking = new JoinedProperties();
  for (const each of told) lacking.add(each);
  for (const each of charged) if (each.some((hash) => hashes.has(hash))) lacking.add(each);
  return withoutThese(lacking.all());
}

async function withoutDelivered(
  { repeats, store }: { repeats: Repeats; store: FileStore },
  job: Job,
  lacking: readonly PropertyHashes[],
): Promise<PropertyHashes[]> {
  if (job.layout === null) throw new Error('a result has no layout');
  if (lacking.length === 0) return [];
  const left = new Set(lacking);
  const withHash = new Map(lacking.flatMap((property) => property.map((hash) => [hash, property] as const)));
  const matches = await NotedMatches.open(store, job);
  const source = await store.read(resultName(job.id));
  const result = rewritten(source, job.columnMapping, job.layout, async (rows) => {
    // Hashes take the most time, and many rows are of one property.
    const properties = new Map((await matches.properties(rows)).map((one) => [one.join(), one]));
    for (const property of await repeats.hashed(job.accountId, [...properties.values()]))
      for (const hash of property) {
        const paid = withHash.get(hash);
        if (paid !== undefined) left.delete(paid);
      }
    return rows.map(({ owner }) => owner);
  });
  for await (const _ of result);
  return [...left];
}

/** Without the list, rows with no spelling in common count as two properties: the customer is never refunded too little. */
function unlessLost(error: unknown): string[][] {
  if (error instanceof FileGoneError || error instanceof DamagedFileError) return [];
  throw error;
}

/**
 * Refunds the charge for matches that a job's result lacks, in the unit of work that records them. With free repeats a property
 * was charged for once, and its term ends.
 * @returns the changes to the job
 */
export async function withhold(
  tx: Tx,
  { billing, repeats }: { billing: Billing; repeats: Repeats },
  job: Job,
  lacking: Lacking,
): Promise<Partial<Job>> {
  const { id, accountId, priceCents, totalChargeCents, repeatRows } = job;
  const before = { rows: job.withheldRows ?? 0, cents: job.refundCents ?? 0 };
  const rows = lacking.rows - before.rows;
  if (rows <= 0) return {};
  if (priceCents === null || totalChargeCents === null || job.matchedRows === null)
    throw new Error('a job that was confirmed has no preview');
  const charged =
    repeatRows === null
      ? rows
      : await repeats.takeBack(tx, { accountId, reference: id, properties: lacking.properties });
  const due = Math.min(charged * priceCents, totalChargeCents - before.cents);
  const cents = await chargesOf(job, billing).refund(tx, due);
  // An operator may have given the rest back before.
  if (repeatRows !== null && cents > 0 && (await billing.leftOf(tx, { accountId, reference: id })) <= 0)
    await repeats.forget(tx, accountId, id);
  const matchedRows = job.matchedRows - rows;
  return {
    matchedRows,
    withheldRows: lacking.rows,
    ...(before.cents + cents > 0 && { refundCents: before.cents + cents }),
    ...(repeatRows !== null && { repeatRows: Math.max(0, repeatRows - (rows - charged)) }),
  };
}

const ledgerCharges = (billing: Billing, accountId: string, reference: string): JobCharges => ({
  requireBalance: (cents) => billing.requireBalance(accountId, cents),
  charge: async (tx, cents) => {
    // A job without a match costs nothing and leaves no record (reading 19).
    if (cents > 0) await billing.post(tx, { accountId, type: 'job_charge', amountCents: -cents, reference });
  },
  refund: (tx, cents) =>
    billing.giveBack(tx, { accountId, type: 'job_refund', amountCents: cents, reference }),
});

/** A test job has no ledger. A test job with a price is a bug, which fails the request. */
const NO_CHARGES: JobCharges = {
  requireBalance: requireFree,
  charge: (_tx, cents) => requireFree(cents),
  refund: async (_tx, cents) => {
    await requireFree(cents);
    return 0;
  },
};

async function requireFree(cents: number): Promise<void> {
  if (cents !== 0) await Promise.reject(new Error(`a test job has a price of ${cents} cents`));
}

/**
 * Stores the properties that a preview charges for in a file of the job: by their hashes with free repeats, otherwise by their
 * digests.
 * @param version version in the file's name
 * @param content see `propertiesIn`
 */
export async function storeUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  await writeChecked(store, unpaidName(id, version), content);
}

/** The properties that the preview of a job charges for. @throws FileGoneError, DamagedFileError */
export async function readUnpaid(
  store: FileStore,
  { id }: Pick<Job, 'id'>,
  version: string,
): Promise<string[][]> {
  const content = await readChecked(store, unpaidName(id, version));
  if (content === null) throw new FileGoneError();
  return propertiesIn(content);
}
