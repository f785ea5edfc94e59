import { randomUUID } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Middleware } from '@skiptrace/sdk';
import type { Host } from '../../host.js';
import { Memory } from '../../jobs/memory.js';
import { isRecord } from '../../json.js';
import { keepUntil, readJson, writeJson } from '../../settings/private-file.js';
import { REPLAYABLE_MS } from '../read-options.js';

/** Identity of a list: the same file, whatever its current content, at the same service for the same account. */
export interface ListIdentity {
  readonly file: string;
  readonly baseUrl: string;
  /** See `accountMark`. */
  readonly account: string;
}

/** One run of a list, from its first request until all of it is answered. */
interface Run {
  readonly version: 1;
  /** Beginning of each chunk's Idempotency-Key. Written to disk before anything is sent. */
  readonly key: string;
  /** SHA-256 of the addresses and of all other inputs of the cut into chunks. */
  readonly digest: string;
  /** Set when all of it was answered. */
  readonly finished?: FinishedRun;
}

export interface FinishedRun {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Total cost of the list, including what earlier runs paid. */
  readonly chargedCents: number;
}

/** A chunk without an answer, and the time it was sent (milliseconds since 1970). */
export interface UnclearChunk {
  readonly addresses: number;
  readonly sentAt: number;
}

/**
 * State a bulk run leaves for a repeat of the same command: a private folder of the state directory, held by one process at
 * a time, with the answer of each chunk and the name of each chunk sent. An answered chunk is not sent again; an unanswered
 * one is sent under its own key, which the service answers without a second charge. A finished list is kept as long as the
 * service keeps its answers, because the reader of the output may have failed after it. Holds no requested addresses and no
 * API key.
 */
export class BulkMemory {
  /** Cents in the answers of this run that an earlier run had paid. */
  paidBeforeCents = 0;
  /** True once the service has echoed an Idempotency-Key, which shows that it honors keys. */
  keysHonored = false;
  readonly #answered = new Map<string, number>();
  readonly #sent = new Map<string, number>();
  /** Chunks that this run has sent. */
  readonly #sentNow = new Set<string>();

  private constructor(private readonly memory: Memory<Run>) {}

  static async open(host: Host, identity: ListIdentity): Promise<BulkMemory> {
    const memory = await Memory.open(host, 'bulk', identity, isRun);
    const bulk = new BulkMemory(memory);
    try {
      if (bulk.run?.finished && isOver(bulk.run.finished, host)) await memory.forget();
      if (bulk.run) await bulk.#look();
      return bulk;
    } catch (error) {
      await memory.close();
      throw error;
    }
  }

  private get run(): Run | undefined {
    return this.memory.value;
  }

  /** The digest of the list that was left unfinished, if there is one. */
  get unfinished(): string | undefined {
    return this.#sent.size > 0 && this.run?.finished === undefined ? this.run?.digest : undefined;
  }

  /** The run that came to its end, and the digest of its list. */
  get finished(): (FinishedRun & Pick<Run, 'digest'>) | undefined {
    return this.run?.finished && { ...this.run.finished, digest: this.run.digest };
  }

