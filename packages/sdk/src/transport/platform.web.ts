import * as openapiFetch from 'openapi-fetch';
import { ConfigurationError } from '../errors.js';
import { fetchSender } from './fetch-sender.js';
import type * as node from './platform.node.js';

/** Sends with `fetch`: the given one, or the runtime's. */
export const senderOf: typeof node.senderOf = ({ fetch, dispatcher, proxyFromEnvironment }) => {
  if (dispatcher || proxyFromEnvironment)
    throw new ConfigurationError(
      'This runtime sends with fetch, so dispatcher and proxyFromEnvironment do nothing here. Pass a fetch that does it.',
    );
  return fetchSender(fetch);
};

/** A bundle includes it anyway, and a build for CommonJS may not `import()` it. */
export const loadOpenapiFetch = () => Promise.resolve(openapiFetch);
