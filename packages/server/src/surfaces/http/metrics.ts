import type { RequestListener } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ageInDays } from '../../directory/index.js';
import { MS_PER_SECOND } from '../../platform/clock.js';
import { faultForLog } from '../../platform/lib/error-code.js';
import type { Service } from '../service/service.js';
import type { Operation } from './contract/operations.js';
import { Listener } from './listener/listener.js';
import { LogAllowance } from './log-allowance.js';

/** Outcome of a request. */
export interface EndedRequest {
  /** Undefined on pages outside the contract. */
  operation: Operation | undefined;
  method: string;
  status: number;
  ms: number;
}

/** Upper bounds in seconds, from a lookup answered in memory to an upload over a slow line. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600];

/**
 * The metrics for Prometheus. Label values come from fixed lists (path templates of openapi.yaml, statuses, task types),
 * never from what a client sends: nothing personal can end up in them, and their number stays small.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #countFailure: (operationId: string | undefined, status: number) => void;

  constructor(service: Pick<Service, 'clock' | 'taskBacklog' | 'capacity'> & BusinessSource) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'skiptrace_http_request_duration_seconds',
      help: 'How long requests took, by operation and status; route is "page" outside the contract.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    });
    gaugesOfTasks(service, registers);
    this.#countFailure = businessMetrics(service, registers);
    new Gauge({
      name: 'skiptrace_storage_free_bytes',
      help: 'What is free on the disk of the data directory.',
      registers,
      async collect() {
        const capacity = await service.capacity();
        if (capacity !== null) this.set(capacity.freeBytes);
      },
    });
    new Gauge({
      name: 'skiptrace_storage_room_bytes',
      help: 'Of what is free, what files may take: the rest is kept for the ledger.',
      registers,
      async collect() {
        const capacity = await service.capacity();
        if (capacity !== null) this.set(capacity.roomBytes);
      },
    });
  }

  observeRequest({ operation, method, status, ms }: EndedRequest): void {
    const path = operation?.document === 'openapi.yaml' ? operation.path : undefined;
    const labels = {
      method: path === undefined ? 'any' : method,
      route: path ?? 'page',
      status,
    };
    this.#requests.observe(labels, ms / MS_PER_SECOND);
    this.#countFailure(operation?.id, status);
  }

  /** The text format of Prometheus, and its content type. */
  async expose(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}

/** Each gauge runs its own query, because prom-client collects them concurrently. */
function gaugesOfTasks(
  { clock, taskBacklog }: Pick<Service, 'clock' | 'taskBacklog'>,
  registers: Registry[],
): void {
  new Gauge({
    name: 'skiptrace_tasks',
    help: 'Tasks that are waiting or running, by kind: match and enrich are CSV jobs, the others deliver webhooks and mails.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const backlog = await taskBacklog();
      this.reset();
      for (const { kind, tasks } of backlog) this.set({ kind }, tasks);
    },
  });
  new Gauge({
    name: 'skiptrace_oldest_task_age_seconds',
    help: 'Age of the oldest task that is waiting or running, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const backlog = await taskBacklog();
      this.reset();
      for (const { kind, oldestCreatedAt } of backlog) {
        this.set({ kind }, Math.max(0, clock.now() - oldestCreatedAt) / MS_PER_SECOND);
      }
    },
  });
}

type BusinessSource = Pick<
  Service,
  'lookupTallies' | 'jobFigures' | 'accountFigures' | 'owners' | 'dncLists' | 'clock'
>;

/** Operations that count as failed lookups if they end with a server error. */
const KINDS: Readonly<Record<string, string>> = { skipTraceSingle: 'single', skipTraceBulk: 'bulk' };

