import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The credentials that the test server accepts. */
export const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'tester', AWS_SECRET_ACCESS_KEY: 'not-a-secret' } as const;

export const S3_BUCKET = 'files';
const REGION = 'us-east-1';

/** Fault of one of the next requests: a given response, silence, or a body that ends early. */
export type Fault = { status: number; code: string } | 'hang' | { cutAfterBytes: number };

/** An S3 of one bucket in memory that checks every signature and expiry (AWS, "Signature Version 4"). */
export async function startS3() {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, MultipartUpload>();
  const faults: Fault[] = [];
  const origins = new Set<string>();
  let largestRequest = 0;

  const put = (key: string, bytes: Buffer): StoredObject => {
    const stored = {
      bytes,
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      changedAt: new Date(),
    };
    objects.set(key, stored);
    return stored;
  };
  const existing = (key: string): StoredObject => {
    const found = objects.get(key);
    if (found === undefined) throw new Refusal(404, 'NoSuchKey');
    return found;
  };
  const uploadOf = (id: string | null): MultipartUpload => {
    const found = uploads.get(id ?? '');
    if (found === undefined) throw new Refusal(404, 'NoSuchUpload');
    return found;
  };
  /** A copy's source bytes. */
  const copied = (request: IncomingMessage): Buffer | null => {
    const source = request.headers['x-amz-copy-source'];
    if (typeof source !== 'string') return null;
    const { bytes, etag } = existing(decodeURIComponent(source).replace(/^\/?[^/]+\//, ''));
    const match = request.headers['x-amz-copy-source-if-match'];
    if (match !== undefined && match !== etag) throw new Refusal(412, 'PreconditionFailed');
    const range = /^bytes=(\d+)-(\d+)$/.exec(String(request.headers['x-amz-copy-source-range'] ?? ''));
    return range === null ? bytes : bytes.subarray(Number(range[1]), Number(range[2]) + 1);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3.test');
    const body = await buffer(request);
    largestRequest = Math.max(largestRequest, body.length);
    requireSignature(request, url, body);
    const [, bucket = '', ...rest] = url.pathname.split('/');
    if (decodeURIComponent(bucket) !== S3_BUCKET) throw new Refusal(404, 'NoSuchBucket');
    const key = rest.map(decodeURIComponent).join('/');
    const query = url.searchParams;
    const xml = (text: string) => {
      response.setHeader('content-type', 'application/xml');
      response.end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
    };
    if (key === '') {
      if (request.method === 'HEAD') response.end();
      else if (query.has('uploads')) xml(listUploads(uploads, query));
      else xml(listObjects(objects, query));
      return;
    }
    const uploadId = query.get('uploadId');
    switch (request.method ?? '') {
      case 'POST': {
        if (query.has('uploads')) {
          const id = randomUUID();
          uploads.set(id, { key, parts: new Map(), begunAt: new Date() });
          xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
          return;
        }
        const { parts } = uploadOf(uploadId);
        const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) =>
          Number(n),
        );
        const chosen = named.map((number) => parts.get(number));
        if (
          chosen.some(
            (part, index) => part === undefined || (index < chosen.length - 1 && part.length < 5 * 2 ** 20),
          )
        )
          throw new Refusal(400, 'EntityTooSmall');
        const { etag } = put(key, Buffer.concat(chosen.filter((part) => part !== undefined)));
        uploads.delete(uploadId ?? '');
        xml(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
        return;
      }
      case 'PUT': {
        const copy = copied(request);
        const bytes = copy ?? body;
        const number = query.get('partNumber');
        const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
        if (number === null) put(key, bytes);
        else uploadOf(uploadId).parts.set(Number(number), bytes);
        response.setHeader('etag', etag);
        const result = number === null ? 'CopyObjectResult' : 'CopyPartResult';
        if (copy === null) response.end();
        else xml(`<${result}><ETag>${etag}</ETag></${result}>`);
        return;
      }
      case 'DELETE':
        if (uploadId === null) objects.delete(key);
        else uploads.delete(uploadId);
        response.writeHead(204).end();
        return;
      default:
        sendObject(request, response, existing(key), query);
    }
  }

  const server = createServer((request, response) => {
    if (isAnsweredByRules(request, response, origins)) return;
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault !== undefined && 'cutAfterBytes' in fault) cutAfter(response, fault.cutAfterBytes);
    const refuse = (status: number, code: string) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      );
    };
    if (fault !== undefined && 'status' in fault) {
      refuse(fault.status, fault.code);
      return;
    }
    answer(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) refuse(error.status, error.code);
      else refuse(500, 'InternalError');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    /** STORAGE_URL of this server. */
    storageUrl: (prefix: string) =>
      `s3://${S3_BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=${REGION}`,
    /** Faults of the next requests, in order. */
    faults,
    /** Origins allowed by the bucket's CORS rules, for PUT and GET with the header Content-Type. */
    origins,
    keys: () => [...objects.keys()],
    /** Stores an object, like another client. */
    put,
    uploads,
    largestRequest: () => largestRequest,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3>>;

/** Sets the CORS headers of a bucket that allows these origins (Fetch Standard, "HTTP extensions"). @returns true for a preflight, which is then answered */
function isAnsweredByRules(
  request: IncomingMessage,
  response: ServerResponse,
  origins: ReadonlySet<string>,
): boolean {
  const { origin = '', 'access-control-request-headers': asked = '' } = request.headers;
  if (origins.has(origin)) response.setHeader('access-control-allow-origin', origin);
  if (request.method !== 'OPTIONS') return false;
  const isAllowed =
    origins.has(origin) &&
    ['PUT', 'GET'].includes(request.headers['access-control-request-method'] ?? '') &&
    ['', 'content-type'].includes(asked);
  if (isAllowed) {
    response.setHeader('access-control-allow-methods', 'PUT, GET');
    response.setHeader('access-control-allow-headers', 'content-type');
  }
  response.writeHead(isAllowed ? 200 : 403).end();
  return true;
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  stored: StoredObject,
  query: URLSearchParams,
): void {
  const { bytes, etag, changedAt } = stored;
  const match = request.headers['if-match'];
  if (match !== undefined && match !== etag) throw new Refusal(412, 'PreconditionFailed');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = range === null ? 0 : Number(range[1]);
  const end = range === null || range[2] === '' ? bytes.length : Math.min(Number(range[2]) + 1, bytes.length);
  if (range !== null && start >= bytes.length) throw new Refusal(416, 'InvalidRange');
  const type = query.get('response-content-type');
  const disposition = query.get('response-content-disposition');
  response.writeHead(range === null ? 200 : 206, {
    etag,
    'last-modified': changedAt.toUTCString(),
    'content-length': end - start,
    ...(type === null ? {} : { 'content-type': type }),
    ...(disposition === null ? {} : { 'content-disposition': disposition }),
    ...(range === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start, end));
}

/** Ends the connection after this many bytes of the body, like the restart of a proxy. */
function cutAfter(response: ServerResponse, bytes: number): void {
  const end = response.end.bind(response);
  response.end = ((body?: Buffer) => {
    if (body === undefined || body.length <= bytes) return end(body);
    response.write(body.subarray(0, bytes), () => response.socket?.destroy());
    return response;
  }) as typeof response.end;
}

/** A refused request; `code` is S3's error code, such as SignatureDoesNotMatch. */
class Refusal extends Error {
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
function requireSignature(request: IncomingMessage, url: URL, body: Buffer): void {
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

// Lists of the tests' S3, as XML (Amazon S3 API Reference: ListObjectsV2, ListMultipartUploads).

/** Entries per page; few, so that tests with few objects get several pages. */
const PAGE = 3;

interface StoredObject {
  bytes: Buffer;
  etag: string;
  changedAt: Date;
}

/** An incomplete multipart upload. */
interface MultipartUpload {
  key: string;
  parts: Map<number, Buffer>;
  begunAt: Date;
}

/** @param objects by their keys */
function listObjects(objects: ReadonlyMap<string, StoredObject>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = query.get('continuation-token') ?? '';
  const folderOf = (key: string) => {
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    return end === -1 ? null : key.slice(0, end + 1);
  };
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const entries = [...new Set(keys.map((key) => folderOf(key) ?? key))].filter((entry) => entry > after);
  const page = entries.slice(0, PAGE);
  const contents = page.map((entry) => {
    const found = objects.get(entry);
    return found === undefined
      ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${entry}</Key><LastModified>${found.changedAt.toISOString()}</LastModified><Size>${found.bytes.length}</Size></Contents>`;
  });
  const more = entries.length > PAGE;
  const token = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`;
}

/** @param uploads by their ids */
function listUploads(uploads: ReadonlyMap<string, MultipartUpload>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const [afterKey, afterId] = [query.get('key-marker') ?? '', query.get('upload-id-marker')];
  const found = [...uploads]
    .map(([id, { key, begunAt }]) => ({ id, key, begunAt }))
    .filter(({ key }) => key.startsWith(prefix))
    .filter(({ id, key }) => key > afterKey || (key === afterKey && afterId !== null && id > afterId))
    .sort((a, b) => (a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1));
  const page = found.slice(0, PAGE);
  const entries = page.map(
    ({ id, key, begunAt }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
  );
  const more = found.length > PAGE;
  const last = page.at(-1);
  const next =
    more && last !== undefined
      ? `<NextKeyMarker>${last.key}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : '';
  return `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`;
}
