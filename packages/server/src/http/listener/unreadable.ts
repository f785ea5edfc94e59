import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Ids } from '../../ids.js';
import { pageHtml } from '../pages/pages.js';

/** What Node's parser says, and what the client is told. What is not here is a 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TEXT_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'This is no HTTP request that this server understands.',
  408: 'The request did not arrive in time.',
  431: 'The headers of the request are too large.',
};

/**
 * Answers bytes that never became a request: there is no path, so no operation of the contract, and the answer is a page
 * like those of unknown paths.
 * @returns the id of the answer and its status, for the log
 */
export function answerUnreadable(
  error: Error,
  socket: Duplex,
  ids: Ids,
): { requestId: string; status: number } {
  const code = 'code' in error ? String(error.code) : '';
  const status = STATUS_BY_CODE[code] ?? 400;
  const requestId = ids.uuid();
  const title = STATUS_CODES[status] ?? 'Bad Request';
  const html = pageHtml({ status, title, text: TEXT_BY_STATUS[status] ?? '' });
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: text/html; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(html)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${html}`);
  return { requestId, status };
}