/** Totals of lookups, jobs and money over all accounts, without test keys. @returns a function that counts a failed request */
function businessMetrics(service: BusinessSource, registers: Registry[]) {
  const failures = new Counter({
    name: 'skiptrace_lookup_failures_total',
    help: 'Lookup requests answered with a server error since the process started. They were not charged.',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of Object.values(KINDS)) failures.inc({ kind }, 0);
  lookupMetrics(service, registers);
  jobMetrics(service, registers);
  stockMetrics(service, registers);
  dncMetrics(service, registers);
  return (operationId: string | undefined, status: number): void => {
    const kind = operationId === undefined ? undefined : KINDS[operationId];
    if (kind !== undefined && status >= 500) failures.inc({ kind });
  };
}

function lookupMetrics({ lookupTallies }: BusinessSource, registers: Registry[]): void {
  new Counter({
    name: 'skiptrace_lookups_total',
    help: 'Addresses looked up since the process started, by kind (single, bulk) and outcome (match, miss).',
    labelNames: ['kind', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [kind, { matches, misses }] of Object.entries(lookupTallies())) {
        this.inc({ kind, outcome: 'match' }, matches);
        this.inc({ kind, outcome: 'miss' }, misses);
      }
    },
  });
  new Counter({
    name: 'skiptrace_lookups_charged_cents_total',
    help: 'Cents charged for lookups since the process started, by kind (single, bulk).',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, { chargedCents }] of Object.entries(lookupTallies()))
        this.inc({ kind }, chargedCents);
    },
  });
}

function jobMetrics({ jobFigures }: BusinessSource, registers: Registry[]): void {
  new Gauge({
    name: 'skiptrace_jobs',
    help: 'CSV jobs by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      const figures = await jobFigures();
      this.reset();
      for (const { status, jobs } of figures) this.set({ status }, jobs);
    },
  });
  new Gauge({
    name: 'skiptrace_job_rows',
    help: 'Rows of paid CSV jobs by outcome (match, miss).',
    labelNames: ['outcome'],
    registers,
    async collect() {
      const paid = (await jobFigures()).filter(({ status }) => PAID.has(status));
      const matched = paid.reduce((sum, { matchedRows }) => sum + matchedRows, 0);
      this.set({ outcome: 'match' }, matched);
      this.set({ outcome: 'miss' }, paid.reduce((sum, { rows }) => sum + rows, 0) - matched);
    },
  });
  new Gauge({
    name: 'skiptrace_jobs_charged_cents',
    help: 'Cents charged for CSV jobs, after refunds.',
    registers,
    async collect() {
      this.set((await jobFigures()).reduce((sum, { chargedCents }) => sum + chargedCents, 0));
    },
  });
}

const PAID: ReadonlySet<string> = new Set(['confirmed', 'generating', 'completed']);

function stockMetrics({ accountFigures, owners }: BusinessSource, registers: Registry[]): void {
  new Gauge({
    name: 'skiptrace_accounts',
    help: 'Accounts by status (active, suspended, closed).',
    labelNames: ['status'],
    registers,
    async collect() {
      const { active, suspended, closed } = await accountFigures();
      this.set({ status: 'active' }, active);
      this.set({ status: 'suspended' }, suspended);
      this.set({ status: 'closed' }, closed);
    },
  });
  new Gauge({
    name: 'skiptrace_accounts_low_balance',
    help: 'Active accounts with a live key and a balance below LOW_BALANCE_CENTS.',
    registers,
    async collect() {
      this.set((await accountFigures()).lowBalance);
    },
  });
  new Gauge({
    name: 'skiptrace_owner_records',
    help: 'Owners in the directory, all sources together.',
    registers,
    async collect() {
      this.set((await owners.stats()).sources.reduce((sum, { records }) => sum + records, 0));
    },
  });
}

function dncMetrics({ dncLists, clock }: BusinessSource, registers: Registry[]): void {
  new Gauge({
    name: 'skiptrace_dnc_age_days',
    help: 'Age of the oldest Do Not Call list of each kind (national, internal, litigator); none where none was imported.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const lists = await dncLists();
      this.reset();
      for (const { kind, dated } of lists.toSorted((a, b) => (a.dated < b.dated ? 1 : -1)))
        this.set({ kind }, ageInDays(dated, clock.now()));
    },
  });
}

export interface MetricsServer {
  /** URL that Prometheus scrapes. */
  url: string;
  close(): Promise<void>;
}

/** Serves `/metrics` on its own port, so that clients of the API cannot read it. */
export async function serveMetrics(
  metrics: Metrics,
  { clock, logger }: Pick<Service, 'clock' | 'logger'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.expose().then(
      ({ contentType, text }) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      (error: unknown) => {
        logger.error(faultForLog(error), 'the metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  };
  const listener = new Listener(answer, { logger, logAllowance: new LogAllowance(clock, logger) });
  const url = `${await listener.listen(port, host)}/metrics`;
  return { url, close: () => listener.stop() };
}
