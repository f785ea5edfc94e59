import { parse, serialize } from 'cookie';
import type { Request, Response } from 'express';
import type { Role, Session } from '../../accounts/index.js';
import { MS_PER_SECOND } from '../../clock.js';

/** `__Host-`: set by this host over a secure connection, for this host only (RFC 6265bis §4.1.3.2). */
const NAMES: Readonly<Record<Role, string>> = {
  customer: '__Host-skiptrace',
  operator: '__Host-skiptrace-operator',
};

/** A longer token was not issued by this server. */
const MAX_TOKEN_LENGTH = 100;

export function tokenIn(request: Request, role: Role): string | null {
  const token = parse(request.headers.cookie ?? '')[NAMES[role]];
  return token === undefined || token.length > MAX_TOKEN_LENGTH ? null : token;
}

const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;

export function setToken(
  response: Response,
  { role, expiresAt }: Pick<Session, 'role' | 'expiresAt'>,
  token: string,
  now: number,
): void {
  const maxAge = Math.max(0, Math.floor((expiresAt - now) / MS_PER_SECOND));
  response.append('Set-Cookie', serialize(NAMES[role], token, { ...attributes, maxAge }));
}

export function removeToken(response: Response, role: Role): void {
  response.append('Set-Cookie', serialize(NAMES[role], '', { ...attributes, maxAge: 0 }));
}
