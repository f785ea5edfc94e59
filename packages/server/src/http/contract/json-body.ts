import type { IncomingMessage } from 'node:http';
import { MS_PER_SECOND } from '../../clock.js';
import { InvalidRequestError } from './validator.js';

/** Deeper nesting than any request of the contract needs is refused (reading 5). */
const MAX_DEPTH = 64;
/** Of a body that is too large this much is still read, so that the client is listening when the refusal comes. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

/** A megabyte needs no longer even over a slow line; who sends slower holds a place that others need. */
const DEFAULT_DEADLINE_MS = 30 * MS_PER_SECOND;

/** The body comes too slowly: the connection is of no use any more. */
export class SlowBodyError extends InvalidRequestError {
  constructor() {
    super('The request body took too long to arrive. Nothing was looked up or charged.');
  }
}

export interface BodyLimit {
  maxBytes: number;
  /** What the refusal of a larger body says. */
  tooLarge: string;
}

/**
 * Reads a JSON body (RFC 8259: UTF-8) of bounded size and depth.
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
  return parseJson(decodeUtf8(bytes));
}

/**
 * Waits for a body that the operation ignores (reading 6). What charges does so for whole requests only: one whose body
 * turns out to be broken is answered with an error, and that costs nothing.
 * @throws InvalidRequestError when the body breaks off or is slow
 */
export async function awaitIgnoredBody(
  request: IncomingMessage,
  deadlineMs = DEFAULT_DEADLINE_MS,
): Promise<void> {
  if (!request.complete) await readBytes(request, 0, deadlineMs);
}

/** The body; null when it is larger. By events: giving up early must leave the connection open for the answer, which an iterator would destroy. */
function readBytes(request: IncomingMessage, maxBytes: number, deadlineMs: number): Promise<Buffer | null> {
  return new Promise<Buffer | null>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (settle: () => void) => {
      clearTimeout(deadline);
      request.off('data', take).off('end', end).off('close', cutOff);
      // What still comes is forgotten.
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
    // The client may have gone away while its key was looked up: then nothing of this is ever told.
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

function parseJson(text: string): unknown {
  if (depth(text) > MAX_DEPTH)
    throw new InvalidRequestError(`The request body is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidRequestError('The request body is not valid JSON.');
  }
}

/** The deepest nesting of brackets outside strings; stops counting where it is too deep anyway. */
function depth(text: string): number {
  let deepest = 0;
  let level = 0;
  let inString = false;
  for (let index = 0; index < text.length && deepest <= MAX_DEPTH; index += 1) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === OPEN_BRACE || char === OPEN_BRACKET) deepest = Math.max(deepest, ++level);
    else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) level -= 1;
  }
  return deepest;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [
  34, 92, 123, 125, 91, 93,
] as const;
