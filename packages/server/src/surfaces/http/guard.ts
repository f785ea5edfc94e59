import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { OperationId } from '@skiptrace/contract';
import type { Response } from 'express';
import {
  UnauthorizedError,
  type Authenticator,
  type Caller,
  type TermsGate,
} from '../../money/accounts/index.js';
import {
  attemptsOf,
  clientNetwork,
  RateLimitedError,
  type RateState,
  type RequestRate,
} from '../../money/limits/index.js';
import { isFromApp, type BrowserSessions } from './app-api/browser-sessions.js';
import { awaitIgnoredBody, readJsonBody, SlowBodyError, type BodyLimit } from './contract/json-body.js';
import type { AppOperation, Operation, PublicOperation } from './contract/operations.js';
import {
  checkedBody,
  checkedQuery,
  InvalidRequestError,
  requireHeaders,
  takesJson,
} from './contract/requests.js';
import type { KeyGuessing } from './key-guessing.js';
import { rateHeaders, requestOf, type ApiRequest } from './request-context.js';

const KB = 1024;
const MB = 1024 * KB;

/** Limits on the whole body (reading 2) for operations without a specific limit below. */
const BODY_LIMIT: BodyLimit = {
  maxBytes: 64 * KB,
  tooLarge: 'The body must not be larger than 64 KB.',
  maxValues: 1_000,
  tooMany: 'The body must not hold more than 1,000 values.',
};

const OWN_BODY_LIMITS: Readonly<Partial<Record<string, BodyLimit>>> = {
  skipTraceBulk: {
    maxBytes: MB,
    tooLarge: 'addresses must have at most 100 entries, and the body is larger than 1 MB.',
    // Room for ignored fields.
    maxValues: 10_000,
    tooMany: 'addresses must have at most 100 entries, and the body holds more than 10,000 values.',
  },
  sendContactMessage: {
    ...BODY_LIMIT,
    maxBytes: MB,
    tooLarge: 'message is too long: the body must not be larger than 1 MB.',
  },
} satisfies Partial<Record<OperationId, BodyLimit>>;

const idsOf = (...ids: readonly Operation['id'][]): ReadonlySet<Operation['id']> => new Set(ids);

/** Operations without a body, which ignore one that is sent (reading 6). */
const IGNORES_BODY = idsOf('confirmSkipTraceJob', 'cancelSkipTraceJob', 'markSkipTraceJobUploaded');

/** Operations that may set a new session cookie in their answer (browser-sessions.ts). */
const ROTATES_COOKIE = idsOf('getSession', 'getOperatorSession');

/** Operations that read a whole ledger. */
const HEAVY = idsOf('getActivity', 'downloadTransactions', 'getServiceActivity');

/** Ending a session or a key is always possible, whatever else was sent with it. */
const EXEMPT_FROM_RATE_LIMIT = idsOf('signOut', 'revokeKey', 'operatorSignOut', 'revokeCustomerKey');

/**
 * Sign-ins: only wrong and malformed ones count (session.controller.ts), so that a flood locks out no other client of its
 * network.
 */
const COUNT_ONLY_FAILURES = idsOf('signIn', 'readSignInLink', 'operatorSignIn', 'readOperatorSignInLink');

interface GuardNeeds {
  authenticator: Authenticator;
  browser: BrowserSessions;
  guessing: KeyGuessing;
  rate: RequestRate;
  termsGate: TermsGate;
}

/**
 * Runs before every controller, in the order of reading 1: authentication (401), rate (429), and validation (400), by the
 * document of the operation.
 */
@Injectable()
export class ContractGuard implements CanActivate {
  readonly #atOnce = new AtOnce();

