import * as openapiFetch from 'openapi-fetch';
import { ConfigurationError } from '../errors.js';
import { FetchSender } from './fetch-sender.js';
import type * as node from './platform.node.js';

/** Sends with `fetch`: the given one, or the runtime's, read for each request so that a test can replace it. */
export const senderOf: typeof node.senderOf = ({ fetch, dispatcher, proxyFromEnvironment }) => {
  if (fetch) return new FetchSender(fetch);
  if (dispatcher || proxyFromEnvironment)
    throw new ConfigurationError(
      'This runtime sends with fetch, so dispatcher and proxyFromEnvironment do nothing here. Pass a fetch that does it.',
    );
  if (typeof globalThis.fetch !== 'function')
    throw new ConfigurationError('This runtime has no global fetch. Pass fetch.');
  return new FetchSender((input, init) => globalThis.fetch(input, init));
};

/** A bundle includes it anyway, and a build for CommonJS may not `import()` it. */
export const loadOpenapiFetch = () => Promise.resolve(openapiFetch);
