import { ConfigurationError } from '../errors.js';
import { ForeignAnswerError, isForeign, isStreamingBody, readCounted, type Sender } from './exchange.js';

/**
 * Sends with a `fetch`: the caller's own, or else the runtime's, read for each request so that a replacement (a test, an
 * instrumentation) is used.
 *
 * @param missing what is missing if the runtime has none, for the ConfigurationError
 */
export function fetchSender(given: typeof fetch | undefined, missing = 'no', cause?: unknown): Sender {
  if (typeof (given ?? globalThis.fetch) !== 'function')
    throw new ConfigurationError(`This runtime has ${missing} global fetch. Pass fetch.`, { cause });
  return {
    async send({ method, url, headers: asked, body, limits }) {
      const init: RequestInit & { duplex?: 'half'; cache: 'no-store' } = {
        method,
        headers: asked,
        signal: limits.signal,
        // Following a redirect could carry the key, or a paid POST, to another server.
        redirect: 'manual',
        // A `fetch` that caches (Next.js) would answer every read of a job with the first one.
        cache: 'no-store',
      };
      if (isStreamingBody(body)) {
        init.body = streamOf(body.open()[Symbol.asyncIterator]());
        init.duplex = 'half';
      } else if (body !== undefined) {
        init.body = body;
      }
      // From here on `fetch` may be sending, and does not say when: a request that is cut short may have been carried out.
      const { sent: wasSent } = limits;
      limits.sent = true;
      let response: Response;
      try {
        response = await (given ?? globalThis.fetch).call(globalThis, url, init);
      } catch (error) {
        // Middleware may have sent the request before.
        if (isBeforeSending(error)) limits.sent = wasSent;
        throw error;
      }
      const headers = Object.fromEntries(response.headers);
      const discard = () => void response.body?.cancel().catch(() => {});
      if (isForeign(asked, headers['idempotency-key'])) {
        discard();
        throw new ForeignAnswerError();
      }
      const stream = () => response.body ?? [];
      // Counted while reading: Content-Length is the length of the compressed body.
      return { status: response.status, headers, text: () => readCounted(stream()), stream, discard };
    },
    close: () => Promise.resolve(),
  };
}

/** `ReadableStream.from`, which not every runtime has. */
function streamOf(chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      // Copied, because a `fetch` may hold several at a time; see `StreamingBody`.
      else controller.enqueue(Uint8Array.from(next.value));
    },
    cancel: async () => void (await chunks.return?.()),
  });
}

/**
 * Error codes of failures before anything is sent: no connection, or no TLS. Only codes of a handshake: other
 * `ERR_SSL_` codes may come in the middle of an exchange.
 */
const beforeSending =
  /^(?:ECONNREFUSED|ConnectionRefused|FailedToOpenSocket|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_CERT_.*|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|(?=.*HANDSHAKE).*|.*PROTOCOL_VERSION)|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** Codes of a failed connection as well as of one that was lost: only the system call says which. */
const unreachable = /^E(?:HOST|NET)UNREACH$/;

/**
 * Messages of such failures without a code: a port that `fetch` refuses, a proxy that refuses the tunnel
 * (undici), a connection that could not be made (Deno).
 */
const beforeSendingInWords = /^bad port$|^Proxy response \(\d+\)|client error \(Connect\)/;

/** `fetch` gives only its error and the error's cause: Node has the code on the cause, Bun on the error. */
function isBeforeSending(error: unknown): boolean {
  return [error, (error as { cause?: unknown } | null)?.cause].some(
    (each) => each instanceof Error && (isCodeBeforeSending(each) || beforeSendingInWords.test(each.message)),
  );
}

function isCodeBeforeSending({ code, syscall }: NodeJS.ErrnoException): boolean {
  return unreachable.test(String(code)) ? syscall === 'connect' : beforeSending.test(String(code));
}
