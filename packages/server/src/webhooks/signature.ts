import { createHmac } from 'node:crypto';
import type { Ids } from '../ids.js';

const PREFIX = 'whsec_';
/** Characters of base64, without padding: 33 bytes. */
const SECRET_LENGTH = 44;

export const newSecret = (ids: Ids): string => PREFIX + ids.base62(SECRET_LENGTH);

/** Headers of the Standard Webhooks specification (https://github.com/standard-webhooks/standard-webhooks). */
export function signedHeaders(
  secret: string,
  { id, seconds, body }: { id: string; seconds: number; body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
