import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Ids } from '../../../platform/ids.js';
import { errorCode } from '../../../platform/lib/error-code.js';
import { ERROR_CODE_HEADER, type PageError } from '../errors.js';
import { notFoundPage, pageHtml } from '../pages/pages.js';

// Bytes that are not a valid HTTP request. They can't be matched to an operation of the contract, so the answer is an HTML
// page, as for unknown paths, and the connection is closed.

export interface Refusal {
  status: number;
  text: string;
}

const NO_HTTP: Refusal = { status: 400, text: 'The server could not read this as an HTTP request.' };

/** Error codes of Node's parser and the answers to them. Any other code is a 400. */
const REFUSAL_BY_CODE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, text: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'The request did not arrive in time.' },
};

export const parserRefusal = (error: Error): Refusal => REFUSAL_BY_CODE[errorCode(error) ?? ''] ?? NO_HTTP;

/** CONNECT names a host instead of a path, so it is answered like an unknown path (reading 11). */
export const NO_TUNNEL: Refusal = { status: 404, text: notFoundPage().text };

const ONE_HOST: Refusal = { status: 400, text: 'A request must have one Host header.' };
const ONE_AUTHORIZATION: Refusal = {
  status: 400,
  text: 'A request must not have more than one Authorization header.',
};
const CHUNKED_ONLY: Refusal = { status: 501, text: 'The only supported Transfer-Encoding is chunked.' };

/**
 * Requests that Node accepts although servers disagree about what they mean, so that a proxy and this server could see
 * different requests: no Host or two (RFC 9112 §3.2), two API keys, an unknown transfer coding (RFC 9112 §6.1), an absolute
 * URL that is malformed (RFC 9112 §3.2.2).
 */
export function requestRefusal(request: IncomingMessage): Refusal | null {
  const { rawHeaders, headers, httpVersion, url = '' } = request;
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // Compares the length first because this runs for every header of every request.
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    else if (name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION)
      authorizations += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return ONE_HOST;
  if (authorizations > 1) return ONE_AUTHORIZATION;
  if (!url.startsWith('/') && url !== '*' && !URL.canParse(url)) return NO_HTTP;
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked' ? null : CHUNKED_ONLY;
}

const HOST = 'host';
const AUTHORIZATION = 'authorization';

interface RefusalPage {
  requestId: string;
  status: number;
  title: string;
  headers: Readonly<Record<string, string | number>>;
  html: string;
}

function refusalPage({ status, text }: Refusal, ids: Ids): RefusalPage {
  const requestId = ids.uuid();
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const html = pageHtml({ status, title, text });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'X-Request-Id': requestId,
    [ERROR_CODE_HEADER]: (status === 404 ? 'unknown_path' : 'unreadable_request') satisfies PageError,
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return { requestId, status, title, headers, html };
}

/** Id and status of an answer, for the log. */
export type Refused = Pick<RefusalPage, 'requestId' | 'status'>;

/** The whole answer, as bytes, to an invalid request. */
export function refusalBytes(refusal: Refusal, ids: Ids): Refused & { bytes: string } {
  const { requestId, status, title, headers, html } = refusalPage(refusal, ids);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    requestId,
    status,
    bytes: `HTTP/1.1 ${status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${html}`,
  };
}

/** The answer to a contradictory request. */
export function refuseRequest(response: ServerResponse, refusal: Refusal, ids: Ids): Refused {
  const { requestId, status, headers, html } = refusalPage(refusal, ids);
  response.writeHead(status, headers).end(html);
  return { requestId, status };
}
