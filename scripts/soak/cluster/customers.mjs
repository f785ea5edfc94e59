// Customers of a cluster, who use the SDK and remember every attempt: lookups and bulks of any server, with a key and
// without, and CSV jobs that are made at one server, watched at another and fetched from a third.
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SkipTrace, UnknownOutcomeError } from '@skiptrace/sdk';
import { madeUpAddress, madeUpLeads, MAPPING } from '../clients.mjs';

const KEYED_SHARE = 0.6;
const REPEAT_SHARE = 0.1;
const BULK_SHARE = 0.4;
const MAX_BULK = 20;
const MAX_ROWS = 400;
const MATCH_CENTS = 4;
/** What a server is given to come back. A customer who waits longer than this has lost something. */
const DEADLINE_MS = 90_000;
const ATTEMPT_MS = 15_000;
const MAX_RETRIES = 100;
/** What these say is that nobody knows, or it is a balancer that says it. */
const UNKNOWN = [502, 503, 504];
const KEY_HEADER = 'idempotency-key';
/** Tells the middleware that this customer sends no key. */
const KEYLESS_HEADER = 'x-soak-keyless';

const withoutKey = (request, next) => {
  const { [KEYLESS_HEADER]: keyless, ...headers } = request.headers;
  if (keyless === undefined) return next(request);
  delete headers[KEY_HEADER];
  return next({ ...request, headers });
};

/** Remembers attempts as `compareWithLedger` wants them (scripts/soak/compare.mjs). */
const remembering = (accountId, asked) => async (request, next) => {
  const { pathname: route } = new URL(request.url);
  if (!route.startsWith('/api/v1/')) return next(request);
  const entry = { accountId, route, key: request.headers[KEY_HEADER] ?? null, answer: null };
  asked.push(entry);
  const { status, headers, body: text } = await next(request);
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
function clientsOf({ accountId, apiKey }, urls, asked) {
  return urls.map(
    (baseUrl) =>
      new SkipTrace({
        apiKey,
        baseUrl,
        timeoutMs: ATTEMPT_MS,
        deadlineMs: DEADLINE_MS,
        maxRetries: MAX_RETRIES,
        middleware: [withoutKey, remembering(accountId, asked)],
      }),
  );
}

/** Refusals that the account has earned. */
const EARNED = ['insufficient_balance', 'daily_miss_limit', 'rate_limited'];

export class Customers {
  /** Every attempt at a lookup. */
  asked = [];
  /** Jobs that have ended. */
  jobs = [];
  /** What no customer should have been told. */
  faults = [];
  /** Lookups without a key of which a customer was told that nobody knows. */
  unknown = 0;
  /** How often an account that had run dry or was at its limit was told so. */
  refused = 0;
  longestMs = 0;
  calls = 0;
  #resumed = Promise.resolve();
  #resume = () => undefined;
  #isPaused = false;
  #isClosing = false;
  #underWay = new Set();
  #loops = [];
  #clients;
  #jobClients;
  #repeatable = [];

  /**
   * @param {{ accounts: object[], jobAccounts: object[], urls: string[], random: object, missers?: number }} options
   *   the last `missers` of the accounts ask for addresses that nobody owns only
   */
  constructor({ accounts, jobAccounts, urls, random, missers = 0 }) {
    this.#clients = accounts.map((account, nth) => ({
      account,
      isMisser: nth >= accounts.length - missers,
      clients: clientsOf(account, urls, this.asked),
    }));
    this.#jobClients = jobAccounts.map((account) => ({ account, clients: clientsOf(account, urls, []) }));
    this.random = random;
  }

  /** A first keyed call to each server, so that every client knows that keys are honoured. */
  async warmUp() {
    for (const { clients } of this.#clients)
      for (const client of clients)
        await client.lookup(madeUpAddress(this.random, false)).catch(() => undefined);
  }

  start({ lookups = 16 } = {}) {
    for (let nth = 0; nth < lookups; nth++) this.#loops.push(this.#repeat(() => this.#lookUp()));
    for (const one of this.#jobClients) this.#loops.push(this.#repeat(() => this.#runJob(one), false));
  }

  /** No lookups any more, and none under way; jobs go on. */
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
      await sleep(5);
    }
  }

  async #lookUp() {
    const { random } = this;
    const repeated =
      this.#repeatable.length > 0 && random.chance(REPEAT_SHARE) ? random.pick(this.#repeatable) : null;
    const request = repeated ?? this.#newRequest();
    const client = random.pick(request.of.clients);
    const startedAt = performance.now();
    try {
      await this.#send(client, request);
      if (request.key !== null && repeated === null) this.#repeatable.push(request);
    } catch (error) {
      if (EARNED.includes(kindOf(error))) this.refused += 1;
      else if (request.key === null && error instanceof UnknownOutcomeError) this.unknown += 1;
      else throw new Error(`a lookup ${request.key === null ? 'without' : 'with'} a key`, { cause: error });
    } finally {
      this.calls += 1;
      this.longestMs = Math.max(this.longestMs, Math.round(performance.now() - startedAt));
    }
  }

  #newRequest() {
    const { random } = this;
    const of = random.pick(this.#clients);
    const key = random.chance(KEYED_SHARE) ? randomUUID() : null;
    const address = () => madeUpAddress(random, !of.isMisser);
    // A bulk may pass the cap by its own misses; singles meet it exactly.
    const isBulk = !of.isMisser && random.chance(BULK_SHARE);
    const addresses = Array.from({ length: isBulk ? random.whole(1, MAX_BULK) : 1 }, address);
    return { of, key, isBulk, addresses };
  }

  async #send(client, { key, isBulk, addresses }) {
    const options = key === null ? { headers: { [KEYLESS_HEADER]: 'yes' } } : { idempotencyKey: key };
    if (!isBulk) return client.lookup(addresses[0], options);
    const result = await client.bulk(addresses, options);
    if (result.stoppedBy !== undefined && result.stoppedBy !== null) throw result.stoppedBy;
    return result;
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
    await there.jobs.handle(made.id).confirm();
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
      totalCents: matches * MATCH_CENTS,
      lines: Buffer.concat(chunks).toString().split('\n').length,
      linesSent: csv.split('\n').length,
      ms: Math.round(performance.now() - startedAt),
    });
  }
}

/** A broken upload is the customer's to send again, as long as the job waits for it. */
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

function shown(error) {
  const parts = [];
  for (let one = error; one !== undefined && one !== null; one = one.cause)
    parts.push(`${kindOf(one)}: ${one.message}`);
  return parts.join(' < ');
}
