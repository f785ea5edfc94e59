import { createHmac } from 'node:crypto';
import type { RepeatTerm } from '../accounts/index.js';
import { text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** A property that an account was charged for. Nothing of it says which property that is. */
export interface PaidProperty {
  accountId: string;
  /** See `propertyHash`. */
  property: string;
  /** The UTC day of the charge, `YYYY-MM-DD`. */
  paidOn: string;
  /** What the ledger record of the charge refers to: a refund of it ends the term. */
  reference: string;
}

export const PaidPropertyEntity = new EntitySchema<PaidProperty>({
  name: 'PaidProperty',
  tableName: 'paid_properties',
  columns: {
    accountId: { type: 'text', primary: true },
    property: { type: 'text', primary: true },
    paidOn: text,
    reference: text,
  },
});

/** Bytes of a hash. Of a billion properties no two of an account meet by accident. */
export const HASH_BYTES = 16;

/**
 * Stored form of a property: a hash under the account's own key (HMAC-SHA-256), so that an address can't be found by trying all
 * there are, and accounts can't be compared.
 * @param digest of its standard address (`OwnerMatch.property`)
 */
export const propertyHash = ({ secret }: Pick<RepeatTerm, 'secret'>, digest: string): string =>
  createHmac('sha256', secret).update(digest).digest().toString('base64url', 0, HASH_BYTES);

/** Names a property of an account. What it is found by. */
export const slotOf = ({ accountId, property }: Pick<PaidProperty, 'accountId' | 'property'>): string =>
  JSON.stringify([accountId, property]);
