import { Body, Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import type { AddressInput, BulkSkipTraceRequest } from '@skiptrace/contract';
import type { Caller } from '../../accounts/index.js';
import { FromCaller, RequestId, ShownPrice } from '../api-request.js';
import { lookUpBulk, lookUpSingle, type Lookups } from '../../lookups/index.js';

export const LOOKUPS = Symbol('Lookups');

@Controller('api/v1')
export class LookupsController {
  constructor(@Inject(LOOKUPS) private readonly lookups: Lookups) {}

  @Post('skip-trace')
  @HttpCode(200)
  single(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @ShownPrice() shownPrice: string | undefined,
    @Body() body: AddressInput,
  ) {
    return lookUpSingle(this.lookups[caller.mode], { caller, requestId, idempotencyKey, shownPrice }, body);
  }

  @Post('skip-trace-bulk')
  @HttpCode(200)
  bulk(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @ShownPrice() shownPrice: string | undefined,
    @Body() body: BulkSkipTraceRequest,
  ) {
    return lookUpBulk(this.lookups[caller.mode], { caller, requestId, idempotencyKey, shownPrice }, body);
  }
}