  constructor(private readonly needs: GuardNeeds) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = requestOf(execution);
    const response = execution.switchToHttp().getResponse<Response>();
    const { operation } = request.context;
    if (operation?.document === 'openapi.yaml') await this.#public(operation, request, response);
    if (operation?.document === 'app.yaml') await this.#app(operation, request, response);
    return true;
  }

  async #public(operation: PublicOperation, request: ApiRequest, response: Response): Promise<void> {
    const identify = async () => {
      if (operation.security === 'public') return undefined;
      return (request.context.caller = await this.#caller(operation, request, response));
    };
    const caller = await identify();
    const from = clientNetwork(request.ip ?? '');
    const state = await refusedWithHeaders(response, () =>
      operation.rateLimit.scope === 'ip' || caller === undefined
        ? this.#requireRoom(operation.rateLimit.name, from)
        : this.#consume(operation.rateLimit.name, caller),
    );
    response.set(rateHeaders(state));
    await this.#readBody(operation, request, response, identify);
  }

  /** @returns the caller by key, or on the app's own pages by session */
  async #caller(operation: PublicOperation, request: ApiRequest, response: Response): Promise<Caller> {
    const { authenticator, browser, guessing, termsGate } = this.needs;
    const { authorization } = request.headers;
    if (authorization === undefined && isFromApp(request)) {
      const { caller, account } = await browser.customer(request, response);
      termsGate.require(caller.mode, account.termsVersion);
      return caller;
    }
    const caller = await authenticator.authenticate(authorization).catch(async (error: unknown) => {
      // A missing header is not a guess.
      if (error instanceof UnauthorizedError && authorization !== undefined) {
        const held = await guessing.slow(request.ip ?? '');
        if (!held) response.set('Connection', 'close');
      }
      throw error;
    });
    // Polling doesn't count as use (specification, getSkipTraceJob).
    if (operation.safety !== 'safe') authenticator.noteUse(caller);
    return caller;
  }

  #consume(name: PublicOperation['rateLimit']['name'], caller: Caller): Promise<RateState> {
    const { terms } = caller;
    const limit = name === 'single' || name === 'bulk' ? terms.requestsPerMinute[name] : undefined;
    return this.needs.rate.consume(name, windowOf(caller), limit);
  }

  /** A request limited by network counts when it is accepted (reading 9); every request counts as an attempt. */
  async #requireRoom(name: string, from: string): Promise<RateState> {
    await this.needs.rate.consume(attemptsOf(name), from);
    return this.needs.rate.requireRoom(name, from);
  }

  async #app(operation: AppOperation, request: ApiRequest, response: Response): Promise<void> {
    // No id contains a NUL character, and PostgreSQL rejects it.
    if (/%00/.test(request.path)) throw new InvalidRequestError('The address names nothing.');
    const identify = () => this.#signedIn(operation, request, response);
    const from = await identify();
    // A lookup is one whether it comes from a page or a program.
    const { caller } = request.context;
    if (operation.id === 'lookUpProperty' && caller !== undefined)
      await refusedWithHeaders(response, () => this.#consume('single', caller));
    const isExempt = EXEMPT_FROM_RATE_LIMIT.has(operation.id);
    const countsFailures = COUNT_ONLY_FAILURES.has(operation.id);
    const count = () => refusedWithHeaders(response, () => this.needs.rate.consume('app', from));
    if (!isExempt && !countsFailures) await count();
    try {
      requireHeaders(operation, request.headers);
      request.context.appQuery = checkedQuery(operation, request.url);
      await this.#readBody(operation, request, response, identify);
    } catch (error) {
      if (countsFailures) await count();
      throw error;
    }
    // After the body has arrived: a slow sender occupies a connection, not a slot.
    if (operation.role !== 'anyone' && !isExempt) this.#atOnce.take(from, response, HEAVY.has(operation.id));
  }

  /** @returns the account, operator or network that the request counts for */
  async #signedIn(
    { id, role, isNavigation, handsOutContacts }: AppOperation,
    request: ApiRequest,
    response: Response,
  ): Promise<string> {
    const { browser, termsGate } = this.needs;
    if (role === 'anyone') {
      browser.requireOwnPage(request);
      return clientNetwork(request.ip ?? '');
    }
    const asked = { isNavigation, mayRotate: ROTATES_COOKIE.has(id) };
    if (role === 'operator') {
      const { session } = await browser.operator(request, response, asked);
      request.context.session = session;
      return `operator:${session.id}`;
    }
    const { session, caller, account } = await browser.customer(request, response, asked);
    // An account accepts the terms of use first (REQUIRE_TERMS).
    if (handsOutContacts) termsGate.require(caller.mode, account.termsVersion);
    Object.assign(request.context, { session, caller });
    return windowOf(caller);
  }

  /**
   * @param identify identifies the sender again after a body that arrived late: meanwhile the key may have been revoked, the
   * account suspended, or its price changed
   */
  async #readBody(
    operation: Operation,
    request: ApiRequest,
    response: Response,
    identify: () => Promise<unknown>,
  ): Promise<void> {
    const isLate = !request.complete;
    try {
      if (takesJson(operation)) {
        const limit = OWN_BODY_LIMITS[operation.id] ?? BODY_LIMIT;
        request.body = checkedBody(operation, await readJsonBody(request, limit));
      } else if (IGNORES_BODY.has(operation.id)) await awaitIgnoredBody(request);
      else return;
      if (isLate) await identify();
    } catch (error) {
      if (error instanceof SlowBodyError) response.set('Connection', 'close');
      throw error;
    }
  }
}

/**
 * Test keys are shared more freely than live ones: requests with a test key never use up the limits of live keys (reading 38).
 */
const windowOf = ({ mode, accountId }: Caller): string => `${mode}:${accountId}`;

/** Adds the state of the window to the headers of a refusal. */
async function refusedWithHeaders<T>(response: Response, consume: () => Promise<T>): Promise<T> {
  try {
    return await consume();
  } catch (error) {
    if (error instanceof RateLimitedError) response.set(rateHeaders(error.state));
    throw error;
  }
}

/** More than any page sends at once. */
const MOST_AT_ONCE = 30;

/**
 * Limit on concurrent requests that read a whole ledger: other accounts' lookups wait for the same database.
 */
const MOST_HEAVY_AT_ONCE = 3;

/** The account or operator has too many concurrent requests; nothing was done. */
class BusyAccountError extends Error {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = 1;

  constructor(most: number) {
    super(`${most} requests of yours are running. Nothing was done or charged. Try again in a moment.`);
  }
}

/** Limits concurrent requests per account, so that other accounts do not wait behind it. */
class AtOnce {
  readonly #running = new Map<string, number>();

  /** Counts a request until its answer has left. @throws BusyAccountError */
  take(subject: string, response: Response, isHeavy: boolean): void {
    const heavy = `heavy ${subject}`;
    this.#require(subject, MOST_AT_ONCE);
    if (isHeavy) this.#require(heavy, MOST_HEAVY_AT_ONCE);
    // The client disconnected while its session was read: no further event will report the end of the
    // request.
    if (response.destroyed) return;
    const counted = isHeavy ? [subject, heavy] : [subject];
    for (const name of counted) this.#running.set(name, this.#count(name) + 1);
    response.once('close', () => {
      for (const name of counted) this.#end(name);
    });
  }

  #count(name: string): number {
    return this.#running.get(name) ?? 0;
  }

  #require(name: string, most: number): void {
    if (this.#count(name) >= most) throw new BusyAccountError(most);
  }

  #end(name: string): void {
    const left = this.#count(name) - 1;
    if (left <= 0) this.#running.delete(name);
    else this.#running.set(name, left);
  }
}
