import type { buildConnector } from 'undici';

type Connector = buildConnector.connector;

/**
 * A connector to a proxy that fails after the proxy has closed a connection without a word. undici 7 does not take that
 * for a failure: it dials again at once, thousands of times a second, until the request times out.
 */
export function refusingSilence(connect: Connector): Connector {
  let closedSilently = false;
  return (options, callback) => {
    if (closedSilently) {
      // Once: whoever tries again later may find the proxy in better health.
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
