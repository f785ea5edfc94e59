import type { ClientOptions } from './options.js';
import { DefaultSender } from './default-sender.js';
import type { Sender } from './exchange.js';
import { FetchSender } from './fetch-sender.js';
import { UndiciSender } from './undici-sender.js';

/** Chooses the sender for a client with these options. Runtimes without undici get sender-of.web.ts instead (tsdown.config.ts). */
export function senderOf({ fetch, dispatcher, proxyFromEnvironment = false }: ClientOptions): Sender {
  if (fetch) return new FetchSender(fetch);
  return dispatcher
    ? new UndiciSender(dispatcher, { isOurVersion: false })
    : new DefaultSender({ proxyFromEnvironment });
}
