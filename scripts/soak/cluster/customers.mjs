// Customers of a cluster, who remember every attempt: lookups and bulks of any server, by the SDK, and a few by hand without an
// Idempotency-Key; and CSV jobs that are made at one server, watched at another and fetched from a third.
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SkipTrace } from '@skiptrace/sdk';
import { ask, madeUpAddress, madeUpLeads, MAPPING, unanswered } from '../clients.mjs';

const KEYED_SHARE = 0.6;
const REPEAT_SHARE = 0.1;
const BULK_SHARE = 0.4;
const MAX_BULK = 20;
const MAX_ROWS = 400;
/** Pause that leaves the machine time to start servers. */
const PAUSE_MS = 20;
const MATCH_CENTS = 4;
/** Time allowed for a server to come back. A customer who waits longer has lost something. */
const DEADLINE_MS = 90_000;
const ATTEMPT_MS = 15_000;
/** Options of customers of servers that may be away for long. Customers of a balancer use the SDK's defaults. */
export const PATIENT = { timeoutMs: ATTEMPT_MS, deadlineMs: DEADLINE_MS, maxRetries: 100 };
/** Statuses that leave the outcome unknown, or that a balancer answers. */
const UNKNOWN = [502, 503, 504];
const KEY_HEADER = 'idempotency-key';
/** Remembers attempts as `compareWithLedger` wants them (scripts/soak/books.mjs). */
const remembering = (accountId, asked) => async (request, next) => {
  const { pathname: route } = new URL(request.url);
  if (!route.startsWith('/api/v1/')) return next(request);
  const entry = unanswered({ accountId, route, key: request.headers[KEY_HEADER] ?? null });
  asked.push(entry);
  const {
    status,
    headers,
    body: text,
  } = await next(request).catch((error) => {
    // No server was reached.
    if (causesOf(error).some(({ code }) => code === 'ECONNREFUSED'))
      asked.splice(asked.lastIndexOf(entry), 1);
    throw error;
  });
  if (!UNKNOWN.includes(status)) {
    const { charged, totalCharged, error } = JSON.parse(text);
    entry.answer = {
      status,
      requestId: headers['x-request-id'],
      replayed: headers['idempotency-replayed'] === 'true',
      chargedCents: charged ?? totalCharged ?? 0,
      text,
      error,
    };
  }
  return { status, headers, body: text };
};

/** One account's clients, one for each base URL. */
function clientsOf({ accountId, apiKey }, urls, options, asked) {
  return urls.map(
    (baseUrl) =>
      new SkipTrace({
        apiKey,
        baseUrl,
        ...options,
        middleware: [remembering(accountId, asked)],
      }),
  );
}

/**
 * @typedef {{ accountId: string, apiKey: string }} Account
 * @typedef {ReturnType<typeof import('../../made-up.mjs').seededRandom>} Random
 */

/** Refusals that the account has caused. */
const EARNED = ['insufficient_balance', 'daily_miss_limit', 'rate_limited'];

export class Customers {
  /** Lookups without a key with an outcome reported as unknown. */
  unknown = 0;
  /** Number of refusals of accounts that had run out of money or were at a limit. */
  refused = 0;
  longestMs = 0;
  calls = 0;
  #resumed = Promise.resolve();
  /** @type {() => void} */
  #resume = () => undefined;
  #isPaused = false;
  #isClosing = false;
  #underWay = new Set();
  #loops = [];
  #clients;
  #jobClients;
  #repeatable = [];

