import { Controller, Get, Inject, Query } from '@nestjs/common';
import type { Caller } from '../../accounts/index.js';
import type { Service } from '../../service/service.js';
import { payloadOf } from '../../webhooks/index.js';
import { FromCaller } from '../api-request.js';

export const DELIVERY_NEEDS = Symbol('DeliveryNeeds');

/** Deliveries to an account's endpoints, for programs that no webhook reaches. */
@Controller('api/user/webhook-deliveries')
export class DeliveriesController {
  constructor(@Inject(DELIVERY_NEEDS) private readonly needs: Pick<Service, 'webhooks' | 'config'>) {}

  @Get()
  async list(@FromCaller() { accountId, mode }: Caller, @Query('after') after?: unknown) {
    const { webhooks, config } = this.needs;
    const [endpoints, deliveries] = await Promise.all([
      webhooks.list(accountId),
      webhooks.after(accountId, mode, typeof after === 'string' ? after : undefined),
    ]);
    return {
      isOn: config.webhooks === 'on',
      endpoints: endpoints.length,
      deliveries: deliveries.map(({ id, eventId: webhookId, ...event }) => ({
        ...{ id, webhookId },
        payload: payloadOf(event),
      })),
    };
  }
}
