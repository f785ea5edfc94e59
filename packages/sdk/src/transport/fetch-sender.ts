import { isStreamingBody, NotSentError, type Sender, type WireAnswer, type WireRequest } from './exchange.js';
import { maxAnswerBytes } from './read-text.js';

/** Failures that come before anything is sent. `fetch` tells no more than the code of its cause. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Sends with the caller's own `fetch`. */
export class FetchSender implements Sender {
  readonly #fetch: typeof fetch;

  constructor(fetchFunction: typeof fetch) {
    this.#fetch = fetchFunction;
  }

  async send(request: WireRequest): Promise<WireAnswer> {
    const { body, ...rest } = request;
    const init: RequestInit & { duplex?: 'half' } = {
      method: rest.method,
      headers: rest.headers,
      signal: rest.signal.asAbortSignal,
      // Following one could carry the key, or a paid POST, to another place.
      redirect: 'manual',
    };
    if (isStreamingBody(body)) {
      init.body = ReadableStream.from(copies(body.open()));
      init.duplex = 'half';
    } else if (body !== undefined) {
      init.body = body;
    }
    // From here on `fetch` may be sending, and does not say when: one that is cut short may have been carried out.
    rest.onSend();
    let response: Response;
    try {
      response = await this.#fetch(rest.url, init);
    } catch (error) {
      throw beforeSending.has(codeOf(error)) ? new NotSentError(error) : error;
    }
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: () => textOf(response),
      stream: () => response.body ?? emptyStream(),
      discard: () => void response.body?.cancel().catch(() => {}),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text();
  if (text.length > maxAnswerBytes) throw new RangeError(`The answer is larger than ${maxAnswerBytes} bytes`);
  return text;
}

/** A `fetch` may hold several chunks at a time; see `StreamingBody`. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk);
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
