import type { Sender } from './exchange.js';
import { fetchSender } from './fetch-sender.js';
import type { ClientOptions } from './options.js';
import { ownSender, undiciSender } from './undici-sender.js';

// Parts that depend on the runtime. The build without Node takes platform.web.ts instead (tsdown.config.ts).

/** Chooses the sender for a client with these options. */
export function senderOf({ fetch, dispatcher, proxyFromEnvironment = false }: ClientOptions): Sender {
  if (fetch) return fetchSender(fetch);
  return dispatcher ? undiciSender(dispatcher, { isOurVersion: false }) : ownSender(proxyFromEnvironment);
}

/** Loaded with the first call, so that importing this package stays cheap. */
export const loadOpenapiFetch = () => import('openapi-fetch');
