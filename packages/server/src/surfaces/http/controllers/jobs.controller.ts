import type { IncomingMessage } from 'node:http';
import { Body, Controller, Get, Headers, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import type { CreateSkipTraceJobRequest } from '@skiptrace/contract';
import type { Caller } from '../../../money/accounts/index.js';
import type { Service } from '../../service/service.js';
import { SERVICE } from '../app-operation.js';
import { FromCaller, ShownPrice } from '../request-context.js';
import { multipartArrival } from './multipart.js';

@Controller('api/user/skip-trace')
export class JobsController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @Post()
  @HttpCode(201)
  create(
    @FromCaller() caller: Caller,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @ShownPrice() shownPrice: string | undefined,
    @Body() body: CreateSkipTraceJobRequest,
  ) {
    return this.service.jobs.jobs.create(caller, body, idempotencyKey, shownPrice);
  }

  @Get()
  list(
    @FromCaller() caller: Caller,
    @Query('contentDigest') contentDigest: unknown,
    @Query('before') before: unknown,
  ) {
    return this.service.jobs.jobs.list(caller, {
      contentDigest: typeof contentDigest === 'string' ? contentDigest : undefined,
      // A parameter that is repeated is no job's ID.
      before: before === undefined || typeof before === 'string' ? before : '',
    });
  }

  @Get(':jobId')
  get(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    return this.service.jobs.jobs.get(caller, jobId);
  }

  @Post(':jobId/upload')
  @HttpCode(200)
  upload(@FromCaller() caller: Caller, @Param('jobId') jobId: string, @Req() request: IncomingMessage) {
    return this.service.jobs.uploads.direct(caller, jobId, multipartArrival(request));
  }

  @Post(':jobId/uploaded')
  @HttpCode(200)
  markUploaded(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    return this.service.jobs.jobs.markUploaded(caller, jobId);
  }

  @Post(':jobId/confirm')
  @HttpCode(200)
  confirm(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    return this.service.jobs.jobs.confirm(caller, jobId);
  }

  @Post(':jobId/cancel')
  @HttpCode(200)
  cancel(@FromCaller() caller: Caller, @Param('jobId') jobId: string) {
    return this.service.jobs.jobs.cancel(caller, jobId);
  }
}
