import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The credentials that the test server accepts. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'tester', AWS_SECRET_ACCESS_KEY: 'not-a-secret' } as const;

/** A refused request; `code` is S3's error code, such as SignatureDoesNotMatch. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Checks the signature in the headers or the URL (AWS, "Signature Version 4").
 * @throws Refusal
 */
export function requireSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const query = url.searchParams;
  const isPresigned = query.has('X-Amz-Signature');
  const header = request.headers.authorization ?? '';
  const fromHeader =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(header);
  const credential = isPresigned ? query.get('X-Amz-Credential') : fromHeader?.[1];
  const signedHeaders = isPresigned ? query.get('X-Amz-SignedHeaders') : fromHeader?.[2];
  const signature = isPresigned ? query.get('X-Amz-Signature') : fromHeader?.[3];
  const date = isPresigned ? query.get('X-Amz-Date') : request.headers['x-amz-date'];
  if (typeof credential !== 'string' || typeof signedHeaders !== 'string' || typeof date !== 'string')
    throw new Refusal(403, 'AccessDenied');
  const [keyId, day = '', region = '', service = ''] = credential.split('/');
  if (keyId !== S3_CREDENTIALS.AWS_ACCESS_KEY_ID) throw new Refusal(403, 'InvalidAccessKeyId');
  const at = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (isPresigned && Date.now() > at + Number(query.get('X-Amz-Expires')) * 1_000)
    throw new Refusal(403, 'AccessDenied');
  const digest = isPresigned ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
  if (/^[0-9a-f]{64}$/.test(digest) && digest !== sha256(body))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const canonicalQuery = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/');
  const canonical = [request.method, path, canonicalQuery, headers, signedHeaders, digest].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const secret = `AWS4${S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY}`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (from, part) => hmac(from, part),
    secret,
  );
  if (hmac(key, toSign).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
}
