import { parse, serialize } from 'cookie';
import type { Request, Response } from 'express';
import {
  OtherSessionError,
  SignedOutError,
  type Begun,
  type Caller,
  type EndedSessions,
  type Role,
  type Session,
  type Sessions,
  type SignedIn,
} from '../../../money/accounts/index.js';
import { MS_PER_SECOND, type Clock } from '../../../platform/clock.js';
import { coded } from '../../../platform/lib/coded.js';

/** `__Host-`: set by this host over a secure connection, for this host only (RFC 6265bis §4.1.3.2). */
const NAMES: Readonly<Record<Role, string>> = {
  customer: '__Host-skiptrace',
  operator: '__Host-skiptrace-operator',
};

/** A longer token was not issued by this server. */
const MAX_TOKEN_LENGTH = 100;

function tokenIn(request: Request, role: Role): string | null {
  const token = parse(request.headers.cookie ?? '')[NAMES[role]];
  return token === undefined || token.length > MAX_TOKEN_LENGTH ? null : token;
}

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;

function setToken(
  response: Response,
  { role, expiresAt }: Pick<Session, 'role' | 'expiresAt'>,
  token: string,
  now: number,
): void {
  const maxAge = Math.max(0, Math.floor((expiresAt - now) / MS_PER_SECOND));
  response.append('Set-Cookie', serialize(NAMES[role], token, { ...attributes, maxAge }));
}

function removeToken(response: Response, role: Role): void {
  response.append('Set-Cookie', serialize(NAMES[role], '', { ...attributes, maxAge: 0 }));
}

/** A request with a session cookie that was not sent by the app's own pages. */
class ForeignPageError extends coded(
  'foreign_page',
  'This request came from another site, so nothing was done. Open the app itself.',
) {}

/** Only the app's own pages can send this header: a page of another origin would need CORS, which is never granted. */
const APP_HEADER = 'skiptrace-app';

/** The account and mode that the page shows. The cookie belongs to the whole browser and may be another account's by now. */
const SHOWN_ACCOUNT_HEADER = 'skiptrace-account';

/** Whether the request comes from the app; without the header a cookie is ignored. */
export const isFromApp = (request: Request): boolean => request.headers[APP_HEADER] === '1';

/**
 * Keeps out other hosts of the same site, and browsers without SameSite; SameSite=Strict already keeps the cookie from other
 * sites.
 * @param isNavigation whether a plain link of the app, without the header, may send this request
 * @throws ForeignPageError
 */
function requireOwnPage(request: Request, publicHost: string | null, isNavigation = false): void {
  const site = request.headers['sec-fetch-site'];
  const isOwnSite = site === 'same-origin' || (isNavigation && site === 'none');
  if (site !== undefined && !isOwnSite) throw new ForeignPageError();
  // Over plain HTTP to another machine, browsers send no Sec-Fetch-Site.
  if (!isFromApp(request) && !(isNavigation && isOwnSite)) throw new ForeignPageError();
  const { origin, host } = request.headers;
  if (origin !== undefined && ![host, publicHost].includes(hostOf(origin))) throw new ForeignPageError();
}

/**
 * Requires that the session belongs to the account that the page shows. A link can't send a header: it has the account in its
 * query. @throws OtherSessionError
 */
function requireShownAccount(request: Request, { mode, accountId }: Caller, isNavigation: boolean): void {
  const { searchParams } = new URL(request.url, 'http://any');
  const account =
    request.headers[SHOWN_ACCOUNT_HEADER] ??
    (isNavigation ? (searchParams.get('account') ?? undefined) : undefined);
  if (account !== undefined && account !== `${mode}:${accountId}`) throw new OtherSessionError();
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}

export interface Asked {
  /** Whether the request may come from a plain link, which cannot send the app's header. */
  isNavigation?: boolean;
  /** Whether the answer may set a new token. Only for short answers: a slow answer's cookie could arrive after a newer one. */
  mayRotate?: boolean;
}

interface BrowserSessionsNeeds {
  sessions: Sessions;
  clock: Clock;
  config: { publicUrl: string | null };
}

/** Sessions of browsers, by cookie. The answers to `getSession` and `getOperatorSession` may set a new token. */
export class BrowserSessions {
  readonly #publicHost: string | null;

  constructor(private readonly needs: BrowserSessionsNeeds) {
    const { publicUrl } = needs.config;
    this.#publicHost = publicUrl === null ? null : new URL(publicUrl).host;
  }

  /** @throws SignedOutError, ForeignPageError, OtherSessionError */
  customer(request: Request, response: Response, asked: Asked = {}) {
    return this.#of('customer', request, response, asked, async (token, mayRotate) => {
      const found = await this.needs.sessions.customerOf(token, mayRotate);
      requireShownAccount(request, found.caller, asked.isNavigation ?? false);
      return found;
    });
  }

  /** @throws SignedOutError, ForeignPageError */
  operator(request: Request, response: Response, asked: Asked = {}) {
    return this.#of('operator', request, response, asked, (token, mayRotate) =>
      this.needs.sessions.operatorOf(token, mayRotate),
    );
  }

  /** @throws ForeignPageError */
  requireOwnPage(request: Request): void {
    requireOwnPage(request, this.#publicHost);
  }

  /** Gives the browser a new session, replacing any previous one. */
  async begin(request: Request, response: Response, { session, token }: Begun): Promise<void> {
    const before = tokenIn(request, session.role);
    if (before !== null) await this.needs.sessions.replace(session.role, before);
    setToken(response, session, token, this.needs.clock.now());
  }

  async end(response: Response, session: Session, which: EndedSessions): Promise<void> {
    await this.needs.sessions.end(session, which);
    removeToken(response, session.role);
  }

  async #of<Found extends SignedIn>(
    role: Session['role'],
    request: Request,
    response: Response,
    { isNavigation = false, mayRotate = false }: Asked,
    find: (token: string, mayRotate: boolean) => Promise<Found>,
  ): Promise<Found> {
    requireOwnPage(request, this.#publicHost, isNavigation);
    const token = tokenIn(request, role);
    if (token === null) throw new SignedOutError('Sign in to continue.');
    const found = await find(token, mayRotate);
    if (found.newToken !== null) setToken(response, found.session, found.newToken, this.needs.clock.now());
    return found;
  }
}
