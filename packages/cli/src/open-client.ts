import type { Logger, Middleware, SkipTrace, SkipTraceError } from '@skiptrace/sdk';
import type { Context } from './context.js';
import { inOurWords } from './report/explain.js';
import type { Host } from './host.js';
import type { Console } from './terminal/console.js';
import { plain } from './terminal/text.js';

/** A client of the service that prints on the context's console what it waits for. */
export function openClient(
  context: Context,
  {
    apiKey,
    baseUrl,
    middleware = [],
  }: { apiKey: string | undefined; baseUrl: string; middleware: readonly Middleware[] | undefined },
): Promise<SkipTrace> {
  const { console, host } = context;
  let lastReason: string | undefined;
  return host.openClient({
    apiKey,
    baseUrl,
    middleware: [saySlow(context), ...middleware],
    proxyFromEnvironment: hasProxy(host),
    onRetry: ({ error, waitMs, attempt }) => {
      const why = plain(whyAgain(error));
      const again = `Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1})…`;
      // The reason is printed once; after that only the number of tries.
      console.note(why === lastReason ? again : `${why} ${again}`);
      lastReason = why;
    },
    onDeprecation: ({ operation, sunsetAt, link }) => {
      const until = sunsetAt === undefined ? '' : ` on ${sunsetAt.toISOString().slice(0, 10)}`;
      console.warn(`warning: the service retires ${operation}${until}. ${plain(link ?? '')}`.trimEnd());
    },
    // The client logs no keys, no signed links and no addresses or owners.
    ...(context.verbosity.debug && { logger: debugLogger(console) }),
  });
}

/**
 * Reason for another try. A server error's own sentence is advice for when all tries have failed; before
 * that, its status and request id are enough.
 */
function whyAgain(error: SkipTraceError): string {
  if (error.code !== 'server_error') return inOurWords(error);
  const id = error.requestId === undefined ? '' : `, request ID ${error.requestId}`;
  return `The server failed (${error.status}${id}).`;
}

/** Time without output after which a user at a terminal needs a sign of progress. */
const SLOW_MS = 1000;

/** Shows a spinner while a request takes long. */
const saySlow =
  (context: Context): Middleware =>
  async (request, next) => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      void context.progress().then((progress) => {
        if (!isOver) end = progress.slow();
      });
    }, SLOW_MS);
    try {
      return await next(request);
    } finally {
      isOver = true;
      clearTimeout(timer);
      end?.();
    }
  };

/** True if a proxy is set by the variables that curl and other tools read, in either case. */
const hasProxy = ({ env }: Host) =>
  ['HTTP_PROXY', 'HTTPS_PROXY'].some((name) => env[name] || env[name.toLowerCase()]);

function debugLogger(console: Console): Logger {
  const line = (message: string, fields: Record<string, unknown>) =>
    console.detail(plain(`${message} ${JSON.stringify(fields)}`));
  return { debug: line, warn: line };
}
