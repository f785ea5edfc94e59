import { createHmac } from 'node:crypto';
import type { Tx } from '../database/index.js';
import { itemAt } from '../item-at.js';

/**
 * What is kept of a job's `contentDigest` (reading 42): a hash keyed with the account's own secret, so that a reader of the
 * table can neither link lists of two accounts nor test guesses of a list without that secret.
 */
export async function contentMark(from: Tx, accountId: string, contentDigest: string): Promise<string> {
  const found = await from.query<{ secret: string }[]>(
    'SELECT property_secret AS secret FROM accounts WHERE id = $1',
    [accountId],
  );
  return createHmac('sha256', itemAt(found, 0).secret)
    .update(`content\n${contentDigest}`)
    .digest('base64url');
}
