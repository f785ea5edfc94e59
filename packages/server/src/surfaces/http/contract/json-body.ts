import type { IncomingMessage } from 'node:http';
import { MS_PER_SECOND } from '../../../platform/clock.js';
import { InvalidRequestError } from './requests.js';

/** Deeper nesting than any request of the contract needs is refused (reading 5). */
const MAX_DEPTH = 64;
/** Bytes of an oversized body that are still read, because most clients read an answer only after they have sent the body. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/**
 * Timeout for the whole body. A megabyte arrives in less even over a slow line; slower clients would hold connections that others
 * need.
 */
const DEFAULT_DEADLINE_MS = 30 * MS_PER_SECOND;

/** The body took too long to arrive; the connection is closed. */
export class SlowBodyError extends InvalidRequestError {
  constructor() {
    super('The request body took too long to arrive. Nothing was looked up or charged.');
  }
}

export interface BodyLimit {
  maxBytes: number;
  /** The error message for a larger body. */
  tooLarge: string;
  /**
   * Most values in all lists and objects. Parsing and checking hundreds of thousands takes longer than sending them, and blocks
   * all other requests.
   */
  maxValues: number;
  /** The error message for more values. */
  tooMany: string;
}

/**
 * Reads a JSON body (RFC 8259: UTF-8) of bounded size, depth and number of values.
 * @throws InvalidRequestError for anything else; never a 413 or 415 (reading 2)
 */
export async function readJsonBody(
  request: IncomingMessage,
  limit: BodyLimit,
  deadlineMs = DEFAULT_DEADLINE_MS,
): Promise<unknown> {
  const bytes = await readBytes(request, limit.maxBytes, deadlineMs);
  if (bytes === null) throw new InvalidRequestError(limit.tooLarge);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!/^application\/json$/i.test(type.trim())) {
    throw new InvalidRequestError('Content-Type must be application/json.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new InvalidRequestError('The request body must not be compressed (Content-Encoding).');
  }
  return parseJson(decodeUtf8(bytes), limit);
}

/**
 * Waits for the end of a body that the operation ignores (reading 6). An operation that charges must not run for a request
 * that breaks off: the client gets an error, and nothing is charged.
 * @throws InvalidRequestError when the body breaks off or is slow
 */
export async function awaitIgnoredBody(
  request: IncomingMessage,
  deadlineMs = DEFAULT_DEADLINE_MS,
): Promise<void> {
  if (!request.complete) await readBytes(request, 0, deadlineMs);
}

/**
 * The body, or null if it is larger than allowed. Uses events because ending an async iterator early would destroy the connection
 * before the answer is sent.
 */
function readBytes(request: IncomingMessage, maxBytes: number, deadlineMs: number): Promise<Buffer | null> {
  return new Promise<Buffer | null>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      request.off('data', take).off('end', end).off('close', cutOff);
      // The rest of the body is read and discarded.
      request.resume();
      settle();
    };
    const refuse = (error: Error) => finish(() => reject(error));
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else if (size > MAX_DRAINED_BYTES) finish(() => resolve(null));
    };
    const end = () => {
      if (size > maxBytes) finish(() => resolve(null));
      else finish(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    };
    const cutOff = () => refuse(new InvalidRequestError('The request body was cut off.'));
    const deadline = setTimeout(() => refuse(new SlowBodyError()), deadlineMs);
    request.on('error', () => undefined);
    // If the client disconnected while its key was looked up, no more events will come.
    if (request.destroyed) cutOff();
    else request.on('data', take).once('end', end).once('close', cutOff);
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidRequestError('The request body is not valid UTF-8.');
  }
}

function parseJson(text: string, { maxValues, tooMany }: BodyLimit): unknown {
  const { depth, values } = extentOf(text, maxValues);
  if (depth > MAX_DEPTH)
    throw new InvalidRequestError(`The request body is nested deeper than ${MAX_DEPTH} levels.`);
  if (values > maxValues) throw new InvalidRequestError(tooMany);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidRequestError('The request body is not valid JSON.');
  }
}

/**
 * Nesting depth of brackets outside strings, and the number of values counted by brackets and commas. Stops one above a limit.
 */
function extentOf(text: string, maxValues: number): { depth: number; values: number } {
  let depth = 0;
  let values = 0;
  let level = 0;
  let inString = false;
  for (let index = 0; index < text.length && depth <= MAX_DEPTH && values <= maxValues; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === COMMA) values += 1;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      values += 1;
      depth = Math.max(depth, ++level);
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) level -= 1;
  }
  return { depth, values };
}

const [QUOTE, BACKSLASH, COMMA, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [
  34, 92, 44, 123, 125, 91, 93,
] as const;
