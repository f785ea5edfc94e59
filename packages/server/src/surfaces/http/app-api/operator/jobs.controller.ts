import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { JobStatus } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { plain } from '../../../../platform/lib/printable.js';
import { findAllJobs, requireJob, type JobOfAccount } from '../../../../work/jobs/index.js';
import { jobDetails, named } from '../../../../work/overview/index.js';
import type { Service } from '../../../service/service.js';
import { AppQuery, FromSession } from '../../request-context.js';
import { shownAction, shownRecord } from '../shown.js';
import { logDeed, OPERATOR_SERVICE } from './operator-service.js';

interface JobsQuery {
  status?: JobStatus[];
  accountId?: string;
  jobId?: string;
  cursor?: string;
  limit: number;
}

/** Customers' jobs (app.yaml, Operator). Names of files are shown one at a time, and noted: customers put people in them. */
@Controller('operator/api/jobs')
export class OperatorJobsController {
  constructor(@Inject(OPERATOR_SERVICE) private readonly service: Service) {}

  @Get()
  async find(@AppQuery() { status: statuses = [], ...search }: JobsQuery) {
    const { rows, nextCursor } = await findAllJobs(this.service.database, { statuses, ...search });
    return { jobs: rows.map(shownJob), nextCursor };
  }

  @Get(':jobId')
  async get(@Param('jobId') jobId: string): Promise<AppSchemas['OperatorJobDetails']> {
    const { listed, job, work, events, records } = await jobDetails(this.service, jobId);
    const { origin, uploadBytes, priceCents, repeatRows, blankAddressCount, refundCents } = job;
    return {
      job: shownJob(listed),
      origin,
      uploadBytes,
      priceCents,
      repeatRows,
      blankAddressCount,
      refundCents,
      hasUpload: job.uploadVersion !== null && uploadBytes !== null,
      hasResult: job.resultVersion !== null,
      work: work === null ? null : { ...work, dueAt: isoTime(work.dueAt) },
      events: (await named(this.service.database, events)).map(shownAction),
      transactions: records.map(shownRecord),
    };
  }

  @Post(':jobId/file-name')
  @HttpCode(200)
  async fileName(@Param('jobId') jobId: string, @FromSession() by: Session): Promise<{ filename: string }> {
    const { id, accountId, filename } = await requireJob(this.service.database.read, { id: jobId });
    await logDeed(this.service, by, 'name of a file shown', { accountId, jobId: id });
    return { filename: plain(filename) };
  }
}

const shownJob = ({
  sequence: _,
  createdAt,
  updatedAt,
  ...job
}: JobOfAccount): AppSchemas['OperatorJob'] => ({
  ...job,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});
