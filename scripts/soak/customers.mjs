// Customers who remember every attempt: lookups and bulks of any server, by the SDK, which gives each an Idempotency-Key; and CSV
// jobs that are made at one server, watched at another and fetched from a third.
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SkipTrace } from '@skiptrace/sdk';
import { answerOf, madeUpAddress, madeUpLeads, madeUpRequest, MAPPING, MATCH_CENTS } from './clients.mjs';

const REPEAT_SHARE = 0.1;
const MAX_ROWS = 400;
/** Pause that leaves the machine time to start servers. */
const PAUSE_MS = 20;
/** Options of customers of servers that may be away for long; who waits longer has lost something. */
const PATIENT = { timeoutMs: 15_000, deadlineMs: 90_000, maxRetries: 100 };
/** Statuses that leave the outcome unknown, or that a balancer answers. */
const UNKNOWN = [502, 503, 504];
/** Refusals that the account has caused. */
const EARNED = ['insufficient_balance', 'daily_miss_limit', 'rate_limited'];

/** Remembers attempts as `compareWithLedger` wants them (scripts/soak/books.mjs). */
const remembering = (accountId, asked) => async (request, next) => {
  const { pathname: route } = new URL(request.url);
  if (!route.startsWith('/api/v1/')) return next(request);
  /** @type {import('./clients.mjs').Asked} */
  const entry = { accountId, route, key: request.headers['idempotency-key'], answer: null };
  asked.push(entry);
  const answer = await next(request).catch((error) => {
    // No server was reached.
    if (causesOf(error).some(({ code }) => code === 'ECONNREFUSED'))
      asked.splice(asked.lastIndexOf(entry), 1);
    throw error;
  });
  const { status, headers, body: text } = answer;
  if (!UNKNOWN.includes(status)) entry.answer = answerOf(status, (name) => headers[name] ?? null, text);
  return answer;
};

/**
 * @typedef {{ accountId: string, apiKey: string }} Account
 * @typedef {ReturnType<typeof import('../made-up.mjs').seededRandom>} Random
 */

export class Customers {
  /** Number of refusals of accounts that had run out of money or were at a limit. */
  refused = 0;
  longestMs = 0;
  calls = 0;
  #open = new AbortController();
  #jobLoops = [];
  #lookers;
  #jobClients;
  #repeatable = [];

  /**
   * @param {{ accounts: Account[], jobAccounts: Account[], urls: string[], random: Random, missers?: number,
   *   options?: object,
   *   memory?: { asked: import('./clients.mjs').Asked[], jobs: object[], faults: string[] } }} given the last `missers` of the
   *   accounts ask only for addresses without an owner; `options` of the SDK; `memory` of others who have the same accounts
   */
  constructor({
    accounts,
    jobAccounts,
    urls,
    random,
    missers = 0,
    options = PATIENT,
    memory = { asked: [], jobs: [], faults: [] },
  }) {
    /** Every attempt at a lookup. */
    this.asked = memory.asked;
    /** Jobs that have ended. */
    this.jobs = memory.jobs;
    /** Answers that no customer should get. */
    this.faults = memory.faults;
    this.random = random;
    const clientsOf = ({ accountId, apiKey }) =>
      urls.map((baseUrl) => {
        const middleware = [remembering(accountId, this.asked)];
        return new SkipTrace({ apiKey, baseUrl, ...options, middleware });
      });
    this.#lookers = accounts.map((account, nth) => ({
      mayMatch: nth < accounts.length - missers,
      clients: clientsOf(account),
    }));
    this.#jobClients = jobAccounts.map(clientsOf);
  }

  /** A first keyed call to each server, so that every client knows that keys are honored. */
  async warmUp() {
    for (const { clients } of this.#lookers)
      for (const client of clients)
        await client.lookup(madeUpAddress(this.random, false)).catch(() => undefined);
  }

  /** Starts CSV jobs, one after the other of each account, until `close`. */
  startJobs() {
    for (const clients of this.#jobClients)
      this.#jobLoops.push(this.#repeat(() => this.#runJob(clients), this.#open.signal));
  }

  /** Looks up while `act` runs. Returns when every lookup has its answer. */
  async lookUpDuring(act, lookups) {
    const acting = new AbortController();
    const loops = Array.from({ length: lookups }, () => this.#repeat(() => this.#lookUp(), acting.signal));
    await act().finally(() => acting.abort());
    await Promise.all(loops);
  }

  /** Returns when all jobs have ended. */
  async close() {
    this.#open.abort();
    await Promise.all(this.#jobLoops);
    const all = [...this.#lookers.map(({ clients }) => clients), ...this.#jobClients].flat();
    await Promise.all(all.map((client) => client.close()));
  }

  async #repeat(call, signal) {
    while (!signal.aborted) {
      await call().catch((error) => this.faults.push(shown(error)));
      await sleep(PAUSE_MS);
    }
  }

  async #lookUp() {
    const { random } = this;
    const isRepeat = this.#repeatable.length > 0 && random.chance(REPEAT_SHARE);
    const looker = random.pick(this.#lookers);
    const made = { looker, request: madeUpRequest(random, looker.mayMatch) };
    const chosen = isRepeat ? random.pick(this.#repeatable) : made;
    const startedAt = performance.now();
    try {
      await this.#send(chosen);
      if (!isRepeat) this.#repeatable.push(chosen);
    } catch (error) {
      if (!EARNED.includes(kindOf(error))) throw error;
      this.refused += 1;
    } finally {
      this.calls += 1;
      this.longestMs = Math.max(this.longestMs, Math.round(performance.now() - startedAt));
    }
  }

  async #send({ looker, request }) {
    const { key, body } = request;
    const client = this.random.pick(looker.clients);
    if (body.addresses === undefined) await client.lookup(body, { idempotencyKey: key });
    else {
      const { stoppedBy } = await client.bulk(body.addresses, { idempotencyKey: key });
      if (stoppedBy !== undefined) throw stoppedBy;
    }
  }

  async #runJob(clients) {
    const { random } = this;
    const at = random.whole(0, clients.length - 1);
    const [here, there, elsewhere] = [0, 1, 2].map((nth) => clients[(at + nth) % clients.length]);
    const { csv, matches } = madeUpLeads(random, random.whole(1, MAX_ROWS));
    const made = await here.jobs.create({ filename: 'leads.csv', columnMapping: MAPPING });
    await uploadUntilTaken(made, csv);
    await there.jobs.handle(made.id).waitForPreview();
    await there.jobs.handle(made.id).confirm();
    const { status } = await here.jobs.handle(made.id).waitForCompleted();
    let text = '';
    const target = new Writable({
      write: (chunk, _encoding, done) => {
        text += chunk;
        done();
      },
    });
    await elsewhere.jobs.handle(made.id).download(target);
    const [lines, linesSent] = [text, csv].map((each) => each.split('\n').length);
    this.jobs.push({ jobId: made.id, status, totalCents: matches * MATCH_CENTS, lines, linesSent });
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
