import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import type { AddressInput, BulkSkipTraceRequest } from '@skiptrace/contract';
import type { Caller } from '../accounts/index.js';
import { FromCaller, Means, RequestId } from '../accounts/request-context.js';
import { lookUpBulk } from './bulk.js';
import type { LookupParts } from './lookup.js';
import { lookUpSingle } from './single.js';

export const LOOKUP_PARTS = Symbol('LookupParts');

@Controller('api/v1')
export class LookupsController {
  constructor(@Inject(LOOKUP_PARTS) private readonly parts: LookupParts) {}

  @Post('skip-trace')
  @HttpCode(200)
  single(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Means() means: (() => Promise<void>) | undefined,
    @Body() body: AddressInput,
  ) {
    return lookUpSingle(this.parts, { caller, requestId, idempotencyKey, means }, body);
  }

  @Post('skip-trace-bulk')
  @HttpCode(200)
  bulk(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Body() body: BulkSkipTraceRequest,
  ) {
    return lookUpBulk(this.parts, { caller, requestId, idempotencyKey }, body);
  }
}
