import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Caller } from '../../../money/accounts/index.js';
import { accountOverview } from '../../../work/overview/index.js';
import { payloadOf } from '../../../work/webhooks/index.js';
import type { Service } from '../../service/service.js';
import { SERVICE } from '../app-operation.js';
import { FromCaller } from '../request-context.js';

@Controller('api/user/account')
export class AccountController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @Get()
  get(@FromCaller() caller: Caller) {
    return accountOverview(this.service, caller);
  }
}

/** Deliveries to an account's endpoints, for programs that no webhook reaches. */
@Controller('api/user/webhook-deliveries')
export class DeliveriesController {
  constructor(@Inject(SERVICE) private readonly service: Service) {}

  @Get()
  async list(@FromCaller() { accountId, mode }: Caller, @Query('after') after?: unknown) {
    const { webhooks, config } = this.service;
    const [endpoints, deliveries] = await Promise.all([
      webhooks.list(accountId),
      webhooks.after(accountId, mode, typeof after === 'string' ? after : undefined),
    ]);
    return {
      isOn: config.webhooks === 'on',
      endpoints: endpoints.length,
      deliveries: deliveries.map(({ id, eventId: webhookId, ...event }) => ({
        id,
        webhookId,
        payload: payloadOf(event),
      })),
    };
  }
}