  /**
   * @param {{ accounts: Account[], jobAccounts: Account[], urls: string[], random: Random, missers?: number, freeRepeatDays?: number,
   *   options?: object, keyedShare?: number,
   *   memory?: { asked: import('../clients.mjs').Asked[], jobs: object[], faults: string[] } }} given the last `missers` of the accounts ask only
   *   for addresses without an owner; `memory` of others who have the same accounts
   */
  constructor({
    accounts,
    jobAccounts,
    urls,
    random,
    missers = 0,
    freeRepeatDays = 0,
    options = PATIENT,
    keyedShare = KEYED_SHARE,
    memory = { asked: [], jobs: [], faults: [] },
  }) {
    /** Every attempt at a lookup. */
    this.asked = memory.asked;
    /** Jobs that have ended. */
    this.jobs = memory.jobs;
    /** Answers that no customer should get. */
    this.faults = memory.faults;
    this.keyedShare = keyedShare;
    this.freeRepeatDays = freeRepeatDays;
    this.#clients = accounts.map((account, nth) => ({
      account,
      urls,
      isMisser: nth >= accounts.length - missers,
      clients: clientsOf(account, urls, options, this.asked),
    }));
    this.#jobClients = jobAccounts.map((account) => ({
      account,
      clients: clientsOf(account, urls, options, []),
    }));
    this.random = random;
  }

  /** A first keyed call to each server, so that every client knows that keys are honored. */
  async warmUp() {
    for (const { clients } of this.#clients)
      for (const client of clients)
        await client.lookup(madeUpAddress(this.random, false)).catch(() => undefined);
  }

  start({ lookups }) {
    for (let nth = 0; nth < lookups; nth++) this.#loops.push(this.#repeat(() => this.#lookUp()));
    for (const one of this.#jobClients) this.#loops.push(this.#repeat(() => this.#runJob(one), false));
  }

  /** Stops lookups and waits for pending ones; jobs continue. */
  async pause() {
    this.#isPaused = true;
    this.#resumed = new Promise((resolve) => (this.#resume = resolve));
    await Promise.all(this.#underWay);
  }

  goOn() {
    this.#isPaused = false;
    this.#resume();
  }

  /** Returns when everything has ended, jobs too. */
  async close() {
    this.#isClosing = true;
    this.goOn();
    await Promise.all(this.#loops);
    const all = [...this.#clients, ...this.#jobClients].flatMap(({ clients }) => clients);
    await Promise.all(all.map((client) => client.close()));
  }

  async #repeat(call, pauses = true) {
    while (!this.#isClosing) {
      if (pauses && this.#isPaused) {
        await this.#resumed;
        continue;
      }
      const running = call().catch((error) => this.faults.push(shown(error)));
      if (pauses) this.#underWay.add(running);
      await running;
      this.#underWay.delete(running);
      await sleep(PAUSE_MS);
    }
  }

  async #lookUp() {
    const { random } = this;
    const repeated =
      this.#repeatable.length > 0 && random.chance(REPEAT_SHARE) ? random.pick(this.#repeatable) : null;
    const request = repeated ?? this.#newRequest();
    const startedAt = performance.now();
    try {
      await this.#send(request);
      if (request.key !== null && repeated === null) this.#repeatable.push(request);
    } catch (error) {
      if (!EARNED.includes(kindOf(error))) throw error;
      this.refused += 1;
    } finally {
      this.calls += 1;
      this.longestMs = Math.max(this.longestMs, Math.round(performance.now() - startedAt));
    }
  }

  #newRequest() {
    const { random } = this;
    const of = random.pick(this.#clients);
    const key = random.chance(this.keyedShare) ? randomUUID() : null;
    const address = () => madeUpAddress(random, !of.isMisser);
    // A bulk may exceed the cap by its own misses; singles meet it exactly.
    const isBulk = !of.isMisser && random.chance(BULK_SHARE);
    const addresses = Array.from({ length: isBulk ? random.whole(1, MAX_BULK) : 1 }, address);
    return { of, key, isBulk, addresses };
  }

  async #send({ of, key, isBulk, addresses }) {
    const client = this.random.pick(of.clients);
    if (key === null) await this.#sendWithoutKey(of, isBulk, addresses);
    else if (isBulk) {
      const { stoppedBy } = await client.bulk(addresses, { idempotencyKey: key });
      if (stoppedBy !== undefined) throw stoppedBy;
    } else await client.lookup(addresses[0], { idempotencyKey: key });
  }

  /** Sends once: without a key an unanswered request must not be repeated. */
  async #sendWithoutKey({ account, urls }, isBulk, addresses) {
    const route = isBulk ? '/api/v1/skip-trace-bulk' : '/api/v1/skip-trace';
    const body = isBulk ? { addresses } : addresses[0];
    const entry = unanswered({ ...account, route, body, key: null });
    this.asked.push(entry);
    const answer = await ask(this.random.pick(urls), entry);
    if (answer === null || UNKNOWN.includes(answer.status)) this.unknown += 1;
    else entry.answer = answer;
  }

  async #runJob({ account, clients }) {
    const { random } = this;
    const at = random.whole(0, clients.length - 1);
    const [here, there, elsewhere] = [0, 1, 2].map((nth) => clients[(at + nth) % clients.length]);
    const startedAt = performance.now();
    const { csv, matches } = madeUpLeads(random, random.whole(1, MAX_ROWS));
    const made = await here.jobs.create({ filename: 'leads.csv', columnMapping: MAPPING });
    await uploadUntilTaken(made, csv);
    await there.jobs.handle(made.id).waitForPreview();
    const { totalChargeCents } = await there.jobs.handle(made.id).confirm();
    const job = await here.jobs.handle(made.id).waitForCompleted();
    const chunks = [];
    const target = new Writable({
      write: (chunk, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    });
    await elsewhere.jobs.handle(made.id).download(target);
    this.jobs.push({
      accountId: account.accountId,
      jobId: made.id,
      status: job.status,
      // If repeats are free, the cost of a list is known when it is confirmed.
      totalCents: this.freeRepeatDays > 0 ? totalChargeCents : matches * MATCH_CENTS,
      lines: Buffer.concat(chunks).toString().split('\n').length,
      linesSent: csv.split('\n').length,
      ms: Math.round(performance.now() - startedAt),
    });
  }
}

/** Repeats a broken upload as long as the job waits for it. */
async function uploadUntilTaken(job, csv) {
  for (let tries = 0; ; tries++) {
    try {
      await job.upload(Buffer.from(csv));
      return;
    } catch (error) {
      if ((await job.get()).status !== 'pending') return;
      if (tries === 20) throw error;
      await sleep(500);
    }
  }
}

const kindOf = (error) => error?.code ?? error?.name;

function causesOf(error) {
  const causes = [];
  for (let one = error; one !== undefined && one !== null; one = one.cause) causes.push(one);
  return causes;
}

const shown = (error) =>
  causesOf(error)
    .map((one) => `${kindOf(one)}: ${one.message}`)
    .join(' < ');
