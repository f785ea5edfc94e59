import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { UnauthorizedError, type Authenticator } from '../../accounts/index.js';
import { requestOf } from '../api-request.js';
import { isFromApp, type BrowserSessions } from '../app-api/browser-sessions.js';
import { KeyGuessing } from './key-guessing.js';
import { operationOf } from './operation-of.js';

/** Second check: the key, or in our own pages the session, unless the contract says the operation is public. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly browser: BrowserSessions,
    private readonly guessing = new KeyGuessing(),
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const operation = operationOf(request);
    if (operation === undefined || operation.security === 'public') return true;
    const { authorization } = request.headers;
    if (authorization === undefined && isFromApp(request)) {
      const response = execution.switchToHttp().getResponse<Response>();
      const { caller } = await this.browser.customer(request, response);
      request.context.caller = caller;
      return true;
    }
    const caller = await this.authenticator.authenticate(authorization).catch(async (error: unknown) => {
      // No header at all is no guess.
      if (error instanceof UnauthorizedError && authorization !== undefined) {
        const held = await this.guessing.slow(request.ip ?? '');
        if (!held) execution.switchToHttp().getResponse<Response>().set('Connection', 'close');
      }
      throw error;
    });
    request.context.caller = caller;
    // Polling is not use (specification, getSkipTraceJob).
    if (operation.safety !== 'safe') this.authenticator.noteUse(caller);
    return true;
  }
}
