import { Body, Controller, Headers, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { AddressInput, BulkSkipTraceRequest } from '@skiptrace/contract';
import type { Response } from 'express';
import type { Caller } from '../../../money/accounts/index.js';
import { lookUpBulk, lookUpProperty, lookUpSingle, type Lookups } from '../../../work/lookups/index.js';
import { FromCaller, RequestId, ShownPrice } from '../request-context.js';

export const LOOKUPS = Symbol('Lookups');

@Controller()
export class LookupsController {
  constructor(@Inject(LOOKUPS) private readonly lookups: Lookups) {}

  @Post('api/v1/skip-trace')
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

  /** The web app's own (app.yaml): all owners of the property. */
  @Post('app/api/lookups')
  @HttpCode(200)
  async property(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @ShownPrice() shownPrice: string | undefined,
    @Body() body: { address: string },
    @Res({ passthrough: true }) response: Response,
  ) {
    const request = { caller, requestId, idempotencyKey, shownPrice };
    const lookups = this.lookups[caller.mode];
    const { value, replayed } = await lookUpProperty(lookups, request, body, 'all owners');
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    return value;
  }

  @Post('api/v1/skip-trace-bulk')
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
