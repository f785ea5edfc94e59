import type { Middleware } from '@skiptrace/sdk';
import type { Context } from './context.js';
import { urlOrigin } from './credentials/account.js';
import { errorCode, speaksPlainHttp, withoutTls } from './failures/system-error.js';

export type Reach =
  | { readonly isThere: true; /** Its Date header; empty where it sent none. */ readonly date: string }
  | { readonly isThere: false; readonly problem: string; readonly cause: unknown };

/**
 * Whether a service answers at a URL. Needs no key: it requests /healthz, and any answer counts, because a
 * provider's server may not have that page.
 */
export async function reach(baseUrl: string, context: Context): Promise<Reach> {
  // The client sends no key to /healthz but refuses to start without one.
  let date = '';
  const noticeDate: Middleware = async (request, next) => {
    const answer = await next(request);
    date = String(answer.headers['date'] ?? '');
    return answer;
  };
  const client = await context.client({ apiKey: 'pc_none', baseUrl, middleware: [noticeDate] });
  try {
    await client.request('GET', '/healthz', { signal: context.signal, maxRetries: 0 });
    return { isThere: true, date };
  } catch (cause) {
    context.signal.throwIfAborted();
    const isSilent = ['connection', 'timeout'].includes(errorCode(cause) ?? '');
    if (!isSilent) return { isThere: true, date };
    const problem = speaksPlainHttp(cause)
      ? `${baseUrl} answers http, not https. Use ${withoutTls(baseUrl)}`
      : `Can't reach ${baseUrl}.${urlOrigin(context.account())} Check the URL and try again.`;
    return { isThere: false, problem, cause };
  }
}
