import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { MS_PER_SECOND } from '../../clock.js';
import type { Service } from '../../service/service.js';
import type { Operation } from '../contract/index.js';
import { businessMetrics, type BusinessSource } from './business.js';

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
    help: 'Tasks that are waiting or running, by kind: match and enrich CSV jobs, mail support messages.',
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
