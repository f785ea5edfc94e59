import { id, integer, nullableInteger, nullableText, text, type Tx } from '../database/index.js';
import { EntitySchema, IsNull } from '../database/typeorm.js';
import { retireDashboardKey } from './dashboard-key.js';

/** The pages a session opens: a customer account, or the operator pages. */
export type Role = 'customer' | 'operator';

export interface Session {
  id: string;
  role: Role;
  /** Set for a customer; null for operators. */
  accountId: string | null;
  /** The key that a customer's session acts with; null for operators. */
  keyId: string | null;
  signedInWith: 'key' | 'link';
  /** Set for an operator; null for customers. */
  name: string | null;
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  /** SHA-256 of the previous token, which stays valid until the browser has presented the new one. */
  previousHash: string | null;
  /** SHA-256, hex, of the link and the attempt that began the session; null if it can't be begun again. */
  attemptHash: string | null;
  rotatedAt: number;
  /** Time when the browser first presented the current token; null before that. */
  confirmedAt: number | null;
  createdAt: number;
  lastUsedAt: number;
  expiresAt: number;
  endedAt: number | null;
}

/** A link that begins one session. */
export interface SignInLink {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  role: Role;
  accountId: string | null;
  name: string | null;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
}

export const SessionEntity = new EntitySchema<Session>({
  name: 'Session',
  tableName: 'sessions',
  columns: {
    id,
    role: text,
    accountId: nullableText,
    keyId: nullableText,
    signedInWith: text,
    name: nullableText,
    tokenHash: text,
    previousHash: nullableText,
    attemptHash: nullableText,
    rotatedAt: integer,
    confirmedAt: nullableInteger,
    createdAt: integer,
    lastUsedAt: integer,
    expiresAt: integer,
    endedAt: nullableInteger,
  },
});

export const SignInLinkEntity = new EntitySchema<SignInLink>({
  name: 'SignInLink',
  tableName: 'sign_in_links',
  columns: {
    tokenHash: { type: 'text', primary: true },
    role: text,
    accountId: nullableText,
    name: nullableText,
    createdAt: integer,
    expiresAt: integer,
    usedAt: nullableInteger,
  },
});

/** Ends all sessions of an account, its unused sign-in links, and its links to files. @returns how many sessions */
export async function endSessionsOf(tx: Tx, accountId: string, now: number): Promise<number> {
  await tx.update(SignInLinkEntity, { accountId, usedAt: IsNull() }, { usedAt: now });
  await retireDashboardKey(tx, accountId, now);
  const ended = await tx.update(SessionEntity, { accountId, endedAt: IsNull() }, { endedAt: now });
  return ended.affected ?? 0;
}
