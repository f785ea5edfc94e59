import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listObjects, listUploads, type MultipartUpload, type StoredObject } from './s3-lists.js';
import { Refusal, requireSignature } from './s3-signature.js';

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
  /** Bytes of the source of a copy. */
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
