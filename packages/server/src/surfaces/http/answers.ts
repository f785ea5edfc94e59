import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
// Imported by its file: the package's index loads multer as well, with fifty files at each start.
import { ExpressAdapter } from '@nestjs/platform-express/adapters/express-adapter';
import type { Response } from 'express';
import type { Replayed } from '../../money/receipts/index.js';
import { faultForLog } from '../../platform/lib/error-code.js';
import type { Logger } from '../../platform/logger.js';
import { errorAnswer } from './errors.js';
import { notFoundPage, sendPage } from './pages/pages.js';
import type { ApiRequest } from './request-context.js';

/**
 * Sends a JSON answer. Express's own `json()` would look up settings, guess a content type and compare ETags, and could
 * answer 304, which the contract does not have.
 */
function sendJson(response: Response, status: number, body: unknown): void {
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

  /** Nest compiles each path once to see whether it is in Express's older form; ours are not. */
  override normalizePath(path: string): string {
    return path;
  }
}

/** Turns an error into the contract's Error body, or into a page for paths outside the contract. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    if (error instanceof HttpException && request.context.operation === undefined) {
      // Nest itself refuses only pages: requests of the contract have passed the gate.
      sendPage(response, notFoundPage());
      return;
    }
    const answer = errorAnswer(error);
    if (answer.status >= 500) {
      const { requestId, operation } = request.context;
      this.logger.error({ requestId, route: operation?.id, ...faultForLog(error) }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
    sendJson(response, answer.status, answer.body);
  }
}
