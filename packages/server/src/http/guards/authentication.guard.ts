import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { requestOf, type Authenticator } from '../../accounts/index.js';
import { operationOf } from './operation-of.js';

/** Second check: the key, unless the contract says the operation is public. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const operation = operationOf(request);
    if (operation === undefined || operation.security === 'public') return true;
    const caller = await this.authenticator.authenticate(request.headers.authorization);
    request.context.caller = caller;
    // Polling is not use (specification, getSkipTraceJob).
    if (operation.safety !== 'safe') await this.authenticator.noteUse(caller);
    return true;
  }
}