  /** Number of addresses of this list with a stored answer. A changed list has other chunks without answers. */
  answeredAddresses(digest: string): number {
    if (this.run?.digest !== digest) return 0;
    return [...this.#answered.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Chunks of this list that were sent and never answered. */
  unclear(digest: string): readonly UnclearChunk[] {
    if (this.run?.digest !== digest) return [];
    return [...this.#sent]
      .filter(([chunk]) => !this.#answered.has(chunk))
      .map(([chunk, sentAt]) => ({ addresses: addressesIn(chunk), sentAt }));
  }

  /** Continues the stored run, or begins one in its place. @returns the beginning of each chunk's key @throws Failure busy */
  async begin(digest: string, key: string = randomUUID()): Promise<string> {
    if (this.run?.digest !== digest) {
      this.disregard();
      await this.memory.replace({ version: 1, key, digest });
    }
    return this.run?.key ?? key;
  }

  /** Marks the list as done. A run that only printed the answers of an earlier run keeps that run's time. */
  async finish(finished: FinishedRun): Promise<void> {
    if (!this.run) return;
    const { at } = this.run.finished ?? finished;
    if (!this.run.finished) await this.memory.write({ ...this.run, finished });
    // Its answers hold personal data, and the service deletes its own, too.
    await keepUntil(this.memory.folder, at + REPLAYABLE_MS);
  }

  /** Lets the list be looked up from its beginning. The stored run stays until then: it may not be approved. */
  disregard(): void {
    this.#answered.clear();
    this.#sent.clear();
    this.memory.disregard();
  }

  close(): Promise<void> {
    return this.memory.close();
  }

  /** Middleware between client and service: returns stored answers, and stores the service's answers. */
  readonly middleware: Middleware = async (request, next) => {
    const key = request.headers['idempotency-key'];
    const chunk = this.#chunkOf(key, request.body);
    const known = chunk === undefined ? undefined : await this.#recall(chunk);
    if (known) {
      this.paidBeforeCents += known.totalCharged;
      return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(known) };
    }
    const isResent = chunk !== undefined && this.#sentNow.has(chunk);
    if (chunk !== undefined) this.#sentNow.add(chunk);
    // If it cannot be stored, the run continues: its key is known, and the same key is answered without a second charge.
    if (chunk !== undefined) await this.#mark(chunk).catch(() => undefined);
    const answer = await next(request);
    if (key !== undefined && answer.headers['idempotency-key'] === key) this.keysHonored = true;
    const results = chunk !== undefined && answer.status === 200 ? resultsIn(answer.body) : undefined;
    if (chunk !== undefined && results) {
      const isReplay = answer.headers['idempotency-replayed'] === 'true';
      // The replay of a chunk that this run already sent repeats a charge of this run.
      if (isReplay && (!isResent || this.#sent.has(chunk))) this.paidBeforeCents += results.totalCharged;
      await writeJson(path.join(this.memory.folder, chunk + ANSWER), results).catch(() => undefined);
    }
    return answer;
  };

  /** Name of a stored chunk: the part that its key adds to the run's key, and its number of addresses. */
  #chunkOf(key: string | undefined, body: string | undefined): string | undefined {
    const start = `${this.run?.key}:`;
    if (!this.run || !key?.startsWith(start)) return undefined;
    const request: unknown = JSON.parse(body ?? 'null');
    const addresses = isRecord(request) && Array.isArray(request['addresses']) ? request['addresses'] : [];
    return `${key.slice(start.length)}+${addresses.length}`;
  }

  async #recall(chunk: string): Promise<Results | undefined> {
    return this.#answered.has(chunk) ? this.#stored(chunk) : undefined;
  }

  async #stored(chunk: string): Promise<Results | undefined> {
    const kept = await readJson(path.join(this.memory.folder, chunk + ANSWER)).catch(() => undefined);
    return isResults(kept) ? kept : undefined;
  }

  #mark(chunk: string): Promise<void> {
    // The first time stays: the service keeps its answer from then on.
    return writeFile(path.join(this.memory.folder, chunk + SENT), '', { mode: 0o600, flag: 'wx' });
  }

  async #look(): Promise<void> {
    for (const name of await readdir(this.memory.folder)) {
      if (name.endsWith(SENT)) {
        this.#sent.set(
          name.slice(0, -SENT.length),
          (await stat(path.join(this.memory.folder, name))).mtimeMs,
        );
      }
      if (!name.endsWith(ANSWER)) continue;
      // One that can't be read is sent again, and may be charged.
      const chunk = name.slice(0, -ANSWER.length);
      if ((await this.#stored(chunk)) !== undefined) this.#answered.set(chunk, addressesIn(name));
    }
  }
}

const SENT = '.sent';
const ANSWER = '.answer';

/** The contract's answer to a chunk, with the fields read here. */
interface Results {
  readonly results: readonly unknown[];
  readonly totalCharged: number;
}

/** Number of addresses of a chunk, by its name: `2.1+100` is chunk 2, sent for the second time, with 100 addresses. */
function addressesIn(chunk: string): number {
  return Number(/\+(\d+)/.exec(chunk)?.[1] ?? 0);
}

function resultsIn(body: string): Results | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    return isResults(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

function isResults(value: unknown): value is Results {
  return isRecord(value) && Array.isArray(value['results']) && typeof value['totalCharged'] === 'number';
}

const isOver = ({ at }: FinishedRun, { clock }: Pick<Host, 'clock'>): boolean =>
  clock.now() - at >= REPLAYABLE_MS;

function isRun(value: unknown): value is Run {
  return isRecord(value) && value['version'] === 1 && typeof value['key'] === 'string';
}
