import type { IncomingMessage } from 'node:http';
import { InvalidRequestError } from './validator.js';

/** Deeper nesting than any request of the contract needs is refused (reading 5). */
const MAX_DEPTH = 64;
/** Of a body that is too large this much is still read, so that the client is listening when the refusal comes. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;

export interface BodyLimit {
  maxBytes: number;
  /** What the refusal of a larger body says. */
  tooLarge: string;
}

/**
 * Reads a JSON body (RFC 8259: UTF-8) of bounded size and depth.
 * @throws InvalidRequestError for anything else; never a 413 or 415 (reading 2)
 */
export async function readJsonBody(request: IncomingMessage, limit: BodyLimit): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (!/^application\/json$/i.test(type.trim())) {
    throw new InvalidRequestError('The Content-Type must be application/json.');
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new InvalidRequestError('The body must not be compressed (Content-Encoding).');
  }
  return parseJson(decodeUtf8(bytes));
}

async function readBytes(request: IncomingMessage, { maxBytes, tooLarge }: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else if (size > MAX_DRAINED_BYTES) break;
  }
  if (size > maxBytes) throw new InvalidRequestError(tooLarge);
  return Buffer.concat(chunks);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidRequestError('The body is not valid UTF-8.');
  }
}

function parseJson(text: string): unknown {
  if (depth(text) > MAX_DEPTH)
    throw new InvalidRequestError(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidRequestError('The body is not valid JSON.');
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
