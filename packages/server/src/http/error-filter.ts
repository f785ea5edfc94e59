import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { ApiRequest } from './api-request.js';
import type { Logger } from '../logger.js';
import { faultForLog } from '../lib/error-code.js';
import { sendJson } from './answers.js';
import { notFoundPage, sendPage } from './pages/pages.js';
import { errorAnswer } from './errors/table.js';

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
