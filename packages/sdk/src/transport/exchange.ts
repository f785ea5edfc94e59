import type { AttemptLimits } from './call-scope.js';
import type { AnswerHeaders } from './headers.js';

/** A body that is too large for memory: opened again for every attempt, if its source can be read twice. */
export interface StreamingBody {
  /** Exact length, which is sent as Content-Length. */
  readonly bytes: number;
  /** The memory of a chunk of more than 64 KiB may be reused when the next one is requested: copy it to keep it. */
  open(): AsyncIterable<Uint8Array>;
}

/** Read size for a file that is sent as a body, in bytes: larger than the 64 KiB of a socket's buffer in undici. */
export const chunkBytes = 256 * 1024;

export type RequestBody = string | Uint8Array | FormData | StreamingBody;

export function isStreamingBody(body: RequestBody | undefined): body is StreamingBody {
  return typeof body === 'object' && 'open' in body && 'bytes' in body;
}

/** The same body; `onMoved` gets the number of its bytes that were taken, after each chunk. */
export function counted(body: StreamingBody, onMoved: (bytes: number) => void): StreamingBody {
  return {
    bytes: body.bytes,
    async *open() {
      let bytes = 0;
      for await (const chunk of body.open()) {
        yield chunk;
        onMoved((bytes += chunk.byteLength));
      }
    },
  };
}

/** One request on the wire. Only here, below middleware and logging, the key is among its headers. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
  readonly limits: Pick<AttemptLimits, 'reason' | 'onCut' | 'signal' | 'sent'>;
  /** True if the answer will be read by `text`; the promise of it may then resolve at its end instead of its beginning. */
  readonly isText: boolean;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** One answer on the wire, before its body is read: exactly one of `text`, `stream` and `discard` must be called. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  text(): Promise<string>;
  stream(): Chunks;
  discard(): void;
}

/** Sends requests. One per client; `close` closes its sockets. */
export interface Sender {
  send(request: WireRequest): Promise<WireAnswer>;
  close(): Promise<void>;
}

/** Largest answer that is read into memory. A full bulk answer is under 1 MB. */
export const maxAnswerBytes = 16 * 1024 * 1024;

export const tooLarge = (): Error => new RangeError(`The answer is larger than ${maxAnswerBytes} bytes`);

/** The whole body as text, counted while reading; refuses one that is larger than any answer of the contract. */
export async function readCounted(body: Chunks): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The answer of another request: it names an Idempotency-Key that this request did not send. */
export class ForeignAnswerError extends Error {
  constructor() {
    super('the answer belongs to another request');
  }
}

/**
 * True if an answer names an Idempotency-Key that its request did not send. A gateway that mixes answers up reveals other
 * people's owners and phone numbers; later answers on the same connection can't be trusted either.
 *
 * @param echo the header's value; a gateway may have repeated the header, and no key has a space
 */
export function isForeign(
  sent: Readonly<Record<string, string>>,
  echo: string | readonly string[] | undefined,
): boolean {
  if (echo === undefined) return false;
  const key = Object.entries(sent).find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  return [echo].flat().some((values) => values.split(', ').some((each) => each !== key));
}

/** The object or list in a JSON text; undefined for anything else, such as a proxy's page or an empty text. */
export function parseJson(text: string): object | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Answers of the service have about five levels at most. A parser takes some 80 bytes for each. */
const MAX_LEVELS = 1_000;

function isTooDeep(text: string): boolean {
  // Each level opens and closes.
  if (text.length <= 2 * MAX_LEVELS) return false;
  let levels = 0;
  let isText = false;
  for (let at = 0; at < text.length && levels <= MAX_LEVELS; at++) {
    const character = text[at];
    if (character === '"') isText = !isText;
    else if (isText && character === '\\') at += 1;
    else if (isText) continue;
    else if (character === '[' || character === '{') levels += 1;
    else if (character === ']' || character === '}') levels -= 1;
  }
  return levels > MAX_LEVELS;
}
