import { Counter, Gauge, type Registry } from 'prom-client';
import { ageInDays } from '../../owners/index.js';
import type { Service } from '../../service/service.js';

export type BusinessSource = Pick<
  Service,
  'lookupTallies' | 'jobFigures' | 'accountFigures' | 'owners' | 'dncLists' | 'clock'
>;

/** Operations that count as failed lookups if they end with a server error. */
const KINDS: Readonly<Record<string, string>> = { skipTraceSingle: 'single', skipTraceBulk: 'bulk' };

/** Totals of lookups, jobs and money over all accounts, without test keys. @returns a function that counts a failed request */
export function businessMetrics(service: BusinessSource, registers: Registry[]) {
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
