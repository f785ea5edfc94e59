import { Problem, problemOf } from './problem.js';

export interface SendRequest {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: XMLHttpRequestBodyInit;
  /** Aborts the request; the promise is then rejected as if the connection had dropped. */
  readonly signal: AbortSignal;
  /** How long the response may take after the last byte was sent; a minute by default. */
  readonly answerMs?: number;
  /** Called with the bytes sent so far. For a form that includes its envelope. */
  readonly onSent: (bytes: number) => void;
}

/** A connection without progress for this long is aborted. */
const STALLED_MS = 60_000;

/**
 * Sends a file. Uses XMLHttpRequest because fetch doesn't report upload progress.
 * @returns the response body; null if it isn't JSON
 * @throws Problem
 */
export function send(sent: SendRequest): Promise<unknown> {
  const { method, url, headers, body, signal, answerMs = STALLED_MS, onSent } = sent;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => request.abort();
    const moved = (patienceMs = STALLED_MS): void => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, patienceMs);
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => {
      moved();
      onSent(loaded);
    };
    request.upload.onload = () => moved(answerMs);
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', stop);
      const { status } = request;
      if (status === 0) reject(Problem.notReached(null));
      else if (status >= 200 && status < 300) resolve(parsed(request.responseText));
      else reject(problemIn(request));
    };
    signal.addEventListener('abort', stop);
    moved();
    request.send(body);
    if (signal.aborted) stop();
  });
}

function problemIn(request: XMLHttpRequest): Problem {
  const headers = new Headers();
  const retryAfter = request.getResponseHeader('Retry-After');
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return problemOf(new Response(null, { status: request.status, headers }), parsed(request.responseText));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Rewrites a signed URL of this server to the origin of this page, because the server may know itself by another name.
 * URLs of a bucket, which carry an S3 signature, stay unchanged.
 */
export function ownAddress(signed: string): string {
  const url = new URL(signed, window.location.origin);
  return url.searchParams.has('X-Amz-Signature') ? signed : url.pathname + url.search;
}
