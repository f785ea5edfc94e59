import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import type { AppSchemas } from '@skiptrace/contract/app';
import type { Caller } from '../../accounts/index.js';
import { isoTime } from '../../clock.js';
import type { Service } from '../../service/service.js';
import type { Endpoint, EventType, LoggedDelivery } from '../../webhooks/index.js';
import { FromCaller } from '../api-request.js';
import { APP_SERVICE, liveAccount } from './customer.controller.js';
import { AppQuery } from './from-session.js';

/** A customer's webhook endpoints (app.yaml, Webhooks). */
@Controller('app/api')
export class WebhooksController {
  constructor(@Inject(APP_SERVICE) private readonly service: Pick<Service, 'webhooks' | 'config'>) {}

  @Get('webhooks')
  async list(@FromCaller() caller: Caller) {
    const endpoints = await this.service.webhooks.list(liveAccount(caller));
    return { isOn: this.service.config.webhooks === 'on', endpoints: endpoints.map(shownEndpoint) };
  }

  @Post('webhooks')
  @HttpCode(201)
  async create(@FromCaller() caller: Caller, @Body() { url, events }: { url: string; events: EventType[] }) {
    const endpoint = await this.service.webhooks.add(liveAccount(caller), url, events);
    return { endpoint: shownEndpoint(endpoint), secret: endpoint.secret };
  }

  @Delete('webhooks/:webhookId')
  @HttpCode(204)
  remove(@FromCaller() caller: Caller, @Param('webhookId') webhookId: string): Promise<void> {
    return this.service.webhooks.remove(liveAccount(caller), webhookId);
  }

  @Get('webhook-deliveries')
  async deliveries(@FromCaller() caller: Caller, @AppQuery() page: { cursor?: string; limit: number }) {
    const { rows, nextCursor } = await this.service.webhooks.deliveries(liveAccount(caller), page);
    return { deliveries: rows.map(shownDelivery), nextCursor };
  }

  @Post('webhook-deliveries/:deliveryId/replay')
  @HttpCode(204)
  replay(@FromCaller() caller: Caller, @Param('deliveryId') deliveryId: string): Promise<void> {
    return this.service.webhooks.replay(liveAccount(caller), deliveryId);
  }
}

const shownEndpoint = ({ id, url, events, createdAt }: Endpoint): AppSchemas['WebhookEndpoint'] => ({
  ...{ id, url, events },
  createdAt: isoTime(createdAt),
});

const shownDelivery = ({ eventId, ...delivery }: LoggedDelivery): AppSchemas['WebhookDelivery'] => {
  const { id, endpointId, url, type, status, attempts, answered, error, createdAt, updatedAt } = delivery;
  return {
    ...{ id, webhookId: eventId, endpointId, url, type, status, attempts, answered, error },
    ...{ createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) },
  };
};
