import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import type { ApiRequest } from '../accounts/index.js';
import type { Replayed } from '../idempotency/index.js';
import { operationOf } from './guards/operation-of.js';

/**
 * Answers an operation. Express would look up its settings, guess a content type and see whether the client has the
 * answer already (and then send a 304, which the contract does not know).
 */
export function sendJson(response: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Nest on Express, except for how operations of the contract are answered. Where the contract honours an
 * Idempotency-Key, controllers return `Replayed`, and the answer says whether it was kept from an earlier request; an
 * interceptor would cost every request more than the rest of Nest does.
 */
export class ContractAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    const operation = operationOf(response.req as ApiRequest);
    if (operation === undefined) return super.reply(response, body, status);
    if (!operation.idempotencyKey) return sendJson(response, status ?? response.statusCode, body);
    const { value, replayed } = body as Replayed<unknown>;
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    return sendJson(response, status ?? response.statusCode, value);
  }
}
