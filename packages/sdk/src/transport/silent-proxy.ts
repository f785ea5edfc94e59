import type { buildConnector } from 'undici';

type Connector = buildConnector.connector;

/**
 * A connector to a proxy that fails after the proxy has silently closed a connection. undici 7 does not take
 * that for a failure: it dials again at once, thousands of times a second, until the request times out.
 */
export function refusingSilence(connect: Connector): Connector {
  let closedSilently = false;
  return (options, callback) => {
    if (closedSilently) {
      // Reset once: the proxy may have recovered at a later try.
      closedSilently = false;
      callback(
        Object.assign(new Error('The proxy closed the connection without an answer'), {
          code: 'PROXY_CLOSED',
        }),
        null,
      );
      return;
    }
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.once('end', () => {
        if (socket.bytesRead === 0) closedSilently = true;
      });
      callback(...result);
    });
  };
}
