import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { clientNetwork, RateLimitedError, type RequestRate } from '../../limits/index.js';
import { requestOf } from '../api-request.js';
import { InvalidRequestError, readJsonBody, SlowBodyError } from '../contract/index.js';
import { rateHeaders } from '../rate-headers.js';
import type { BrowserSessions } from './browser-sessions.js';
import { appOperationById, type AppOperation, type AppOperationId } from './operations.js';
import { checkedBody, checkedQuery, requireHeaders, takesJson } from './requests.js';

/** Their answers may bring the browser another token (browser-sessions.ts). */
const ROTATING: ReadonlySet<string> = new Set<AppOperationId>(['getSession', 'getOperatorSession']);

const BODY_LIMIT = { maxBytes: 64 * 1024, tooLarge: 'The body must not be larger than 64 KB.' };

/** Runs before every controller of app.yaml: checks the session, the request rate, and headers, query and body by the document. */
@Injectable()
export class AppGuard implements CanActivate {
  constructor(
    private readonly browser: BrowserSessions,
    private readonly rate: RequestRate,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const operation = appOperationById(request.context.operationId ?? '');
    if (operation === undefined) return true;
    // No id has a character 0, and PostgreSQL takes none.
    if (/%00/.test(request.path)) throw new InvalidRequestError('The address names nothing.');
    const response = execution.switchToHttp().getResponse<Response>();
    const subject = await this.#signedIn(operation, execution);
    try {
      await this.rate.consume('app', subject);
    } catch (error) {
      if (error instanceof RateLimitedError) response.set(rateHeaders(error.state));
      throw error;
    }
    requireHeaders(operation.id, request.headers);
    request.context.appQuery = checkedQuery(operation.id, request.url);
    if (!takesJson(operation.id)) return true;
    try {
      request.body = checkedBody(operation.id, await readJsonBody(request, BODY_LIMIT));
    } catch (error) {
      if (error instanceof SlowBodyError) response.set('Connection', 'close');
      throw error;
    }
    return true;
  }

  /** @returns whose requests are counted together */
  async #signedIn({ id, role, isNavigation }: AppOperation, execution: ExecutionContext): Promise<string> {
    const request = requestOf(execution);
    const response = execution.switchToHttp().getResponse<Response>();
    if (role === 'nobody') {
      this.browser.requireOwnPage(request);
      return clientNetwork(request.ip ?? '');
    }
    const asked = { isNavigation, mayRotate: ROTATING.has(id) };
    if (role === 'operator') {
      const { session } = await this.browser.operator(request, response, asked);
      request.context.session = session;
      return `operator:${session.id}`;
    }
    const { session, caller, account } = await this.browser.customer(request, response, asked);
    Object.assign(request.context, { session, caller, account });
    return caller.accountId;
  }
}
