import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { clientNetwork, RateLimitedError, type RequestRate } from '../../limits/index.js';
import { requestOf, type ApiRequest } from '../api-request.js';
import { InvalidRequestError, readJsonBody, SlowBodyError } from '../contract/index.js';
import { rateHeaders } from '../rate-headers.js';
import { AtOnce } from './at-once.js';
import type { BrowserSessions } from './browser-sessions.js';
import { appOperationById, type AppOperation, type AppOperationId } from './operations.js';
import { checkedBody, checkedQuery, requireHeaders, takesJson } from './requests.js';

/** Operations whose answer may set a new session cookie (browser-sessions.ts). */
const ROTATING: ReadonlySet<string> = new Set<AppOperationId>(['getSession', 'getOperatorSession']);

/** They read a whole ledger. */
const HEAVY: ReadonlySet<string> = new Set<AppOperationId>([
  'getActivity',
  'downloadTransactions',
  'getServiceActivity',
]);

/** Whoever ends a session or a key is let through, whatever others do with them. */
const ALWAYS_LET: ReadonlySet<string> = new Set<AppOperationId>([
  'signOut',
  'revokeKey',
  'operatorSignOut',
  'revokeCustomerKey',
]);

/**
 * What they bring is checked first, and only wrong ones (session.controller.ts) and malformed ones count: a flood keeps nobody else
 * of its network out.
 */
const PROVEN: ReadonlySet<string> = new Set<AppOperationId>([
  'signIn',
  'readSignInLink',
  'operatorSignIn',
  'readOperatorSignInLink',
]);

const BODY_LIMIT = {
  maxBytes: 64 * 1024,
  tooLarge: 'The body must not be larger than 64 KB.',
  maxValues: 1_000,
  tooMany: 'The body must not hold more than 1,000 values.',
};

/** Runs before every controller of app.yaml: checks the session, the request rate, and headers, query and body by the document. */
@Injectable()
export class AppGuard implements CanActivate {
  readonly #atOnce = new AtOnce();

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
    const isLet = ALWAYS_LET.has(operation.id);
    const isProven = PROVEN.has(operation.id);
    if (!isLet && !isProven) await this.#count(subject, response);
    try {
      requireHeaders(operation.id, request.headers);
      request.context.appQuery = checkedQuery(operation.id, request.url);
      if (takesJson(operation.id)) await this.#readBody(operation.id, request, response);
    } catch (error) {
      // A malformed sign-in counts like one with a wrong key.
      if (isProven) await this.#count(subject, response);
      throw error;
    }
    // Not before the body has come: whoever sends one slowly holds nothing but his connection.
    if (operation.role !== 'nobody' && !isLet) this.#atOnce.take(subject, response, HEAVY.has(operation.id));
    return true;
  }

  async #count(subject: string, response: Response): Promise<void> {
    try {
      await this.rate.consume('app', subject);
    } catch (error) {
      if (error instanceof RateLimitedError) response.set(rateHeaders(error.state));
      throw error;
    }
  }

  async #readBody(id: AppOperationId, request: ApiRequest, response: Response): Promise<void> {
    try {
      request.body = checkedBody(id, await readJsonBody(request, BODY_LIMIT));
    } catch (error) {
      if (error instanceof SlowBodyError) response.set('Connection', 'close');
      throw error;
    }
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
    // A test key is shared more freely than a live one: what its sessions do holds up no live one.
    return `${caller.mode}:${caller.accountId}`;
  }
}
