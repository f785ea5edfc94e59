import { DefaultSender } from './default-sender.js';
import type { Sender } from './exchange.js';
import { FetchSender } from './fetch-sender.js';
import type { ClientOptions } from './options.js';
import { UndiciSender } from './undici-sender.js';

// Parts that depend on the runtime. The build without Node takes platform.web.ts instead (tsdown.config.ts).

/** Chooses the sender for a client with these options. */
export function senderOf({ fetch, dispatcher, proxyFromEnvironment = false }: ClientOptions): Sender {
  if (fetch) return new FetchSender(fetch);
  return dispatcher
    ? new UndiciSender(dispatcher, { isOurVersion: false })
    : new DefaultSender({ proxyFromEnvironment });
}

/** Loaded with the first call, so that importing this package stays cheap. */
export const loadOpenapiFetch = () => import('openapi-fetch');
