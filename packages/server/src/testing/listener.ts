import type { ServerResponse } from 'node:http';
import { systemClock } from '../platform/clock.js';
import { silentLogger } from '../platform/logger.js';
import type { ListenerLimits } from '../surfaces/http/listener/conversation.js';
import { Listener } from '../surfaces/http/listener/listener.js';
import { LogAllowance } from '../surfaces/http/log-allowance.js';

export const listenerParts = {
  logger: silentLogger,
  logAllowance: new LogAllowance(systemClock, silentLogger),
};

/** The listener alone. It answers `/hold` when it is let go, everything else at once, with method and path. */
export async function listen(limits: Partial<ListenerLimits> = {}) {
  const held: (() => void)[] = [];
  const responses: ServerResponse[] = [];
  const asked: string[] = [];
  const listener = new Listener(
    (request, response) => {
      const said = `${request.method} ${request.url}`;
      asked.push(said);
      const answer = () => response.end(said);
      if (request.url?.startsWith('/hold') !== true) return answer();
      held.push(answer);
      responses.push(response);
    },
    listenerParts,
    { checkEveryMs: 20, stopGraceMs: 5_000, ...limits },
  );
  const url = await listener.listen(0, '127.0.0.1');
  /** How many clients of held requests have gone, or have ended their side. */
  const left = () => responses.filter(({ req }) => req.socket.destroyed || req.socket.readableEnded).length;
  /** How many held answers will say that the connection is closed behind them. */
  const closing = () => responses.filter((response) => response.getHeader('connection') === 'close').length;
  return {
    listener,
    url,
    held,
    asked,
    left,
    closing,
    letGo: () => held.splice(0).forEach((answer) => answer()),
  };
}

/** A request as it stands on the wire. */
export const requestText = (method: string, path: string, ...headers: readonly string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;
