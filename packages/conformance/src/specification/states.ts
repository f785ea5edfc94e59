import type { JobStatus } from '@skiptrace/contract';
import type { Action, TestJob } from '../service/jobs.js';
import { createJob, previewedJob } from '../service/jobs.js';
import { check, inSection } from '../suite/check.js';
import { expectEqual, expectError, expectStatus, expectThat, field, names } from '../suite/expect.js';
import { cancelledJob, fourRows, heldPreview, wholeJob } from './scenarios.js';

const JOB = ['matches', 'miss'] as const;

/** Expects the statuses seen while polling in this order; some may have been too short to see. */
function expectOrder(seen: readonly JobStatus[], order: readonly JobStatus[]): void {
  const positions = seen.map((status) => order.indexOf(status));
  const ascending = positions.every((at, index) => at >= 0 && at >= (positions[index - 1] ?? 0));
  expectThat(ascending, `statuses in the order ${order.join(', ')}`, seen);
}

/** Expects a 409 that names the status for each action, and an unchanged job. */
async function refuses(job: TestJob, status: JobStatus, actions: readonly Action[]): Promise<void> {
  for (const action of actions) {
    const exchange = await job.act(action);
    const error = expectError(exchange, 409);
    expectThat(names(error, status), `an error that names the status ${status}`, error, exchange);
    expectEqual(`the status after ${action}`, (await job.detail()).status, status);
  }
}

export const states = inSection('States and transitions', [
  check({
    id: 'states.created-is-pending',
    sentence: 'a new job is pending',
    needs: JOB,
    async run(context) {
      expectEqual('status', (await context.once(wholeJob)).pending.status, 'pending');
    },
  }),
  check({
    id: 'states.upload-starts-processing',
    sentence: 'after the upload processing starts by itself and ends in preview',
    needs: JOB,
    async run(context) {
      const { beforePreview } = await context.once(wholeJob);
      expectOrder(beforePreview, ['uploaded', 'processing', 'preview']);
    },
  }),
  check({
    id: 'states.preview-tells-the-cost',
    sentence: 'in preview totalRows, matchedRows and totalChargeCents are there',
    needs: JOB,
    async run(context) {
      const { totalRows, matchedRows, totalChargeCents } = (await context.once(wholeJob)).preview;
      const known = [totalRows, matchedRows, totalChargeCents].every((value) => typeof value === 'number');
      expectThat(known, 'three numbers', { totalRows, matchedRows, totalChargeCents });
    },
  }),
  check({
    id: 'states.confirm-leads-to-completed',
    sentence: 'confirm leads through confirmed and generating to completed',
    needs: JOB,
    async run(context) {
      const { confirmed, beforeCompleted } = await context.once(wholeJob);
      expectOrder([confirmed.status, ...beforeCompleted], ['confirmed', 'generating', 'completed']);
    },
  }),
  check({
    id: 'states.cancel-pending',
    sentence: 'a pending job can be cancelled',
    async run(context) {
      const job = await createJob(context);
      const exchange = await job.act('cancel');
      expectStatus(exchange, 200);
      expectEqual('status', field(exchange, 'status'), 'cancelled', exchange);
      expectEqual('the status of the job', (await job.detail()).status, 'cancelled');
    },
  }),
  check({
    id: 'states.cancel-preview',
    sentence: 'a job in preview can be cancelled',
    needs: JOB,
    async run(context) {
      const job = await previewedJob(context, fourRows(context));
      const exchange = await job.act('cancel');
      expectStatus(exchange, 200);
      expectEqual('status', field(exchange, 'status'), 'cancelled', exchange);
      expectEqual('the status of the job', (await job.detail()).status, 'cancelled');
    },
  }),
  check({
    id: 'states.pending-refuses',
    sentence: 'a pending job cannot be confirmed: 409 naming pending',
    async run(context) {
      await refuses(await createJob(context), 'pending', ['confirm']);
    },
  }),
  check({
    id: 'states.preview-refuses',
    sentence: 'a job in preview takes no upload: 409 naming preview',
    needs: JOB,
    run: async (context) => refuses(await context.once(heldPreview), 'preview', ['upload', 'uploaded']),
  }),
  check({
    id: 'states.cancelled-refuses',
    sentence: 'a cancelled job takes no action: 409 naming cancelled',
    run: async (context) =>
      refuses(await context.once(cancelledJob), 'cancelled', ['upload', 'uploaded', 'confirm', 'cancel']),
  }),
  check({
    id: 'states.completed-refuses',
    sentence: 'a completed job takes no action, cancel included: 409 naming completed',
    needs: JOB,
    async run(context) {
      const { job } = await context.once(wholeJob);
      await refuses(job, 'completed', ['upload', 'uploaded', 'confirm', 'cancel']);
    },
  }),
]);
