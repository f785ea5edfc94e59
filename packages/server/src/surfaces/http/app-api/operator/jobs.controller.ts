import { Controller, Inject, Param } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Session } from '../../../../money/accounts/index.js';
import { isoTime } from '../../../../platform/clock.js';
import { plain } from '../../../../platform/lib/printable.js';
import { findAllJobs, requireJob, type JobOfAccount } from '../../../../work/jobs/index.js';
import { jobDetails, named } from '../../../../work/overview/index.js';
import { doerOf, logDeed } from '../../../acts/act.js';
import { list, maybe, object, orNull, page, personal, text } from '../../../acts/schema.js';
import { JobStatus } from '../../../acts/schemas/customer.js';
import { OperatorJob, OperatorJobDetails } from '../../../acts/schemas/operator.js';
import { shownAction, shownRecord } from '../../../acts/shown.js';
import type { Service } from '../../../service/service.js';
import { AppOperation, SERVICE } from '../../app-operation.js';
import { AppQuery, FromSession } from '../../request-context.js';

interface JobsQuery {
  status?: AppSchemas['JobStatus'][];
  accountId?: string;
  jobId?: string;
  cursor?: string;
  limit: number;
}

/** Customers' jobs (app.yaml, Operator). Names of files are shown one at a time, and noted: customers put people in them. */
@Controller()
export class OperatorJobsController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @AppOperation('GET /operator/api/jobs', {
    id: 'findAllJobs',
    summary: 'The jobs of all accounts, newest first',
    query: {
      status: maybe(list(JobStatus)),
      accountId: maybe(text()),
      jobId: maybe(text({ maxLength: 100 })),
      ...page(25, 100),
    },
    answers: [
      200,
      'A page of jobs; no file names, which may be personal.',
      object({ jobs: list(OperatorJob), nextCursor: orNull(text()) }),
    ],
  })
  async find(@AppQuery() { status: statuses = [], ...search }: JobsQuery) {
    const { rows, nextCursor } = await findAllJobs(this.service.database, { statuses, ...search });
    return { jobs: rows.map(shownJob), nextCursor };
  }

  @AppOperation('GET /operator/api/jobs/{jobId}', {
    id: 'getOperatorJob',
    summary: 'One job, with what happened to it and what it cost',
    answers: [200, 'The job, without the name of its file, which may be personal.', OperatorJobDetails],
  })
  async get(@Param('jobId') jobId: string): Promise<AppSchemas['OperatorJobDetails']> {
    const { listed, job, work, events, records } = await jobDetails(this.service, jobId);
    const { origin, uploadBytes, priceCents, repeatRows, blankAddressCount } = job;
    return {
      job: shownJob(listed),
      origin,
      uploadBytes,
      priceCents,
      repeatRows,
      blankAddressCount,
      hasUpload: job.uploadVersion !== null && uploadBytes !== null,
      hasResult: job.resultVersion !== null,
      work: work === null ? null : { ...work, dueAt: isoTime(work.dueAt) },
      events: (await named(this.service.database, events)).map(shownAction),
      transactions: records.map(shownRecord),
    };
  }

  @AppOperation('POST /operator/api/jobs/{jobId}/file-name', {
    id: 'showJobFileName',
    summary: 'What the customer called the file of a job',
    description: 'A POST, because the log of disclosures notes who asked.',
    answers: [200, 'The name.', object({ filename: personal() })],
  })
  async fileName(@Param('jobId') jobId: string, @FromSession() by: Session): Promise<{ filename: string }> {
    const { id, accountId, filename } = await requireJob(this.service.database.read, { id: jobId });
    await logDeed(this.service, doerOf(by), ['name of a file shown', { accountId, jobId: id }]);
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
