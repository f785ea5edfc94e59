import { Body, Controller, Headers, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { AddressInput, BulkSkipTraceRequest } from '@skiptrace/contract';
import type { Response } from 'express';
import type { Caller } from '../../../money/accounts/index.js';
import { lookUpBulk, lookUpProperty, lookUpSingle } from '../../../work/lookups/index.js';
import { contract, form, list, object, personal } from '../../acts/schema.js';
import { CoOwners } from '../../acts/schemas/customer.js';
import type { Service } from '../../service/service.js';
import { AppOperation, SERVICE } from '../app-operation.js';
import { FromCaller, RequestId, ShownPrice } from '../request-context.js';

@Controller()
export class LookupsController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @Post('api/v1/skip-trace')
  @HttpCode(200)
  single(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @ShownPrice() shownPrice: string | undefined,
    @Body() body: AddressInput,
  ) {
    return lookUpSingle(
      this.service.lookups[caller.mode],
      { caller, requestId, idempotencyKey, shownPrice },
      body,
    );
  }

  /** The web app's own (app.yaml): all owners of the property. */
  @AppOperation('POST /app/api/lookups', {
    id: 'lookUpProperty',
    summary: 'All owners of a property, for the price of one',
    description:
      'What `skipTraceSingle` of openapi.yaml is, with its charge, limits, errors and replays (the same Idempotency-Key is the same\nlookup there), and beside its owner the others of the property.',
    hasKey: true,
    body: form({ address: personal({ minLength: 1, maxLength: 10000 }) }),
    answers: [
      200,
      'A match, or a miss without other owners.',
      object({
        answer: contract('SkipTraceResponse'),
        coOwners: CoOwners,
        units: list(
          personal(),
          'For a miss, the units on file at the address that was asked, such as `APT 2`; at most 50.',
        ),
      }),
    ],
    refuses: 'LookupProblem',
  })
  async property(
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @ShownPrice() shownPrice: string | undefined,
    @Body() body: { address: string },
    @Res({ passthrough: true }) response: Response,
  ) {
    const request = { caller, requestId, idempotencyKey, shownPrice };
    const lookups = this.service.lookups[caller.mode];
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
    return lookUpBulk(
      this.service.lookups[caller.mode],
      { caller, requestId, idempotencyKey, shownPrice },
      body,
    );
  }
}
