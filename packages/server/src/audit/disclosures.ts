import type { AuditStore } from './audit-store.js';
import { SERVICE_CHAIN, type Entry } from './entry.js';
import { SoughtRecords, type FoundBy, type ResultDetails } from './records.js';

/** Number of entries read at once. */
const AT_ONCE = 1_000;

/** The records and properties to look for. */
export interface Sought {
  recordIds: ReadonlySet<number>;
  /** The properties as an account's marks (`markOf`). */
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

type Log = Pick<AuditStore, 'heads' | 'entries' | 'readPart'>;

/** Searches the whole log for disclosures, account by account. */
export async function* disclosuresOf(log: Log, sought: Sought): AsyncGenerator<Disclosure> {
  for (const { chain } of await log.heads()) {
    if (chain === SERVICE_CHAIN) continue;
    yield* disclosuresTo(log, chain, new SoughtRecords(sought.recordIds, await sought.propertiesOf(chain)));
  }
}

async function* disclosuresTo(
  log: Log,
  accountId: string,
  sought: SoughtRecords,
): AsyncGenerator<Disclosure> {
  const jobs = new Map<string | null, Disclosure>();
  const confirms = new Map<string | null, Entry>();
  for await (const entry of entriesOf(log, accountId)) {
    const { at, kind, actor, reference, cents } = entry;
    if (kind === 'lookup' || kind === 'bulk') {
      const { records } = JSON.parse(entry.details) as { records: [number, string][] };
      const by = sought.among(records);
      if (by !== null)
        yield { accountId, at, operation: kind, actor, reference, cents, by, downloadedAt: [] };
    } else if (kind === 'job.confirm') confirms.set(reference, entry);
    else if (kind === 'job.result') {
      const by = await foundInResult(log, entry, sought);
      const asked = confirms.get(reference) ?? entry;
      confirms.delete(reference);
      if (by === null) continue;
      const job = { accountId, at, actor: asked.actor, reference, cents: asked.cents, by };
      jobs.set(reference, { ...job, operation: 'job', downloadedAt: [] });
    } else if (kind === 'job.download') jobs.get(reference)?.downloadedAt.push(at);
  }
  yield* jobs.values();
}

async function foundInResult(log: Log, entry: Entry, sought: SoughtRecords): Promise<FoundBy | null> {
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

/** All entries of a chain. */
export async function* entriesOf(log: Pick<AuditStore, 'entries'>, chain: string): AsyncGenerator<Entry> {
  for (let seq = 0; ;) {
    const some = await log.entries(chain, seq, AT_ONCE);
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < AT_ONCE) return;
    ({ seq } = last);
  }
}
