import type { components } from '@skiptrace/contract';
import { fromBase64, utf8 } from './bytes.js';
import { WebhookError } from './errors.js';

/** Message to an endpoint: openapi.yaml, `webhooks`. More types may come: ignore unknown ones. */
export type WebhookEvent = components['schemas']['JobWebhook'] | components['schemas']['BalanceWebhook'];

/** Headers as frameworks provide them: `Headers` of fetch, or an object of texts or lists, such as Node's `headers` and `headersDistinct`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Accepted age of a message, in the past or in the future. Default 300. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  now?: number | undefined;
}

const PREFIX = 'whsec_';
const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Checks that a message is from the service with this secret, unchanged and recent, by the Standard Webhooks
 * specification.
 *
 * @param body the raw body, before anything parsed it
 * @param secret of the endpoint, `whsec_…`; several while one replaces another
 * @throws WebhookError: ignore the message, and answer 400
 *
 * @example
 * const event = await webhooks.verify(await request.text(), request.headers, process.env.WEBHOOK_SECRET ??
 * '');
 * if (event.type === 'job.preview') console.log(event.data.totalChargeCents);
 */
async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new WebhookError('Pass the raw body, a string or bytes: read it before anything parses it.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a time.');
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookError('The message is too old, or of the future.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const content = utf8(`${id}.${timestamp}.${text}`);
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [one.slice('v1,'.length)] : []));
  for (const one of secretsOf(secret)) {
    const key = await keyOf(one);
    for (const signature of given) {
      const bytes = bytesOf(signature);
      // Compared by the runtime, in constant time.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return eventOf(text);
    }
  }
  throw new WebhookError('The signature does not match.');
}

/** For programs that receive webhooks of the service. */
export const webhooks = { verify } as const;

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = typeof headers?.get === 'function' ? headers.get(name) : inObject(headers ?? {}, name);
  // A list of one is its value. Of several, only signatures are valid.
  const text = [value].flat().map(String).join(' ');
  if (value !== undefined && value !== null && text !== '') return text;
  throw new WebhookError(`The message has no header ${name}. Pass all headers of the request.`);
}

/** Header names are case-insensitive. */
function inObject(headers: object, name: string): unknown {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets = [(secret as typeof secret | null) ?? []].flat().filter(Boolean);
  if (secrets.length > 0) return secrets;
  throw new WebhookError('There is no secret. Is the variable that holds it set?');
}

function eventOf(text: string): WebhookEvent {
  try {
    return JSON.parse(text) as WebhookEvent;
  } catch (cause) {
    throw new WebhookError('The body is not JSON.', { cause });
  }
}

function keyOf(secret: string) {
  const bytes = String(secret).startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (!bytes || bytes.length === 0)
    throw new WebhookError('The secret does not begin with whsec_, or was not copied whole.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(base64);
  } catch {
    return undefined;
  }
}
