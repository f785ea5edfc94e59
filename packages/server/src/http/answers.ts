// Imported by its file: the package's index loads multer as well, with fifty files at each start.
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';
import type { Replayed } from '../idempotency/index.js';

/**
 * Sends a JSON answer. Express's own `json()` would look up settings, guess a content type and compare ETags, and could
 * answer 304, which the contract does not have.
 */
export function sendJson(response: Response, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/**
 * Nest's Express adapter, except for answers to operations of the contract. Where the contract honors an Idempotency-Key,
 * controllers return `Replayed`, and a header states whether the answer is a replay of an earlier one. Done here because a
 * Nest interceptor would cost every request more than the rest of Nest does.
 */
export class ContractAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, status?: number): unknown {
    const { operation } = (response.req as ApiRequest).context;
    if (operation?.document !== 'openapi.yaml') return super.reply(response, body, status);
    if (!operation.idempotencyKey) return sendJson(response, status ?? response.statusCode, body);
    const { value, replayed } = body as Replayed<unknown>;
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    return sendJson(response, status ?? response.statusCode, value);
  }
}
